import { buffer } from 'node:stream/consumers';
import type { TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { formatDay } from '@khop/engine/day.ts';
import type { InvoiceToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { expect } from 'vitest';
import { writeWorkbook } from '../../adapters/workbook/write/write-workbook.ts';
import type { TestApi } from '../api.ts';

/** A row of the portal's list by its column names. */
export type ListRow = Readonly<Record<string, string | number | null>>;

type File = { readonly name: string; readonly content: Buffer };

const NUMBER = 'Số hóa đơn';
const SELLER = ['MST người bán/MST người xuất hàng', 'Tên người bán/Tên người xuất hàng'] as const;
const BUYER = ['MST người mua/MST người nhận hàng', 'Tên người mua/Tên người nhận hàng'] as const;
const [STATE, RESULT] = ['Trạng thái hóa đơn', 'Kết quả kiểm tra hóa đơn'];
const HEADERS = ['STT', 'Ký hiệu mẫu số', 'Ký hiệu hóa đơn', NUMBER, 'Ngày lập'];
const MONEY = ['Tổng tiền chưa thuế', 'Tổng tiền thuế', 'Tổng tiền thanh toán', 'Đơn vị tiền tệ', 'Tỷ giá'];

type RowFacts = { readonly state?: string; readonly isOf?: 'purchase' | 'sale'; readonly more?: ListRow };

/** The row by which the portal lists an invoice. The buyer of a purchase is written by the list. */
export const listRowOf = (
  invoice: InvoiceToWrite,
  { state = 'Hóa đơn mới', isOf = 'purchase', more = {} }: RowFacts = {},
): ListRow => ({
  ...{ 'Ký hiệu mẫu số': invoice.form, 'Ký hiệu hóa đơn': invoice.symbol, [NUMBER]: invoice.number ?? null },
  'Ngày lập': formatDay(invoice.date),
  ...{ [SELLER[0]]: invoice.seller.taxCode ?? null, [SELLER[1]]: invoice.seller.name ?? null },
  ...(isOf === 'sale' && { [BUYER[0]]: invoice.buyer.taxCode ?? null, [BUYER[1]]: invoice.buyer.name ?? null }),
  ...{ 'Tổng tiền chưa thuế': Number(invoice.beforeVat), 'Tổng tiền thuế': Number(invoice.vat) },
  ...{ 'Tổng tiền thanh toán': Number(invoice.total), 'Đơn vị tiền tệ': invoice.currency, 'Tỷ giá': '1.0' },
  ...{ [STATE!]: state, [RESULT!]: 'Đã cấp mã hóa đơn' },
  ...more,
});

type Facts = {
  /** Purchases name both sides when `own` is there, sales their buyers alone. */
  readonly side: 'purchase' | 'sale';
  readonly own?: { readonly taxCode: string; readonly name: string };
  /** The line above the header; '' for none. Default: October. */
  readonly period?: string;
  readonly createdAt?: string;
};

/** The portal's workbook with these rows. */
export async function listFile(name: string, rows: readonly ListRow[], facts: Facts): Promise<File> {
  const { side, own, period = 'Từ ngày 01/10/2026 đến ngày 31/10/2026', createdAt } = facts;
  const parties = side === 'sale' ? BUYER : own ? [...SELLER, ...BUYER] : SELLER;
  const headers = [...HEADERS, ...parties, ...MONEY, STATE!, RESULT!];
  const mine: ListRow = own && side === 'purchase' ? { [BUYER[0]]: own.taxCode, [BUYER[1]]: own.name } : {};
  const cells = rows.map((row, at) => {
    const whole: ListRow = { STT: at + 1, ...mine, ...row };
    return headers.map((header) => whole[header] ?? null);
  });
  const sheet = [[], [], ['DANH SÁCH HÓA ĐƠN'], [period], [], headers, ...cells];
  const book = writeWorkbook([{ name: 'sheet 1', columns: [], rows: sheet }], createdAt ? { createdAt } : {});
  return { name, content: await buffer(book) };
}

/** Sends a file to the room with what is said of it, and waits for its run, which must succeed. */
export async function takeTaxFile(
  api: TestApi,
  file: File,
  said: Readonly<Record<string, string>> = {},
): Promise<TaxUploadReport> {
  const { status, body } = await api.upload<{ runId: string }>('/tax-invoices/bulk', file, said);
  expect(status, JSON.stringify(body)).toBe(202);
  const run = await api.runEnd(body.runId);
  expect(run.status, `${run.errorCode} ${run.message}`).toBe('succeeded');
  return run.result as TaxUploadReport;
}
