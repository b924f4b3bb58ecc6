import { z } from 'zod';
import { UPLOAD_ERRORS } from './amis/resources.ts';
import { dayFacts } from './day-facts.ts';
import { get, post } from './endpoint.ts';
import { filterChoices, gridQuery, listQuery, page } from './paging.ts';
import { run } from './runs.ts';
import { accepted, commaList, day, decimal, id, instant, quantity, uploadQuery, vatRate, vnd } from './values.ts';

export const INVOICE_REQUIREMENTS = ['required', 'not_required', 'unset'] as const;
export type InvoiceRequirement = (typeof INVOICE_REQUIREMENTS)[number];

export const SALES_LINE_KINDS = ['goods', 'service', 'discount', 'free'] as const;

/** The two sources of Bravo's records: Bravo itself, and people who add to it. */
export const BRAVO_SOURCES = ['bravo', 'given'] as const;
/**
 * States of a given sale: in no period yet, in Bravo too (left out of periods), in a period, in an invoice that has
 * left.
 */
const GIVEN_STATES = ['waiting', 'in_bravo', 'ambiguous', 'in_period', 'invoiced'] as const;
export type GivenState = (typeof GIVEN_STATES)[number];

const origin = {
  source: z.enum(BRAVO_SOURCES).describe('Từ Bravo, hay từ tệp do người dùng đưa'),
  givenBy: z.string().describe('Người đưa; rỗng khi từ Bravo'),
};

export const bravoItem = z
  .object({
    code: z.string(),
    name: z.string(),
    unit: z.string(),
    units: z.array(z.object({ unit: z.string(), rate: decimal })),
    group: z.string(),
    type: z.string(),
    isActive: z.boolean(),
    modifiedAt: instant,
    syncedAt: instant,
    connectionCount: z.int(),
    ...origin,
  })
  .meta({ id: 'BravoItem' });

export const bravoPartner = z
  .object({
    code: z.string(),
    name: z.string(),
    address: z.string(),
    taxCode: z.string(),
    phone: z.string(),
    email: z.string(),
    type: z.string(),
    isActive: z.boolean(),
    invoiceRequirement: z.enum(INVOICE_REQUIREMENTS),
    noInvoiceConfirmed: z
      .string()
      .describe('Các mã số thuế đã được xác nhận không lấy hóa đơn, cách nhau dấu phẩy; đổi mã số thuế thì hỏi lại'),
    modifiedAt: instant,
    syncedAt: instant,
    connectionCount: z.int(),
    ...origin,
  })
  .meta({ id: 'BravoPartner' });

/** A ledger line as stored or read live; amounts and quantities are signed, a return is negative. */
export const salesLedgerFields = z.object({
  sourceKey: z.string().min(1).max(200),
  branchCode: z.string().max(50),
  docCode: z.string().max(20),
  docNo: z.string().min(1).max(50),
  docDate: day,
  docStatus: z.string().max(20).default(''),
  partnerCode: z.string().max(100),
  itemCode: z.string().max(100),
  itemName: z.string().max(500).default(''),
  unit: z.string().max(50).default(''),
  quantity,
  convertRate: decimal.default('1'),
  baseQuantity: quantity,
  unitPrice: decimal.default('0'),
  amount: vnd,
  discount: vnd.default(0),
  vatRate: vatRate.nullable().default(null),
  vatAmount: vnd.default(0),
  warehouseCode: z.string().max(50).default(''),
  kind: z.enum(SALES_LINE_KINDS).default('goods'),
  description: z.string().max(1000).default(''),
  dayFacts: dayFacts.nullable().default(null).describe('Việc của dòng có thể cho hóa đơn một ngày riêng, nếu sổ ghi'),
});
const salesLedgerLine = salesLedgerFields
  .extend({
    id: id.nullable(),
    partnerName: z.string(),
    netAmount: vnd,
    storedAt: instant.nullable(),
    source: z.enum(BRAVO_SOURCES).describe('Từ Bravo, hay do người dùng đưa thêm'),
    givenBy: z.string(),
    givenState: z
      .enum(GIVEN_STATES)
      .nullable()
      .describe(
        'Của dòng đưa thêm: in_bravo là Bravo đã có chứng từ này, ambiguous là Bravo có số ấy ở nhiều chứng từ',
      ),
  })
  .meta({ id: 'SalesLedgerLine' });
