import { RECORD_KINDS } from '@khop/engine/invoice-issuance/findings/record-ref.ts';
import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { z } from 'zod';
import { get, patch, post } from './endpoint.ts';
import { basisEndpoints } from './invoice-issuance/bases.ts';
import {
  allocation,
  amisInvoice,
  amisInvoiceSummary,
  BUYER_SOURCES,
  customerOption,
} from './invoice-issuance/invoices.ts';
import { layoutEndpoints } from './invoice-issuance/layouts.ts';
import { loadEndpoints } from './invoice-issuance/loads.ts';
import { periodEndpoints } from './invoice-issuance/periods.ts';
import { reconciliationEndpoints } from './invoice-issuance/reconciliation.ts';
import { regenerationEndpoints } from './invoice-issuance/regeneration.ts';
import { changeMark, dayCell, lateness, periodStats } from './invoice-issuance/resources.ts';
import { reviewEndpoints } from './invoice-issuance/reviews.ts';
import { ruleEndpoints } from './invoice-issuance/rules.ts';
import { salesEndpoints } from './invoice-issuance/sales-documents.ts';
import { taxSettlementEndpoints } from './invoice-issuance/tax-settlements.ts';
import { threeSidesEndpoints } from './invoice-issuance/three-sides.ts';
import { vatEndpoints } from './invoice-issuance/vat.ts';
import { workListEndpoints } from './invoice-issuance/work-lists.ts';
import { gridQuery, listQuery, page } from './paging.ts';
import { runOrIdle } from './runs.ts';
import { accepted, commaList, day, id, idParams, version, vnd } from './values.ts';

const override = z
  .object({ reason: z.string().trim().min(1).max(2000) })
  .optional()
  .describe('Quản trị viên tiếp tục khi «Kiểm tra kỳ» chặn, nếu không trái luật');
const generateFields = z.object({
  version: version.optional(),
  through: day.optional().describe('Chỉ lập cho các ngày bán đến ngày này, để bàn giao trước; bỏ trống: đến hôm nay'),
  override,
});
const generateBody = generateFields.optional();
const statusOf = (path: `/${string}`, summary: string) =>
  get(path, { summary, params: idParams, response: runOrIdle, errors: ['NOT_FOUND'] });

