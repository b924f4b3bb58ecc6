import { z } from 'zod';
import { del, get, post } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import {
  accepted,
  commaList,
  day,
  factor,
  id,
  idParams,
  quantity,
  seenVersion,
  statedFactor,
  version,
  vnd,
} from '../values.ts';

const ITEM_STATES = ['unconnected', 'connected', 'not_stock'] as const;

const evidence = z.object({ field: z.string(), kind: z.string(), label: z.string(), contribution: z.number() });

const product = z.object({ id, code: z.string(), name: z.string(), unit: z.string() });
export type SupplierItemProduct = z.infer<typeof product>;

/** An item as its supplier calls it; `itemKey` and `unitKey` are what distinguishes it, and are sent back as they came. */
const itemNames = {
  supplierTaxCode: z.string(),
  itemKey: z.string().max(2000),
  unitKey: z.string().max(500),
};

const supplierItem = z
  .object({
    ...itemNames,
    supplierName: z.string(),
    code: z.string().describe('Mã hàng của nhà cung cấp; trống: nhận ra theo tên'),
    name: z.string(),
    unit: z.string(),
    names: z.int().describe('Số tên khác nhau dưới cùng mã: lớn hơn 1 thì mã không chắc là một mặt hàng'),
    invoices: z.int(),
    quantity: quantity.nullable().describe('Tổng theo đơn vị của nhà cung cấp'),
    value: vnd.describe('Tiền hàng'),
    firstDay: day.nullable(),
    lastDay: day.nullable(),
    state: z.enum(ITEM_STATES),
    connection: z
      .object({
        id,
        product: product.nullable().describe('null: không phải hàng tồn kho'),
        factor: factor.nullable().describe('Đơn vị AMIS trên một đơn vị của nhà cung cấp'),
        origin: z.enum(['manual', 'suggestion']),
        version,
        createdBy: z.string(),
      })
      .nullable(),
    suggestions: z
      .array(
        z.object({
          product,
          score: z.number().min(0).max(1),
          evidence: z.array(evidence),
          factor: factor.nullable(),
          factorEvidence: z.array(z.string()),
          factorContradicted: z.boolean(),
        }),
      )
      .describe('Tốt nhất trước; trống khi đã nối, hoặc chưa sinh gợi ý'),
  })
  .meta({ id: 'SupplierItem' });
export type SupplierItem = z.infer<typeof supplierItem>;

const decision = z.object({
  ...itemNames,
  productId: id.nullable().describe('null: không phải hàng tồn kho'),
  factor: statedFactor.optional().describe('Bắt buộc khi có mã hàng'),
  version: version.optional().describe('Khi sửa một liên kết đã có: phiên bản mà người sửa đã xem'),
});

const MOST_AT_ONCE = 5000;

export const supplierItemEndpoints = {
  listSupplierItems: get('/supplier-items', {
    summary: 'Mặt hàng của nhà cung cấp trên hóa đơn mua vào, với mã hàng AMIS đã nối hay gợi ý',
    query: listQuery(['value', 'name', 'supplierName', 'invoices', 'lastDay'], {
      profileId: id,
      state: commaList(z.enum(ITEM_STATES)).optional(),
      supplierTaxCode: z.string().max(20).optional(),
    }),
    response: page(supplierItem),
    errors: ['NOT_FOUND'],
  }),
  connectSupplierItems: post('/supplier-items/connections', {
    summary: 'Nối mặt hàng của nhà cung cấp với mã hàng AMIS thành một đợt hoàn tác được, hoặc sửa liên kết đã có',
    body: z.object({
      profileId: id,
      choice: z.union([
        z.object({ items: z.array(decision).min(1).max(MOST_AT_ONCE) }),
        z
          .object({ minScore: z.number().min(0.5).max(1) })
          .describe('Mọi mặt hàng chưa nối có gợi ý từ mức điểm này, đủ hệ số, giá không mâu thuẫn và một tên'),
      ]),
    }),
    bulk: true,
    response: z.object({ batchId: id.nullable().describe('null: không nối mới mặt hàng nào'), connected: z.int() }),
    errors: ['NOT_FOUND', 'CONNECTION_EXISTS', 'STALE_VERSION', 'IDEMPOTENCY_MISMATCH'],
  }),
  undoSupplierItemBatch: post('/supplier-items/batches/{id}/undo', {
    summary: 'Hoàn tác một đợt nối mặt hàng của nhà cung cấp; liên kết đã sửa sau đó thì giữ nguyên',
    params: idParams,
    response: z.object({ undone: z.int(), kept: z.int() }),
    errors: ['NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
  }),
  disconnectSupplierItem: del('/supplier-items/connections/{id}', {
    summary: 'Bỏ liên kết của một mặt hàng nhà cung cấp',
    params: idParams,
    query: seenVersion,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  suggestSupplierItems: post('/supplier-items/suggestions', {
    summary: 'Tìm gợi ý mã hàng AMIS cho các mặt hàng của nhà cung cấp chưa nối',
    body: z.object({ profileId: id }),
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
} as const;
