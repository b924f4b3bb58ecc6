import { z } from 'zod';
import { UPLOAD_ERRORS } from './amis.ts';
import { SALES_LINE_KINDS } from './bravo.ts';
import { del, get, patch, post } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { runOrIdle } from './runs.ts';
import {
  accepted,
  changesOf,
  commaList,
  day,
  decimal,
  dryRunQuery,
  id,
  idParams,
  instant,
  note,
  quantity,
  vatRate,
  version,
  vnd,
} from './values.ts';

export const PERIOD_STATUSES = ['open', 'generated', 'exported', 'closed'] as const;
export const INVOICE_STATUSES = ['draft', 'exported', 'issued', 'cancelled', 'replaced', 'adjusted'] as const;
export const BUYER_SOURCES = ['connection', 'tax_code', 'new_customer', 'consumer', 'chosen'] as const;
export const EXCLUSION_REASONS = ['cancelled', 'internal', 'not_a_sale'] as const;
export const COVERAGES = ['covered', 'partly', 'uncovered', 'excluded', 'returned'] as const;
export const SHORTAGE_REASONS = [
  'ITEM_NOT_CONNECTED',
  'FACTOR_MISSING',
  'NO_STOCK',
  'STOCK_AFTER_SALE',
  'TAKEN_BY_OTHERS',
  'ISSUER_NOT_DECLARED',
  'INVOICE_REQUIREMENT_UNSET',
  'PROFILE_LOCKED',
  'RETURN_UNMATCHED',
  'NEEDS_REVIEW',
  'VAT_RATE_UNKNOWN',
] as const;

export const periodRules = z.object({
  aggregateConsumersPerDay: z.boolean().default(false),
  cancelledDocStatuses: z.array(z.string().max(20)).max(50).default([]),
  internalPartnerCodes: z.array(z.string().max(100)).max(1000).default([]),
  divisibleUnits: z
    .array(z.string().max(50))
    .max(200)
    .default(['kg', 'g', 'm', 'mét', 'lít', 'l', 'm2', 'm3', 'tấn', 'tạ', 'giờ']),
});

const periodFields = z.object({
  name: z.string().trim().min(1).max(200),
  fromDate: day,
  toDate: day,
  plannedInvoiceDate: day,
  profileIds: z.array(id).min(1).max(50).describe('Thứ tự là thứ tự ưu tiên của kỳ'),
  issuers: z.record(z.string(), z.array(id)).default({}).describe('Chi nhánh Bravo → các hồ sơ được xuất hóa đơn'),
  rules: periodRules.prefault({}),
});

export const period = periodFields
  .extend({
    id,
    status: z.enum(PERIOD_STATUSES),
    profiles: z.array(z.object({ id, code: z.string(), name: z.string() })),
    branches: z
      .array(z.object({ code: z.string(), lines: z.int(), amount: vnd }))
      .describe('Chi nhánh có trong sổ của kỳ'),
    generatedAt: instant.nullable(),
    exportedAt: instant.nullable(),
    closedAt: instant.nullable(),
    closeAcknowledgement: z.string().nullable(),
    version,
    createdAt: instant,
  })
  .meta({ id: 'InvoicePeriod' });
export type Period = z.infer<typeof period>;

/** ledger = invoiced + alreadyInvoiced + unallocated + excluded, in đồng; `vat` ties out the same way. */
const tieOutFigures = z.object({ ledger: vnd, invoiced: vnd, alreadyInvoiced: vnd, unallocated: vnd, excluded: vnd });

export const warning = z.object({
  code: z.string(),
  message: z.string(),
  profile: z.string().optional(),
  line: z.string().optional(),
  invoice: z.string().optional(),
});