export const invoiceIssuanceEndpoints = {
  ...periodEndpoints,
  ...basisEndpoints,
  ...loadEndpoints,
  ...threeSidesEndpoints,
  listAmisInvoices: get('/invoice-issuance/periods/{id}/amis-invoices', {
    summary: 'Hóa đơn của kỳ',
    params: idParams,
    query: gridQuery(
      ['voucherNumber', 'date', 'total', 'amount', 'profileCode', 'buyerName', 'status'],
      {
        profileId: commaList(id).optional(),
        status: commaList(z.enum(INVOICE_STATUSES)).optional(),
        buyerSource: commaList(z.enum(BUYER_SOURCES)).optional(),
        warnings: z.stringbool().optional(),
        pinned: z.stringbool().optional(),
        reviewed: z.stringbool().optional(),
        fromDate: day.optional(),
        toDate: day.optional(),
        document: z.string().optional(),
      },
      ['taxCode', 'ledgerBuyer', 'source', 'document', 'vatAmount', 'warnings', 'invoiceNumber'],
    ),
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
      changeMark,
      today: day.describe('Ngày lập hóa đơn: hôm nay, theo giờ Việt Nam'),
      lateness: z.array(lateness).describe('Theo hồ sơ; trống khi chưa sinh hóa đơn'),
      days: z.array(dayCell).describe('Cửa ngày: mỗi ngày có bán hàng, mỗi hồ sơ một ô'),
      completeThrough: day.nullable().describe('Bán hàng của các ngày đến ngày này đã đọc sau khi ngày kết thúc'),
      problems: z.array(
        z.object({
          key: z.string().describe('Tên của điều này khi hỏi các bản ghi của nó'),
          code: z.string(),
          severity: z.enum(['block', 'warn', 'info']),
          message: z.string(),
          remedy: z.string(),
          count: z.int().describe('Số bản ghi, đúng bằng số dòng của danh sách bản ghi'),
          amount: vnd.nullable().describe('Tiền trước thuế của các bản ghi; null: không có tiền'),
          stops: z.enum(['generation', 'export']).nullable().describe('Việc mà điều này chặn'),
          canOverride: z.boolean().describe('Quản trị viên được tiếp tục, có ghi lý do'),
          profileId: id.nullable(),
          voucher: z.string().optional().describe('Chứng từ AMIS mà điều này nói đến, nếu chỉ một'),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
  }),
  listFindingRecords: get('/invoice-issuance/periods/{id}/findings/{key}/records', {
    summary:
      'Các bản ghi mà một điều của Kiểm tra kỳ đếm, kèm tiền; key là key của điều ấy, hoặc code cho mọi điều cùng loại',
    params: idParams.extend({ key: z.string().min(1).max(200) }),
    query: listQuery(['amount', 'label'], { profileId: commaList(id).optional() }),
    response: page(
      z.object({
        kind: z.enum(RECORD_KINDS),
        id: z.string().describe('Mã của bản ghi: khóa dòng, mã khách, mã hàng…'),
        targetId: z
          .string()
          .nullable()
          .describe('Để mở bản ghi: id của hóa đơn, chứng từ, hàng hóa, hồ sơ; mã của danh mục Bravo'),
        profileId: id.nullable(),
        profileCode: z.string(),
        warehouse: z.string(),
        item: z.string(),
        reference: z.string().describe('Chứng từ của dòng bán, số chứng từ của hóa đơn hay dòng sổ AMIS'),
        label: z.string(),
        detail: z.string(),
        amount: vnd.nullable().describe('Tiền hàng'),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  generateInvoices: post('/invoice-issuance/periods/{id}/generate-invoices', {
    summary: 'Sinh hóa đơn',
    params: idParams,
    body: generateBody,
    response: accepted,
    status: 202,
    errors: [
      'NOT_FOUND',
      'PERIOD_STATE',
      'RUN_IN_PROGRESS',
      'ISSUER_NOT_DECLARED',
      'ADMIN_ONLY',
      'IDEMPOTENCY_MISMATCH',
    ],
  }),
  regenerateInvoices: post('/invoice-issuance/periods/{id}/regenerate-invoices', {
    summary: 'Sinh lại, giữ hóa đơn đã sửa tay và đã xuất',
    params: idParams,
    body: generateFields
      .extend({
        addOnly: z
          .boolean()
          .optional()
          .describe('Chỉ thêm, không đổi: hóa đơn nháp giữ nguyên, trừ khi trái luật của kế hoạch'),
        preview: z.boolean().optional().describe('Chỉ lập kế hoạch để xem; áp dụng hoặc bỏ sau'),
      })
      .optional(),
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'RUN_IN_PROGRESS', 'ADMIN_ONLY', 'IDEMPOTENCY_MISMATCH'],
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
  reviewInvoices: post('/invoice-issuance/periods/{id}/review-invoices', {
    summary: 'Đánh dấu đã soát (và ghim) các hóa đơn nháp, hoặc bỏ dấu',
    params: idParams,
    body: z.object({ invoices: z.array(z.object({ id, version })).min(1).max(1000), reviewed: z.boolean() }),
    response: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND', 'STALE_VERSION', 'INVOICE_STATE', 'IDEMPOTENCY_MISMATCH'],
  }),
  takeBackInvoices: post('/invoice-issuance/periods/{id}/take-back-invoices', {
    summary: 'Thu hồi hóa đơn đã giao mà sổ AMIS xuất sau đó không có, để lập lại với ngày lập thật',
    params: idParams,
    body: z.object({
      invoices: z.array(z.object({ id, version })).min(1).max(1000),
      reason: z.string().trim().min(1).max(500),
    }),
    response: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND', 'STALE_VERSION', 'INVOICE_STATE', 'IDEMPOTENCY_MISMATCH'],
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
    body: z
      .object({
        profileIds: z.array(id).optional(),
        only: z
          .enum(['all', 'new'])
          .optional()
          .describe('all (mặc định): mọi hóa đơn AMIS chưa phát hành; new: chỉ hóa đơn chưa từng xuất'),
        override,
      })
      .optional(),
    mediaTypes: ['application/zip'],
    errors: [
      'NOT_FOUND',
      'PERIOD_STATE',
      'NOTHING_TO_EXPORT',
      'PREFLIGHT_BLOCKED',
      'PROFILE_LOCKED',
      'ADMIN_ONLY',
      'IDEMPOTENCY_MISMATCH',
    ],
  }),
  ...salesEndpoints,
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
  ...reviewEndpoints,
  ...taxSettlementEndpoints,
  ...layoutEndpoints,
  ...ruleEndpoints,
  ...reconciliationEndpoints,
  ...vatEndpoints,
  ...workListEndpoints,
  ...regenerationEndpoints,
} as const;
