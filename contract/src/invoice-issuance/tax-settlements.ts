import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { DISAGREEMENT_FIELDS } from '@khop/engine/invoice-issuance/tax-settlements/beside-amis.ts';
import { DIFFERENCE_KINDS } from '@khop/engine/invoice-issuance/tax-settlements/differences.ts';
import { z } from 'zod';
import { get, post } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { VERDICTS } from '../tax-invoices/resources.ts';
import { accepted, commaList, day, id, idParams, instant, version, vnd } from '../values.ts';

const SETTLEMENT_STATUSES = ['settled', 'disagrees', 'decided', 'review', 'refused'] as const;
const REVIEW_REASONS = ['ambiguous', 'not_proven', 'not_exported', 'likely'] as const;
const SIGNS = ['number', 'voucher', 'content', 'total_and_day', 'total_and_buyer', 'number_alone'] as const;

const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  line: z.int().nullable().describe('Dòng hàng, từ 1; null: cả hóa đơn'),
  ours: z.string().describe('Theo Khớp; rỗng: Khớp không có dòng ấy'),
  theirs: z.string().describe('Theo hóa đơn điện tử'),
});

const disagreement = z.object({
  field: z.enum(DISAGREEMENT_FIELDS),
  tax: z.string().describe('Theo hóa đơn điện tử'),
  amis: z.string().describe('Theo sổ bán hàng AMIS'),
  note: z.string().optional().describe('Vì sao Khớp không tự theo, khi cần nói'),
});

/** The parts of a settlement that say what the tax side says and what a person has decided. */
const settlementFields = {
  status: z
    .enum(SETTLEMENT_STATUSES)
    .describe(
      'settled: khớp; disagrees: lệch sổ AMIS, chờ quyết định; decided: đã quyết định; review: chờ chọn hóa đơn',
    ),
  step: z
    .int()
    .nullable()
    .describe('1 số và ký hiệu; 2 số chứng từ hay khóa của Khớp; 3 nội dung trùng, duy nhất; 4 người chọn'),
  key: z.string().describe('Khóa hóa đơn: mã số thuế bên bán, mẫu số, ký hiệu, số'),
  form: z.string(),
  symbol: z.string(),
  number: z.string(),
  date: day.nullable(),
  buyerName: z.string(),
  buyerTaxCode: z.string(),
  total: vnd.nullable(),
  verdict: z.enum(VERDICTS).nullable().describe('null: kho chưa có tệp của hóa đơn ấy, chỉ hóa đơn khác nhắc đến'),
  authorityCode: z.string(),
  signedAt: instant.nullable(),
  fate: z.enum(['issued', 'replaced', 'adjusted']).describe('Theo các hóa đơn sửa nó ở kho'),
  fateBy: z.string().describe('Số của hóa đơn thay thế hay điều chỉnh sau cùng'),
  differences: z.array(difference).describe('Chỗ hóa đơn điện tử khác hóa đơn của Khớp, đến từng đồng'),
  disagreements: z.array(disagreement).describe('Chỗ hóa đơn điện tử và sổ AMIS nói khác nhau'),
  side: z.enum(['tax', 'amis']).nullable().describe('Bên mà người dùng chọn tin'),
  reason: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  version,
};

/** The tax invoice that settles an invoice of ours, as that invoice tells it. */
export const taxOfInvoice = z
  .object({ id: id.nullable().describe('Hóa đơn ở kho'), settlementId: id, ...settlementFields })
  .nullable()
  .describe('Hóa đơn điện tử của hóa đơn này; null khi chưa có');

const ours = z.object({
  id,
  periodId: id,
  voucherNumber: z.string(),
  status: z.enum(INVOICE_STATUSES),
  date: day,
  buyerName: z.string(),
  buyerTaxCode: z.string(),
  total: vnd,
  invoiceNumber: z.string().nullable(),
});

const taxSettlement = z
  .object({
    id,
    profileId: id,
    profileCode: z.string(),
    taxInvoiceId: id.nullable(),
    why: z.enum(REVIEW_REASONS).nullable(),
    ...settlementFields,
    invoice: ours.nullable(),
    candidates: z
      .array(ours.extend({ signs: z.array(z.enum(SIGNS)) }))
      .describe('Hóa đơn của Khớp có thể là nó; bản nháp thì chưa chọn được'),
  })
  .meta({ id: 'TaxSettlement' });
export type TaxSettlement = z.infer<typeof taxSettlement>;
export type TaxOfInvoice = NonNullable<z.infer<typeof taxOfInvoice>>;

const taxSettlementReport = z
  .object({
    settled: z.int().describe('Hóa đơn của Khớp vừa nhận hóa đơn điện tử'),
    reviews: z.int().describe('Chờ chọn hóa đơn'),
    disagreements: z.int().describe('Lệch sổ AMIS, chờ quyết định'),
  })
  .meta({ id: 'TaxSettlementReport' });
export type TaxSettlementReport = z.infer<typeof taxSettlementReport>;

const reason = z.string().trim().min(1).max(2000);

export const taxSettlementEndpoints = {
  listTaxSettlements: get('/tax-settlements', {
    summary: 'Hóa đơn điện tử bán ra đối với hóa đơn của Khớp: đã khớp, lệch sổ AMIS, chờ chọn',
    query: listQuery(['date', 'number', 'total', 'status'], {
      profileId: id.optional(),
      status: commaList(z.enum(SETTLEMENT_STATUSES)).optional(),
      differs: z.stringbool().optional().describe('Có chỗ khác hóa đơn của Khớp'),
    }),
    response: page(taxSettlement),
  }),
  decideTaxSettlement: post('/tax-settlements/{id}/decision', {
    summary:
      'Quyết định một việc chờ: tin hóa đơn điện tử hay sổ AMIS; hoặc là hóa đơn nào của Khớp, hay không là hóa đơn nào',
    params: idParams,
    body: z.union([
      z.object({ version, reason, side: z.enum(['tax', 'amis']) }),
      z.object({ version, reason, invoiceId: id.nullable().describe('null: không là hóa đơn nào của Khớp') }),
    ]),
    response: taxSettlement,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'INVOICE_STATE', 'IDEMPOTENCY_MISMATCH'],
  }),
  undoTaxSettlement: post('/tax-settlements/{id}/undo', {
    summary: 'Bỏ quyết định: việc ấy chờ lại như trước',
    params: idParams,
    body: z.object({ version }),
    response: taxSettlement,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'INVOICE_STATE', 'IDEMPOTENCY_MISMATCH'],
  }),
  startTaxSettlements: post('/tax-settlements/runs', {
    summary: 'Đối lại hóa đơn điện tử bán ra với hóa đơn của Khớp. Kết quả của lượt chạy: TaxSettlementReport',
    body: z.object({}),
    response: accepted,
    status: 202,
    errors: ['RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
} as const;
