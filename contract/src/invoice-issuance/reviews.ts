import { z } from 'zod';
import { get, post } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { commaList, day, id, idParams, instant, note, quantity, vnd } from '../values.ts';

/** A line of the AMIS sales ledger, down to the row of the file that it was read from. */
export const amisEntry = z.object({
  profileId: id,
  profileCode: z.string(),
  entryKey: z.string(),
  voucherNumber: z.string(),
  documentDate: day,
  invoiceNumber: z.string(),
  customerCode: z.string(),
  customerName: z.string(),
  productCode: z.string(),
  productName: z.string(),
  unit: z.string(),
  quantity: quantity.describe('Đơn vị AMIS, đã trừ trả lại'),
  amount: vnd.describe('Trước thuế, đã trừ chiết khấu và trả lại'),
  rowNumber: z.int().nullable().describe('Số dòng trong tệp đã tải lên'),
  fileName: z.string(),
});

const candidate = z.object({
  line: z.string(),
  documentId: z.string(),
  document: z.string(),
  docDate: day,
  partnerCode: z.string(),
  partnerName: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  unit: z.string().describe('Đơn vị gốc Bravo'),
  baseQuantity: quantity,
  amisQuantity: quantity.nullable().describe('Số lượng quy ra đơn vị AMIS của dòng sổ; null khi mã chưa nối'),
  amount: vnd,
  placed: vnd.describe('Đã lên hóa đơn khác hoặc đã nhận là xuất ở AMIS'),
});

const review = z
  .object({
    ...amisEntry.shape,
    inLedger: z.boolean().describe('Sổ AMIS mới nhất còn dòng này'),
    why: z.string(),
    candidates: z.array(candidate),
    decision: z
      .object({
        line: z.string().nullable().describe('null: không phải dòng bán nào của kỳ'),
        otherLines: z.array(z.string()).describe('Các dòng bán khác mà dòng AMIS này gộp, ngoài `line`'),
        note: z.string(),
        by: z.string(),
        at: instant,
        appliedAmount: vnd.describe('Phần của dòng Bravo đã tính là xuất ở AMIS theo kế hoạch đang dùng'),
      })
      .nullable(),
  })
  .meta({ id: 'AmisEntryReview' });

const entryRef = z.object({ profileId: id, entryKey: z.string().min(1).max(600) });

const seenEntry = entryRef.extend({
  seen: instant
    .nullable()
    .optional()
    .describe(
      '`at` của quyết định đã thấy, null: chưa có; đã đổi thì 412. Không gửi: đổi hay bỏ quyết định trước, nếu có',
    ),
});
const lineKey = z.string().min(1).max(300);
const decision = seenEntry.extend({
  line: lineKey.nullable(),
  otherLines: z
    .array(lineKey)
    .max(200)
    .optional()
    .describe('Khi một dòng AMIS gộp nhiều dòng bán: các dòng còn lại, theo thứ tự trừ dần số lượng'),
});

export const reviewEndpoints = {
  listReviews: get('/invoice-issuance/periods/{id}/reviews', {
    summary: 'Dòng sổ bán hàng AMIS chờ người quyết định, hoặc đã quyết định',
    params: idParams,
    query: gridQuery(
      ['amount', 'documentDate', 'voucherNumber'],
      {
        decided: z.stringbool().optional().describe('Mặc định: chỉ những dòng còn chờ'),
        profileId: commaList(id).optional(),
      },
      ['profileCode', 'customer', 'product', 'quantity', 'why'],
    ),
    response: page(review),
    errors: ['NOT_FOUND'],
  }),
  getEntryReview: get('/invoice-issuance/periods/{id}/amis-entries/review', {
    summary:
      'Một dòng sổ bán hàng AMIS cùng các dòng bán Bravo mà nó có thể là: cùng khách, gần ngày, cùng tiền; hoặc các dòng tìm theo q',
    params: idParams,
    query: entryRef.extend({ q: z.string().max(200).optional() }),
    response: review,
    errors: ['NOT_FOUND'],
  }),
  decideReviews: post('/invoice-issuance/periods/{id}/reviews/decisions', {
    summary: 'Quyết định: dòng sổ AMIS là dòng bán nào của Bravo, hoặc không là dòng nào',
    params: idParams,
    body: z.object({
      decisions: z.array(decision).min(1).max(500),
      note: note.optional(),
    }),
    response: z.object({
      updated: z.int(),
      at: instant.describe('`at` của mọi quyết định vừa ghi, để gửi làm `seen` khi bỏ ngay'),
    }),
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'STALE_VERSION', 'VALIDATION', 'IDEMPOTENCY_MISMATCH'],
  }),
  undoReviewDecisions: post('/invoice-issuance/periods/{id}/reviews/decisions/undo', {
    summary: 'Bỏ quyết định: dòng sổ AMIS trở lại danh sách chờ ở lần sinh sau',
    params: idParams,
    body: z.object({ entries: z.array(seenEntry).min(1).max(500) }),
    response: z.object({ updated: z.int() }),
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'STALE_VERSION', 'IDEMPOTENCY_MISMATCH'],
  }),
} as const;