export type SalesLedgerLine = z.infer<typeof salesLedgerLine>;

const syncStats = z
  .object({
    total: z.int(),
    active: z.int(),
    lastModifiedAt: instant.nullable(),
    lastSyncedAt: instant.nullable(),
    lastFullSync: run.nullable(),
    lastPartialSync: run.nullable(),
    isFilesOnly: z.boolean().describe('Hệ thống được đặt không nối Bravo: không đồng bộ được, danh mục vào bằng tệp'),
  })
  .meta({ id: 'SyncStats' });

const codeParams = z.object({ id: z.string().min(1).max(100).describe('Mã Bravo') });

/** The three calls of one master's sync. */
const sync = <const P extends string>(prefix: P, what: string) => ({
  full: post(`/${prefix}/sync`, {
    summary: `Đồng bộ toàn bộ ${what}`,
    response: accepted,
    status: 202,
    errors: ['RUN_IN_PROGRESS', 'BRAVO_UNAVAILABLE', 'BRAVO_QUERY_INVALID'],
  }),
  partial: post(`/${prefix}/sync-partial`, {
    summary: `Đồng bộ ${what} thay đổi`,
    response: accepted,
    status: 202,
    errors: ['RUN_IN_PROGRESS', 'BRAVO_UNAVAILABLE', 'BRAVO_QUERY_INVALID'],
  }),
  stats: get(`/${prefix}/stats`, { summary: `Tình hình đồng bộ ${what}`, response: syncStats }),
});
const partnersSync = sync('bravo-partners-sync', 'đối tượng Bravo');
const itemsSync = sync('bravo-items-sync', 'vật tư Bravo');

const salesRange = { fromDate: day, toDate: day, branchCode: z.string().optional() };