export const periodStats = z
  .object({
    status: z.enum(PERIOD_STATUSES),
    tieOut: tieOutFigures,
    vatTieOut: tieOutFigures,
    ledgerLines: z.int(),
    ledgerDocuments: z.int(),
    invoices: z.int(),
    invoiceTotal: vnd,
    byStatus: z.record(z.string(), z.int()),
    shortages: z.array(z.object({ reason: z.enum(SHORTAGE_REASONS), lines: z.int(), amount: vnd, remedy: z.string() })),
    byProfile: z.array(
      z.object({
        profileId: id,
        code: z.string(),
        name: z.string(),
        invoices: z.int(),
        amount: vnd,
        vatAmount: vnd,
        stockLoadedAt: instant.nullable(),
        salesLedgerLoadedAt: instant.nullable(),
      }),
    ),
    byDay: z.array(
      z.object({ day, ledger: vnd, invoiced: vnd, alreadyInvoiced: vnd, unallocated: vnd, excluded: vnd }),
    ),
    warnings: z.array(warning),
    warningCount: z.int(),
    reviewCount: z.int(),
    lastChange: z.object({ added: z.int(), changed: z.int(), removed: z.int(), kept: z.int() }).nullable(),
  })
  .meta({ id: 'PeriodStats' });

const buyer = z.object({
  source: z.enum(BUYER_SOURCES),
  customerId: id.nullable(),
  customerCode: z.string(),
  name: z.string(),
  address: z.string(),
  taxCode: z.string(),
  phone: z.string(),
  email: z.string(),
  reason: z.string().nullable().describe('Lý do khi người dùng chọn người mua khác'),
});

const invoiceSummaryFields = {
  id,
  periodId: id,
  profileId: id,
  profileCode: z.string(),
  voucherNumber: z.string(),
  date: day.describe('Ngày hóa đơn dự kiến'),
  documentDate: day.describe('Ngày của chứng từ bán hàng, không bao giờ đổi'),
  bravoDocument: z.string(),
  buyer,
  ledgerBuyer: z
    .object({ code: z.string(), name: z.string(), taxCode: z.string(), address: z.string() })
    .describe('Người mua theo sổ Bravo, luôn hiển thị'),
  amount: vnd,
  vatAmount: vnd,
  total: vnd,
  itemCount: z.int(),
  warningCount: z.int(),
  status: z.enum(INVOICE_STATUSES),
  pinned: z.boolean(),
  invoiceNumber: z.string().nullable().describe('Số hóa đơn thật, có khi đã phát hành'),
  invoiceDate: day.nullable(),
  version,
};
export const amisInvoiceSummary = z.object(invoiceSummaryFields).meta({ id: 'AmisInvoiceSummary' });

export const amisInvoice = z
  .object({
    ...invoiceSummaryFields,
    seller: z.object({
      name: z.string(),
      taxCode: z.string(),
      address: z.string(),
      invoiceForm: z.string(),
      invoiceSymbol: z.string(),
      logoUrl: z.string().nullable(),
    }),
    items: z.array(
      z.object({
        id,
        lineNumber: z.int(),
        productCode: z.string(),
        name: z.string(),
        unit: z.string(),
        warehouseCode: z.string(),
        kind: z.enum(SALES_LINE_KINDS),
        quantity,
        unitPrice: decimal,
        amount: vnd,
        vatRate,
        vatAmount: vnd,
        allocationCount: z.int(),
      }),
    ),
    vat: z.array(z.object({ rate: vatRate, amount: vnd, vatAmount: vnd })),
    amountInWords: z.string(),
    warnings: z.array(warning),
  })
  .meta({ id: 'AmisInvoice' });

export const allocation = z
  .object({
    id,
    line: z.string().describe('Khóa nguồn của dòng sổ Bravo'),
    bravoDocument: z.string(),
    docDate: day,
    itemCode: z.string(),
    itemName: z.string(),
    lot: z.string().nullable(),
    warehouseCode: z.string(),
    availableFrom: day.nullable(),
    quantity,
    baseQuantity: quantity,
    amount: vnd,
  })
  .meta({ id: 'Allocation' });

const salesDocumentFields = {
  id: z.string().describe('Khóa chứng từ Bravo, mã hóa URL'),
  branchCode: z.string(),
  docCode: z.string(),
  docNo: z.string(),
  docDate: day,
  docStatus: z.string(),
  partnerCode: z.string(),
  partnerName: z.string(),
  invoiceRequirement: z.string(),
  lines: z.int(),
  amount: vnd,
  vatAmount: vnd,
  invoiced: vnd,
  alreadyInvoiced: vnd,
  unallocated: vnd,
  excluded: vnd,
  coverage: z.enum(COVERAGES),
};
export const salesDocument = z.object(salesDocumentFields).meta({ id: 'BravoSalesDocument' });

