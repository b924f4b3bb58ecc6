import { addDays, type Day, formatDay } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import { by } from '../../order.ts';
import type { Quantity } from '../../quantity.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import type { VatRate } from '../../vat-rate.ts';
import { type InvoiceBasis, invoiceBasisFinder, saleBasisFinder } from '../bases/invoice-basis.ts';
import { HOLDING } from '../invoice-status.ts';
import { rateOfSale } from '../rules/vat.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, PlannedItem } from '../types.ts';
import { blanks, column, dayCell, listSheets, quantityCell } from './reconciliation-cells.ts';

/** A row of an invoice, of ours or made in AMIS by hand. */
type Row = Pick<PlannedInvoice, 'voucherNumber'> &
  Pick<PlannedItem, 'product' | 'name' | 'unit' | 'amount' | 'vatAmount'> & {
    readonly saleDay: Day;
    readonly invoiceNumber: string;
    readonly invoiceDate: Day;
    readonly buyer: Pick<PlannedInvoice['buyer'], 'name' | 'taxCode'>;
    /** Undefined for a discount. */
    readonly quantity: Quantity | undefined;
  };
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
  const lists = new Map<string, List>();
  const add = (found: InvoiceBasis | undefined, rate: VatRate, row: Row) => {
    const agency = found?.basis.agency;
    if (found?.basis.kind !== 'agency' || agency?.mode !== 'd2') return;
    const { from, to } = listPeriod(row.saleDay, agency.listDays ?? 10);
    const { contractNumber = '', contractDate = '', branch } = found.basis;
    // Owners number their contracts each on their own: one number may be of two.
    const contract = [contractNumber, branch, contractDate, found.other?.taxCode, found.other?.name].join('\u0000');
    const key = `${contract}\u0000${from}\u0000${rate}`;
    const list = lists.get(key) ?? { found, from, to, rate, rows: [] };
    lists.set(key, list);
    list.rows.push(row);
  };
  addPlanned(input, plan, profile, add);
  addForeign(input, plan, profile, add);
  const sorted = [...lists].sort(by(([key]) => key));
  return sorted.flatMap(([, list], index) => sheetsOf(list, index + 1, rowsPerSheet));
}

type Add = (found: InvoiceBasis | undefined, rate: VatRate, row: Row) => void;

function addPlanned(input: IssuanceInput, plan: IssuancePlan, profile: string, add: Add): void {
  const find = invoiceBasisFinder(input);
  for (const invoice of plan.invoices) {
    if (invoice.profile !== profile || !HOLDING.has(invoice.status)) continue;
    const { voucherNumber, invoiceNumber = '', issuedOn: invoiceDate = invoice.date, buyer } = invoice;
    const head = { saleDay: invoice.documentDate, voucherNumber, invoiceNumber, invoiceDate, buyer };
    const found = find(invoice);
    for (const { kind, product, name, unit, quantity, amount, vatAmount, vatRate } of invoice.items)
      add(found, vatRate, {
        ...{ ...head, product, name, unit, amount, vatAmount },
        quantity: kind === 'discount' ? undefined : quantity,
      });
  }
}

/** Sales that AMIS shows on invoices which are not ours, by hand or of an earlier run that keeps no memory: the owner's goods all the same. */
function addForeign(input: IssuanceInput, plan: IssuancePlan, profile: string, add: Add): void {
  const books = input.profiles.find(({ terms }) => terms.code === profile);
  const already = plan.alreadyInvoiced.filter((part) => part.profile === profile);
  if (!books || already.length === 0) return;
  const find = saleBasisFinder(input);
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const saleOf = new Map(already.flatMap(({ entry, line }) => [[entry, lines.get(line)] as const]));
  const products = new Map(books.products.map((one) => [one.code, one]));
  const taxCodes = new Map(books.customers.map(({ code, taxCode }) => [code, taxCode]));
  for (const entry of books.salesLedger) {
    const line = saleOf.get(entry.id);
    if (!line) continue;
    const { voucherNumber, invoiceNumber, invoiceDate = entry.documentDate, product, unit, amount, vatAmount } = entry;
    const saleDay = line.docDate;
    const found = find({ profile, branch: line.branchCode, saleDay, issueDay: invoiceDate });
    const known = products.get(product);
    const rate = (known ? rateOfSale(line, known, input.invoiceRules) : line.vatRate) ?? UNKNOWN_RATE;
    add(found, rate, {
      ...{ saleDay, voucherNumber, invoiceNumber, invoiceDate, product, unit, amount, vatAmount },
      ...{ name: known?.name ?? line.itemName, quantity: entry.quantity },
      buyer: { name: entry.customerName, taxCode: taxCodes.get(entry.customerCode) ?? '' },
    });
  }
}

/** Neither Bravo nor the catalogue says the rate of what was invoiced by hand. */
const UNKNOWN_RATE = 'chưa rõ';

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