export const bravoEndpoints = {
  getBravoItem: get('/bravo/items/{id}', {
    summary: 'Một vật tư Bravo',
    params: codeParams,
    response: bravoItem,
    errors: ['NOT_FOUND'],
  }),
  listBravoItems: get('/bravo/items', {
    summary: 'Vật tư Bravo',
    query: gridQuery(
      ['code', 'name', 'unit', 'group', 'type', 'modifiedAt'],
      {
        group: z.string().optional(),
        type: z.string().optional(),
        isActive: z.stringbool().optional(),
        connected: z.stringbool().optional(),
        profileId: id.optional().describe('Đếm và lọc liên kết theo hồ sơ này'),
        source: z.enum(BRAVO_SOURCES).optional(),
      },
      ['isActive', 'connectionCount', 'syncedAt'],
    ),
    response: page(bravoItem),
  }),
  getBravoItemFilters: get('/bravo/item-filters', {
    summary: 'Nhóm, loại có trong vật tư Bravo',
    response: z.object({ group: filterChoices, type: filterChoices }),
  }),
  getBravoPartner: get('/bravo/partners/{id}', {
    summary: 'Một đối tượng Bravo',
    params: codeParams,
    response: bravoPartner,
    errors: ['NOT_FOUND'],
  }),
  listBravoPartners: get('/bravo/partners', {
    summary: 'Đối tượng Bravo',
    query: gridQuery(
      ['code', 'name', 'taxCode', 'type', 'invoiceRequirement', 'modifiedAt'],
      {
        type: z.string().optional(),
        isActive: z.stringbool().optional(),
        invoiceRequirement: commaList(z.enum(INVOICE_REQUIREMENTS)).optional(),
        connected: z.stringbool().optional(),
        hasTaxCode: z.stringbool().optional(),
        periodId: id.optional().describe('Chỉ đối tượng có dòng bán trong kỳ này'),
        profileId: id.optional(),
        source: z.enum(BRAVO_SOURCES).optional(),
      },
      ['address', 'phone', 'email', 'isActive', 'connectionCount'],
    ),
    response: page(bravoPartner),
  }),
  getBravoPartnerFilters: get('/bravo/partner-filters', {
    summary: 'Loại có trong đối tượng Bravo',
    response: z.object({ type: filterChoices }),
  }),
  uploadBravoItems: post('/bravo/items/bulk', {
    summary: 'Đưa vật tư bằng tệp «Danh mục vật tư»; mã Bravo đã có thì giữ theo Bravo',
    query: uploadQuery,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  uploadBravoPartners: post('/bravo/partners/bulk', {
    summary: 'Đưa đối tượng bằng tệp «Danh mục đối tượng»; mã Bravo đã có thì giữ theo Bravo',
    query: uploadQuery,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  uploadInvoiceRequirements: post('/bravo/partners/bulk-update-invoice-requirement', {
    summary: 'Đặt yêu cầu hóa đơn theo tệp',
    query: uploadQuery,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  updateSelectedInvoiceRequirement: post('/bravo/partners/bulk-update-selected-invoice-requirement', {
    summary: 'Đặt yêu cầu hóa đơn cho các đối tượng đã chọn',
    body: z.object({
      partnerCodes: z.array(z.string().min(1).max(100)).min(1).max(10000),
      invoiceRequirement: z.enum(INVOICE_REQUIREMENTS),
      isConfirmed: z
        .boolean()
        .optional()
        .describe('Cùng not_required: xác nhận các đối tượng không lấy hóa đơn dù có mã số thuế'),
    }),
    response: z.object({ updated: z.int(), unchanged: z.int(), notFound: z.array(z.string()) }),
    errors: ['IDEMPOTENCY_MISMATCH'],
  }),
  syncBravoPartners: partnersSync.full,
  syncBravoPartnersPartial: partnersSync.partial,
  getBravoPartnersSyncStats: partnersSync.stats,
  syncBravoItems: itemsSync.full,
  syncBravoItemsPartial: itemsSync.partial,
  getBravoItemsSyncStats: itemsSync.stats,
  storeSalesLedgers: post('/bravo-sales-ledgers', {
    summary: 'Lưu sổ bán hàng Bravo của một khoảng ngày (lượt chạy), hoặc nhận các dòng đưa thêm (trả lời ngay)',
    body: z.union([z.object(salesRange), z.object({ rows: z.array(salesLedgerFields).min(1).max(10000) })]),
    bulk: true,
    response: z.union([
      accepted,
      z.object({
        created: z.int(),
        changed: z.int(),
        unchanged: z.int(),
        rejected: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
      }),
    ]),
    status: 200,
    errors: ['BRAVO_UNAVAILABLE', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
  uploadGivenSales: post('/bravo-sales-ledgers/bulk', {
    summary: 'Đưa thêm dòng bán hàng bằng tệp «Bảng kê bán hàng»',
    query: uploadQuery,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  removeGivenSales: post('/bravo-sales-ledgers/remove', {
    summary: 'Bỏ các dòng bán hàng đưa thêm',
    body: z.object({ ids: z.array(id).min(1).max(1000), reason: z.string().trim().min(1).max(500) }),
    response: z.object({ removed: z.int(), notFound: z.array(id) }),
    errors: ['SALE_INVOICED', 'PERIOD_STATE', 'IDEMPOTENCY_MISMATCH'],
  }),
  retrieveSalesLedgers: get('/bravo-sales-ledgers/retrieve', {
    summary: 'Đọc trực tiếp sổ bán hàng từ Bravo, không lưu',
    query: listQuery(['docDate', 'docNo'], salesRange),
    response: page(salesLedgerLine),
    errors: ['BRAVO_UNAVAILABLE', 'BRAVO_QUERY_INVALID'],
  }),
  listSalesLedgers: get('/bravo-sales-ledgers', {
    summary: 'Sổ bán hàng đã lưu',
    query: listQuery(['docDate', 'docNo', 'partnerCode', 'itemCode', 'amount', 'netAmount', 'quantity'], {
      fromDate: day.optional(),
      toDate: day.optional(),
      branchCode: z.string().optional(),
      docCode: z.string().optional(),
      docNo: z.string().optional(),
      partnerCode: z.string().optional(),
      itemCode: z.string().optional(),
      kind: z.enum(SALES_LINE_KINDS).optional(),
      source: z.enum(BRAVO_SOURCES).optional(),
      notInFileOf: id.optional().describe('Chỉ dòng đưa thêm mà tệp của lượt tải này (runId của báo cáo) không có'),
    }),
    response: page(salesLedgerLine),
  }),
} as const;