const shortage = z.object({
  reason: z.enum(SHORTAGE_REASONS),
  baseQuantity: quantity,
  amount: vnd,
  message: z.string(),
  remedy: z.string(),
  competitors: z.array(z.object({ document: z.string(), line: z.string(), quantity })),
});

export const salesDocumentDetail = z
  .object({
    ...salesDocumentFields,
    ledgerLines: z.array(
      z.object({
        sourceKey: z.string(),
        itemCode: z.string(),
        itemName: z.string(),
        unit: z.string(),
        quantity,
        baseQuantity: quantity,
        unitPrice: decimal,
        amount: vnd,
        discount: vnd,
        netAmount: vnd,
        vatRate: vatRate.nullable(),
        vatAmount: vnd,
        kind: z.enum(SALES_LINE_KINDS),
        invoiced: vnd,
        alreadyInvoiced: vnd,
        unallocated: vnd,
        excluded: vnd,
        exclusion: z
          .object({ reason: z.enum(EXCLUSION_REASONS), note: z.string(), by: z.string(), at: instant })
          .nullable(),
        shortages: z.array(shortage),
        invoices: z.array(
          z.object({
            id,
            voucherNumber: z.string(),
            profileCode: z.string(),
            quantity,
            amount: vnd,
            status: z.enum(INVOICE_STATUSES),
          }),
        ),
        netted: z.array(z.object({ line: z.string(), document: z.string(), baseQuantity: quantity, amount: vnd })),
      }),
    ),
  })
  .meta({ id: 'BravoSalesDocumentDetail' });

const customerOption = z
  .object({
    customerId: id,
    code: z.string(),
    name: z.string(),
    address: z.string(),
    taxCode: z.string(),
    found: z.enum(['connection', 'tax_code', 'search']),
    sameLegalPerson: z.boolean().describe('Cùng pháp nhân với người mua trên sổ: đổi tự do; khác thì cần lý do'),
  })
  .meta({ id: 'CustomerOption' });

const generateBody = z.object({ version: version.optional() }).optional();
const profileUpload = z.object({ profileId: id });
const statusOf = (path: `/${string}`, summary: string) =>
  get(path, { summary, params: idParams, response: runOrIdle, errors: ['NOT_FOUND'] });

