import { type Day, formatDay } from '../../../day.ts';
import { sumVnd } from '../../../money.ts';
import { by } from '../../../order.ts';
import type { SheetModel } from '../../../sheets/sheet-model.ts';
import type { VatRate } from '../../../vat-rate.ts';
import type { Adjustment } from '../../adjustments/return-adjustments.ts';
import type { InvoiceBasis } from '../../bases/invoice-basis.ts';
import type { IssuanceInput, IssuancePlan } from '../../types.ts';
import { blanks, column, dayCell, listSheets, quantityCell } from '../reconciliation-cells.ts';
import { adjustingRows } from './agency-adjustments.ts';
import { type AgencyRow, listDaysOf, listKeyOf, listPeriod } from './agency-row.ts';
import { foreignRows, plannedRows } from './agency-rows.ts';

type List = {
  readonly found: InvoiceBasis;
  readonly from: Day;
  readonly to: Day;
  readonly rate: VatRate;
  readonly rows: AgencyRow[];
};

/**
 * The lists «Bảng kê hàng hóa bán ra» of an agent (NĐ 254/2026/NĐ-CP Điều 6 k3d, d.2): one sheet for each contract,
 * part of the month by day of sale (of an adjusting invoice by its own day), and VAT rate, from which the owner of the
 * goods invoices what was sold.
 */
export function agencyLists(
  input: IssuanceInput,
  plan: IssuancePlan,
  profile: string,
  rowsPerSheet: number,
  adjustments: readonly Adjustment[],
): SheetModel[] {
  const books = input.profiles.find(({ terms }) => terms.code === profile);
  if (!books || !input.period.bases?.some((one) => one.profile === profile && one.agency?.mode === 'd2')) return [];
  const rows = [...plannedRows(input, plan, profile), ...foreignRows(input, plan, books)];
  const adjusting = adjustingRows({ input, plan, books, adjustments }, rows);
  const lists = new Map<string, List>();
  for (const one of [...rows, ...adjusting]) {
    const { found, rate, row } = one;
    const key = listKeyOf(one);
    if (!found || key === undefined) continue;
    const { from, to } = listPeriod(row.saleDay, listDaysOf(found));
    const list = lists.get(key) ?? { found, from, to, rate, rows: [] };
    lists.set(key, list);
    list.rows.push(row);
  }
  const sorted = [...lists].sort(by(([key]) => key));
  return sorted.flatMap(([, list], index) => sheetsOf(list, index + 1, rowsPerSheet));
}

/**
 * The number of a list says what it is of, so that it stays when sales of other rates, days or contracts come in between, and
 * no list of another month has it: the owner's invoice may name it.
 */
const listNumber = ({ found: { basis }, from, to, rate }: List): string =>
  ['BK', basis.branch, basis.contractNumber ?? '', from.replaceAll('-', ''), to.slice(8), rate]
    .filter(Boolean)
    .join('-');

const percent = (rate: VatRate): string => (/^\d+$/.test(rate) ? `${rate} %` : rate);

function sheetsOf(list: List, place: number, rowsPerSheet: number): SheetModel[] {
  const { found, from, to, rate, rows } = list;
  const { basis, seller, other } = found;
  const contract = `hợp đồng đại lý số ${basis.contractNumber ?? ''}${basis.contractDate ? ` ngày ${formatDay(basis.contractDate)}` : ''}`;
  return listSheets(rows, rowsPerSheet, {
    name: `${place}. ${from.slice(8)}-${to.slice(8)}.${from.slice(5, 7)} ${percent(rate).replace(':', ' ')}`,
    title: `BẢNG KÊ HÀNG HÓA BÁN RA số ${listNumber(list)}: từ ${formatDay(from)} đến ${formatDay(to)}, thuế suất ${percent(rate)}`,
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
    row: (row) => [
      dayCell(row.saleDay),
      row.voucherNumber,
      row.invoiceNumber,
      dayCell(row.invoiceDate),
      row.buyer.name,
      row.buyer.taxCode,
      row.product,
      row.name,
      row.unit,
      row.quantity === undefined ? null : quantityCell(row.quantity),
      row.amount,
      row.vatAmount,
    ],
    total: () => [
      'Tổng cộng',
      ...blanks(9),
      sumVnd(rows.map(({ amount }) => amount)),
      sumVnd(rows.map(({ vatAmount }) => vatAmount)),
    ],
  });
}
