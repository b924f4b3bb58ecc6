import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { z } from 'zod';
import { get } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { commaList, day, id, idParams, quantity, vnd } from '../values.ts';
import { SHORTAGE_REASONS, tieOutFigures } from './resources.ts';
import { amisEntry } from './reviews.ts';

const RECONCILIATION_BY = ['partner', 'item', 'profile', 'day'] as const;
const PLACES = ['invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted'] as const;
const ENTRY_STATES = ['ours', 'matched', 'review', 'not_ours', 'correction', 'void', 'unmatched'] as const;

const figures = ['ledger', 'invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted'] as const;

/** `none` means that the part belongs to no profile: not invoiced, left out, or netted. */
const profileOrNone = z.union([id, z.literal('none')]);

export const reconciliationEndpoints = {
  listReconciliation: get('/invoice-issuance/periods/{id}/reconciliation', {
    summary: 'Đối chiếu theo khách, mặt hàng, hồ sơ hoặc ngày: sổ = lập mới + đã xuất + chưa xuất + loại ra + bù trừ',
    params: idParams,
    query: gridQuery(['key', 'name', ...figures], { by: z.enum(RECONCILIATION_BY).default('partner') }, []),
    response: page(
      tieOutFigures.extend({
        key: z.string().describe('Mã khách, mã mặt hàng, id hồ sơ hoặc ngày; rỗng: không thuộc đâu'),
        code: z.string(),
        name: z.string(),
        netted: vnd.describe('Hàng trả lại bù trừ với đơn bán: cộng cả sổ bằng 0'),
        parts: z.int(),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  listReconciliationParts: get('/invoice-issuance/periods/{id}/reconciliation/parts', {
    summary: 'Từng phần của từng dòng sổ Bravo: lên hóa đơn nào, là dòng nào của sổ AMIS, hoặc vì sao chưa xuất',
    params: idParams,
    query: gridQuery(
      ['docDate', 'amount', 'document', 'itemCode', 'partnerCode'],
      {
        place: commaList(z.enum(PLACES)).optional(),
        partnerCode: z.string().optional(),
        itemCode: z.string().optional(),
        profileId: commaList(profileOrNone).optional(),
        day: day.optional(),
        onLedger: z.stringbool().optional().describe('false: phần của hóa đơn giữ lại mà sổ Bravo không còn dòng'),
        fromDate: day.optional(),
        toDate: day.optional(),
      },
      ['itemName', 'quantity', 'place', 'profileCode', 'unit', 'line', 'why'],
    ),
    response: page(
      z.object({
        place: z.enum(PLACES),
        line: z.string().describe('Khóa dòng sổ Bravo'),
        onLedger: z.boolean().describe('Sổ Bravo mới nhất còn dòng này'),
        documentId: z.string(),
        document: z.string(),
        docDate: day.nullable(),
        partnerCode: z.string(),
        partnerName: z.string(),
        itemCode: z.string(),
        itemName: z.string(),
        unit: z.string(),
        baseQuantity: quantity,
        amount: vnd,
        profileCode: z.string(),
        invoiceId: id.nullable(),
        voucherNumber: z.string().describe('Số chứng từ AMIS, hoặc dòng Bravo được bù trừ'),
        reason: z.enum(SHORTAGE_REASONS).nullable(),
        why: z.string(),
        fileName: z.string().describe('Tệp sổ AMIS có dòng đã xuất'),
        rowNumber: z.int().nullable(),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  listAmisEntries: get('/invoice-issuance/periods/{id}/amis-entries', {
    summary: 'Từng dòng sổ bán hàng AMIS: hóa đơn của Khớp, dòng bán hàng Bravo, chờ quyết định, hay không của kỳ',
    params: idParams,
    query: gridQuery(
      ['documentDate', 'voucherNumber', 'amount', 'rowNumber'],
      {
        profileId: commaList(id).optional(),
        state: commaList(z.enum(ENTRY_STATES)).optional(),
      },
      ['profileCode', 'customer', 'product', 'quantity', 'state', 'invoiceNumber', 'invoiceVoucher'],
    ),
    response: page(
      amisEntry.extend({
        state: z
          .enum(ENTRY_STATES)
          .describe('correction: điều chỉnh hoặc thay thế một hóa đơn; void: đã hủy hoặc bị thay thế theo lời của sổ'),
        decided: z.boolean().describe('Một người đã quyết định dòng này là dòng bán nào, hoặc không là dòng nào'),
        takenBy: z
          .array(z.object({ id, name: z.string(), fromDate: day, toDate: day }))
          .describe(
            'Các kỳ khác đã tính trọn dòng này cho bán hàng của mình, nên ở đây nó là `not_ours`; rỗng: không kỳ nào',
          ),
        invoiceId: id.nullable().describe('Hóa đơn của Khớp, hoặc hóa đơn của Khớp mà dòng này điều chỉnh, thay thế'),
        invoiceVoucher: z.string().nullable().describe('Số chứng từ của hóa đơn ấy'),
        invoiceStatus: z.enum(INVOICE_STATUSES).nullable(),
        lines: z.array(z.object({ line: z.string(), documentId: z.string(), document: z.string(), amount: vnd })),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
} as const;