export const invoiceIssuanceEndpoints = {
  createPeriod: post('/invoice-issuance/periods', {
    summary: 'Mở kỳ phát hành',
    body: periodFields,
    response: period,
    status: 201,
    errors: ['PERIOD_EXISTS', 'NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
  }),
  listPeriods: get('/invoice-issuance/periods', {
    summary: 'Các kỳ phát hành',
    query: listQuery(['fromDate', 'createdAt'], { status: z.enum(PERIOD_STATUSES).optional() }),
    response: page(period),
  }),
  getCurrentPeriod: get('/invoice-issuance/periods/current', {
    summary: 'Kỳ hiện tại, hoặc null',
    response: period.nullable(),
  }),
  getPeriod: get('/invoice-issuance/periods/{id}', {
    summary: 'Một kỳ',
    params: idParams,
    response: period,
    errors: ['NOT_FOUND'],
  }),
  updatePeriod: patch('/invoice-issuance/periods/{id}', {
    summary: 'Sửa kỳ; đổi trạng thái để đóng hoặc mở lại',
    params: idParams,
    body: changesOf(periodFields).extend({
      version,
      status: z.enum(['closed', 'exported']).optional(),
      acknowledgement: z.string().trim().max(2000).optional(),
    }),
    response: period,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'PERIOD_STATE', 'ACKNOWLEDGEMENT_REQUIRED', 'ADMIN_ONLY'],
  }),
  deletePeriod: del('/invoice-issuance/periods/{id}', {
    summary: 'Xóa kỳ chưa xuất hóa đơn',
    params: idParams,
    errors: ['NOT_FOUND', 'PERIOD_IN_USE'],
  }),
  loadBravoSales: post('/invoice-issuance/periods/{id}/load-bravo-sales', {
    summary: 'Nạp sổ bán hàng Bravo của kỳ',
    params: idParams,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'RUN_IN_PROGRESS', 'BRAVO_UNAVAILABLE', 'BRAVO_QUERY_INVALID'],
  }),
  loadAmisInventory: post('/invoice-issuance/periods/{id}/load-amis-inventory', {
    summary: 'Nạp tồn kho AMIS của một hồ sơ',
    params: idParams,
    query: dryRunQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: [...UPLOAD_ERRORS, 'PERIOD_STATE'],
  }),
  loadAmisSalesLedger: post('/invoice-issuance/periods/{id}/load-amis-sales-ledger', {
    summary: 'Nạp sổ chi tiết bán hàng AMIS của một hồ sơ',
    params: idParams,
    query: dryRunQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: [...UPLOAD_ERRORS, 'PERIOD_STATE'],
  }),
  listAmisInvoices: get('/invoice-issuance/periods/{id}/amis-invoices', {
    summary: 'Hóa đơn của kỳ',
    params: idParams,
    query: listQuery(['voucherNumber', 'date', 'total', 'amount', 'profileCode', 'buyerName', 'status'], {
      profileId: id.optional(),
      status: commaList(z.enum(INVOICE_STATUSES)).optional(),
      buyerSource: z.enum(BUYER_SOURCES).optional(),
      warnings: z.stringbool().optional(),
      pinned: z.stringbool().optional(),
      fromDate: day.optional(),
      toDate: day.optional(),
      document: z.string().optional(),
    }),
    response: page(amisInvoiceSummary),
    errors: ['NOT_FOUND'],
  }),
  getAmisInvoice: get('/invoice-issuance/amis-invoices/{id}', {
    summary: 'Một hóa đơn',
    params: idParams,
    response: amisInvoice,
    errors: ['NOT_FOUND'],
  }),
  getPeriodStats: get('/invoice-issuance/periods/{id}/stats', {
    summary: 'Số liệu và cân đối của kỳ',
    params: idParams,
    response: periodStats,
    errors: ['NOT_FOUND'],
  }),
  getPeriodPreflight: get('/invoice-issuance/periods/{id}/preflight', {
    summary: 'Kiểm tra kỳ: mọi vướng mắc kèm cách xử lý',
    params: idParams,
    response: z.object({
      problems: z.array(
        z.object({
          code: z.string(),
          severity: z.enum(['block', 'warn', 'info']),
          message: z.string(),
          remedy: z.string(),
          count: z.int(),
          link: z.string().nullable(),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
  }),
  generateInvoices: post('/invoice-issuance/periods/{id}/generate-invoices', {
    summary: 'Sinh hóa đơn',
    params: idParams,
    body: generateBody,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'RUN_IN_PROGRESS', 'ISSUER_NOT_DECLARED', 'IDEMPOTENCY_MISMATCH'],
  }),
  regenerateInvoices: post('/invoice-issuance/periods/{id}/regenerate-invoices', {
    summary: 'Sinh lại, giữ hóa đơn đã sửa tay và đã xuất',
    params: idParams,
    body: generateBody,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
  updateInvoiceCustomer: patch('/invoice-issuance/amis-invoices/{id}/customer', {
    summary: 'Đổi người mua của hóa đơn nháp',
    params: idParams,
    body: z.object({ version, customerId: id, reason: z.string().trim().max(500).optional() }),
    response: amisInvoice,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'INVOICE_STATE', 'REASON_REQUIRED', 'PROFILE_LOCKED'],
  }),
  updateInvoicePin: patch('/invoice-issuance/amis-invoices/{id}/pin', {
    summary: 'Ghim hoặc bỏ ghim hóa đơn khi sinh lại',
    params: idParams,
    body: z.object({ version, pinned: z.boolean() }),
    response: amisInvoice,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'INVOICE_STATE'],
  }),
  listCustomerOptions: get('/invoice-issuance/amis-invoices/{id}/customer-options', {
    summary: 'Người mua có thể chọn',
    params: idParams,
    query: listQuery(['name', 'code'], {}),
    response: page(customerOption),
    errors: ['NOT_FOUND'],
  }),
  downloadExcel: post('/invoice-issuance/periods/{id}/download-excel', {
    summary: 'Tải bộ tệp: mỗi hồ sơ một tệp nhập AMIS, cùng bảng đối chiếu',
    params: idParams,
    body: z.object({ profileIds: z.array(id).optional() }).optional(),
    kind: 'file',
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'NOTHING_TO_EXPORT', 'PROFILE_LOCKED', 'IDEMPOTENCY_MISMATCH'],
  }),
  listPeriodSales: get('/invoice-issuance/periods/{id}/invoice-bravo-sales', {
    summary: 'Chứng từ bán hàng Bravo của kỳ và mức độ đã xuất hóa đơn',
    params: idParams,
    query: listQuery(['docDate', 'docNo', 'partnerCode', 'amount', 'unallocated', 'invoiced'], {
      coverage: z.enum(COVERAGES).optional(),
      reason: z.enum(SHORTAGE_REASONS).optional(),
      branchCode: z.string().optional(),
      docCode: z.string().optional(),
      partnerCode: z.string().optional(),
      fromDate: day.optional(),
      toDate: day.optional(),
    }),
    response: page(salesDocument),
    errors: ['NOT_FOUND'],
  }),
  getPeriodSale: get('/invoice-issuance/invoice-bravo-sales/{id}', {
    summary: 'Một chứng từ Bravo với các dòng, hóa đơn và phần còn thiếu',
    params: z.object({ id: z.string() }),
    response: salesDocumentDetail,
    errors: ['NOT_FOUND'],
  }),
  setLineExclusion: post('/invoice-issuance/periods/{id}/exclusions', {
    summary: 'Loại dòng khỏi kỳ theo danh mục lý do đóng, hoặc bỏ loại',
    params: idParams,
    body: z.object({
      sourceKeys: z.array(z.string()).min(1).max(5000),
      reason: z.enum(EXCLUSION_REASONS).nullable(),
      note: note.optional(),
    }),
    response: z.object({ updated: z.int() }),
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'REASON_REQUIRED'],
  }),
  listShortages: get('/invoice-issuance/periods/{id}/shortages', {
    summary: 'Phần chưa xuất được và lý do',
    params: idParams,
    query: listQuery(['amount', 'docDate', 'itemCode'], {
      reason: z.enum(SHORTAGE_REASONS).optional(),
      itemCode: z.string().optional(),
      partnerCode: z.string().optional(),
    }),
    response: page(
      shortage.extend({
        line: z.string(),
        documentId: z.string(),
        document: z.string(),
        docDate: day,
        partnerCode: z.string(),
        partnerName: z.string(),
        itemCode: z.string(),
        itemName: z.string(),
        unit: z.string(),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  listAllocations: get('/invoice-issuance/invoice-items/{id}/allocations', {
    summary: 'Phân bổ của một dòng hóa đơn',
    params: idParams,
    query: listQuery(['docDate'], {}),
    response: page(allocation),
    errors: ['NOT_FOUND'],
  }),
  getSalesLedgerStatus: statusOf(
    '/invoice-issuance/periods/{id}/sales-ledger-processing-status',
    'Tình trạng nạp sổ bán hàng AMIS',
  ),
  getInvoiceGenerationStatus: statusOf(
    '/invoice-issuance/periods/{id}/invoice-generation-processing-status',
    'Tình trạng sinh hóa đơn',
  ),
  getBravoSalesStatus: statusOf(
    '/invoice-issuance/periods/{id}/bravo-sales-processing-status',
    'Tình trạng nạp bán hàng Bravo',
  ),
  getAmisInventoryStatus: statusOf(
    '/invoice-issuance/periods/{id}/amis-inventory-processing-status',
    'Tình trạng nạp tồn kho AMIS',
  ),
} as const;
