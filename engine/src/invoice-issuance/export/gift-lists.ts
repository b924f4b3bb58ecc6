import { documentKeyOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { symbolOf } from '../amis-ledger/last-issued.ts';
import type { ProfileTerms } from '../books.ts';
import { HOLDING } from '../invoice-status.ts';
import { type GiftRow, giftListHash, giftRows } from '../invoices/gift-list.ts';
import { isConsolidated, listNumberOf, longDay } from '../rules/consolidation.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { blanks, column, dayCell, listSheets, quantityCell } from './reconciliation-cells.ts';

/**
 * The lists that go with consolidated invoices of promotion and gifts (NĐ 254/2026/NĐ-CP Phụ lục 5 a.3): one sheet for
 * each invoice, every gift in the order of its day, a total that is the invoice's own, and the hash of its lines.
 */
export function giftLists(
  { lines }: IssuanceInput,
  { invoices }: IssuancePlan,
  terms: ProfileTerms,
  rowsPerSheet: number,
): SheetModel[] {
  const own = invoices.filter(
    (invoice) => invoice.profile === terms.code && HOLDING.has(invoice.status) && isConsolidated(invoice),
  );
  if (own.length === 0) return [];
  const byId = new Map(lines.map((line) => [line.id, line]));
  return own.flatMap((invoice, index) => {
    const where = { terms, index, rowsPerSheet, hash: giftListHash(invoice, byId) };
    return sheetsOf(invoice, giftRows(invoice, byId), where);
  });
}

type Where = {
  readonly terms: ProfileTerms;
  readonly index: number;
  readonly rowsPerSheet: number;
  readonly hash: string;
};

function sheetsOf(
  invoice: PlannedInvoice,
  rows: readonly GiftRow[],
  { terms, index, rowsPerSheet, hash }: Where,
): SheetModel[] {
  const issued = invoice.invoiceNumber ?? '…… (AMIS cấp khi phát hành)';
  const date = invoice.issuedOn ?? invoice.date;
  return listSheets(rows, rowsPerSheet, {
    name: `${index + 1}. đến ${formatDay(invoice.documentDate).replaceAll('/', '.')}`,
    title: `BẢNG KÊ HÀNG KHUYẾN MẠI, CHO, BIẾU, TẶNG số ${listNumberOf(invoice)}, ${longDay(date)}, kèm theo hóa đơn số ${issued} ${longDay(date)}`,
    subtitle: `Bên bán: ${terms.name}, MST ${terms.taxCode}, ${terms.address}. Mẫu số ${terms.invoiceForm}, ký hiệu ${symbolOf(invoice, terms.invoiceSymbol) || '……'}. Người lập bảng kê (ký, ghi rõ họ tên, ngày): …… Mã băm SHA-256 của các dòng: ${hash}`,
    columns: [
      column('STT', 6, 'quantity'),
      column('Ngày giao', 12, 'day'),
      column('Chứng từ Bravo', 22),
      column('Mã khách', 14),
      column('Mã hàng', 16),
      column('Tên hàng', 40),
      column('ĐVT', 8),
      column('Số lượng', 12, 'quantity'),
      column('Đơn giá', 14, 'vnd'),
      column('Thành tiền', 16, 'vnd'),
      column('Thuế suất', 10),
      column('Thuế GTGT', 14, 'vnd'),
    ],
    row: (row) => [
      row.number,
      row.line ? dayCell(row.line.docDate) : null,
      row.line ? documentKeyOf(row.line) : '',
      row.line?.partnerCode ?? '',
      row.item.product,
      row.item.name,
      row.item.unit,
      quantityCell(row.part.quantity),
      row.part.amount === 0 ? 0 : Number(row.item.unitPrice),
      row.part.amount,
      row.item.vatRate,
      row.vatAmount,
    ],
    total: () => [
      'Tổng cộng',
      ...blanks(8),
      sumVnd(rows.map(({ part }) => part.amount)),
      null,
      sumVnd(rows.map(({ vatAmount }) => vatAmount)),
    ],
  });
}
