import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { z } from 'zod';
import { get } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { commaList, day, id, idParams, vatRate, vnd } from '../values.ts';
import { vatFigures, vatReasonSum } from './resources.ts';

const VAT_REASONS = ['rounding', 'no_ledger_rate', 'rate_differs', 'ledger_tax', 'ledger_changed'] as const;
const RETURN_GROUPS = ['KCT', '0', '5', '10', 'KKKNT', 'other'] as const;

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe('YYYY-MM, theo ngày hóa đơn');

/** The tie-out of the ledger's VAT, the reasons why invoices differ from it, and a draft of the return. */
export const vatEndpoints = {
  getVatTieOut: get('/invoice-issuance/periods/{id}/vat', {
    summary:
      'Cân đối thuế GTGT theo thuế suất trên sổ: sổ = trên hóa đơn + đã xuất + chưa xuất + loại ra + bù trừ + chênh',
    params: idParams,
    response: z.object({
      total: vatFigures,
      byRate: z.array(
        vatFigures.extend({ rate: vatRate.describe('Thuế suất trên sổ; rỗng: sổ không ghi'), netted: vnd }),
      ),
      byReason: z.array(vatReasonSum),
    }),
    errors: ['NOT_FOUND'],
  }),
  listVatDifferences: get('/invoice-issuance/periods/{id}/vat/differences', {
    summary: 'Từng hóa đơn có thuế khác sổ, theo thuế suất và vì sao',
    params: idParams,
    query: listQuery(['difference', 'voucherNumber', 'invoiceVat', 'ledgerVat'], {
      profileId: commaList(id).optional(),
      reason: commaList(z.enum(VAT_REASONS)).optional(),
      beyondRounding: z.stringbool().optional().describe('true: bỏ những chênh chỉ do làm tròn'),
    }),
    response: page(
      z.object({
        invoiceId: id.nullable().describe('null: phần đã lập mà không còn hóa đơn nào giữ'),
        profileId: id.nullable(),
        profileCode: z.string(),
        voucherNumber: z.string(),
        date: day.nullable(),
        status: z.enum(INVOICE_STATUSES).nullable(),
        buyerName: z.string(),
        rate: vatRate.describe('Trên hóa đơn'),
        ledgerRate: vatRate.nullable().describe('Trên sổ; null: sổ không ghi'),
        reason: z.enum(VAT_REASONS),
        why: z.string(),
        amount: vnd,
        invoiceVat: vnd,
        ledgerVat: vnd,
        difference: vnd.describe('Thuế trên sổ trừ thuế trên hóa đơn'),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  getVatReturn: get('/invoice-issuance/periods/{id}/vat-return', {
    summary: 'Bản nháp số liệu bán ra của tờ khai 01/GTGT theo hồ sơ và tháng; chưa được chuyên gia xác nhận',
    params: idParams,
    response: z.object({
      note: z.string(),
      returns: z.array(
        z.object({
          profileId: id,
          profileCode: z.string(),
          profileName: z.string(),
          taxCode: z.string(),
          month,
          figures: z.array(
            z.object({
              code: z.string().describe('Chỉ tiêu, ví dụ 32a'),
              kind: z.enum(['revenue', 'tax']),
              group: z.enum(RETURN_GROUPS).nullable().describe('Hóa đơn đứng sau con số; null: số cộng'),
              label: z.string(),
              amount: vnd,
            }),
          ),
          other: z.object({ amount: vnd, vatAmount: vnd }).describe('Thuế suất mà tờ khai không có chỗ'),
          annex: z
            .array(z.object({ rate: vatRate, standardRate: vatRate, amount: vnd, vatAmount: vnd, reduced: vnd }))
            .describe('Phụ lục giảm thuế GTGT'),
        }),
      ),
      outside: z
        .array(z.object({ profileId: id, profileCode: z.string(), vouchers: z.int(), amount: vnd, vatAmount: vnd }))
        .describe('Chứng từ trên sổ bán hàng AMIS không phải hóa đơn của Khớp: chưa nằm trong chỉ tiêu nào ở trên'),
    }),
    errors: ['NOT_FOUND'],
  }),
  listVatReturnInvoices: get('/invoice-issuance/periods/{id}/vat-return/invoices', {
    summary: 'Các hóa đơn đứng sau một chỉ tiêu của bản nháp tờ khai',
    params: idParams,
    query: listQuery(['date', 'voucherNumber', 'amount', 'vatAmount'], {
      profileId: commaList(id).optional(),
      month: month.optional(),
      group: z.enum(RETURN_GROUPS).optional(),
    }),
    response: page(
      z.object({
        invoiceId: id,
        profileCode: z.string(),
        voucherNumber: z.string(),
        invoiceNumber: z.string(),
        date: day,
        status: z.enum(INVOICE_STATUSES),
        buyerName: z.string(),
        rate: vatRate,
        amount: vnd,
        vatAmount: vnd,
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
} as const;
