import { addDays, type Day, formatDay } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import { by } from '../../order.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import type { VatRate } from '../../vat-rate.ts';
import { type InvoiceBasis, invoiceBasisFinder } from '../bases/invoice-basis.ts';
import { HOLDING } from '../invoice-status.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, PlannedItem } from '../types.ts';
import { blanks, column, dayCell, listSheets, quantityCell } from './reconciliation-cells.ts';

type Row = { readonly invoice: PlannedInvoice; readonly item: PlannedItem };
type List = {
  readonly found: InvoiceBasis;
  readonly from: Day;
  readonly to: Day;
  readonly rate: VatRate;
  readonly rows: Row[];
};

/** The first and last day of the part of the month that a day is in: parts of 5 or 10 days, the last one to its end. */
export function listPeriod(day: Day, days: 5 | 10): { from: Day; to: Day } {
  const month = day.slice(0, 8);
  const parts = 30 / days;
  const part = Math.min(Math.floor((Number(day.slice(8)) - 1) / days), parts - 1);
  const from = `${month}${String(part * days + 1).padStart(2, '0')}`;
  if (part < parts - 1) return { from, to: addDays(from, days - 1) };
  return { from, to: addDays(`${addDays(`${month}01`, 31).slice(0, 8)}01`, -1) };
}

/**
 * The lists «Bảng kê hàng hóa bán ra» of an agent (NĐ 254/2026/NĐ-CP Điều 6 k3d, d.2): one sheet for each contract,
 * part of the month by day of sale, and VAT rate, from which the owner of the goods invoices what was sold.
 */
export function agencyLists(
  input: IssuanceInput,
  plan: IssuancePlan,
  profile: string,
  rowsPerSheet: number,
): SheetModel[] {
  if (!input.period.bases?.some((basis) => basis.profile === profile && basis.agency?.mode === 'd2')) return [];
  const find = invoiceBasisFinder(input);
  const lists = new Map<string, List>();
  for (const invoice of plan.invoices) {
    if (invoice.profile !== profile || !HOLDING.has(invoice.status)) continue;
    const found = find(invoice);
    const agency = found?.basis.agency;
    if (found?.basis.kind !== 'agency' || agency?.mode !== 'd2') continue;
    const { from, to } = listPeriod(invoice.documentDate, agency.listDays ?? 10);
    const { contractNumber = '', branch } = found.basis;
    for (const item of invoice.items) {
      const key = `${contractNumber}\u0000${branch}\u0000${from}\u0000${item.vatRate}`;
      const list = lists.get(key) ?? { found, from, to, rate: item.vatRate, rows: [] };
      lists.set(key, list);
      list.rows.push({ invoice, item });
    }
  }
  const sorted = [...lists].sort(by(([key]) => key));
  return sorted.flatMap(([, list], index) => sheetsOf(list, index + 1, rowsPerSheet));
}

const percent = (rate: VatRate): string => (/^\d+$/.test(rate) ? `${rate} %` : rate);

function sheetsOf({ found, from, to, rate, rows }: List, number: number, rowsPerSheet: number): SheetModel[] {
  const { basis, seller, other } = found;
  const contract = `hợp đồng đại lý số ${basis.contractNumber ?? ''}${basis.contractDate ? ` ngày ${formatDay(basis.contractDate)}` : ''}`;
  return listSheets(rows, rowsPerSheet, {
    name: `${number}. ${from.slice(8)}-${to.slice(8)}.${from.slice(5, 7)} ${percent(rate).replace(':', ' ')}`,
    title: `BẢNG KÊ HÀNG HÓA BÁN RA số ${number}: từ ${formatDay(from)} đến ${formatDay(to)}, thuế suất ${percent(rate)}`,
    subtitle: `Bên bán (đại lý): ${seller.name}, MST ${seller.taxCode}, ${seller.address}. Chủ hàng: ${other?.name ?? ''}, MST ${other?.taxCode ?? ''}, ${other?.address ?? ''}. Theo ${contract}, chi nhánh ${basis.branch}.`,
    columns: [
      column('Ngày bán', 12, 'day'),
      column('Số chứng từ', 22),
      column('Số hóa đơn', 12),
      column('Ngày hóa đơn', 13, 'day'),
      column('Người mua', 36),
      column('Mã số thuế', 16),
      column('Mã hàng', 16),
      column('Tên hàng', 40),
      column('ĐVT', 8),
      column('Số lượng', 12, 'quantity'),
      column('Tiền hàng', 16, 'vnd'),
      column('Thuế GTGT', 14, 'vnd'),
    ],
    row: ({ invoice, item }) => [
      dayCell(invoice.documentDate),
      invoice.voucherNumber,
      invoice.invoiceNumber ?? '',
      dayCell(invoice.issuedOn ?? invoice.date),
      invoice.buyer.name,
      invoice.buyer.taxCode,
      item.product,
      item.name,
      item.unit,
      item.kind === 'discount' ? null : quantityCell(item.quantity),
      item.amount,
      item.vatAmount,
    ],
    total: () => [
      'Tổng cộng',
      ...blanks(9),
      sumVnd(rows.map(({ item }) => item.amount)),
      sumVnd(rows.map(({ item }) => item.vatAmount)),
    ],
  });
}
