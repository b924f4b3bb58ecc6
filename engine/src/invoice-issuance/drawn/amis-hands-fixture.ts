import { addDays, type Day } from '../../day.ts';
import { maxQuantity, type Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, ProfileBooks, SnapshotMoments } from '../books.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { pick } from './circle-fixture.ts';

/*
 * The fate of invoices in AMIS under hands that correct, split and forget, and the books that are read back from it.
 */

/** Words of hands in AMIS about an invoice; `#` is the number of an earlier one. */
const WORDS = [
  ...['', '', '', '', 'Bán hàng theo hợp đồng 12', 'Thay thế cho hóa đơn số #', 'Điều chỉnh giảm cho hóa đơn số #'],
  ...['', 'Điều chỉnh tăng hóa đơn số # ký hiệu 1C26TYY ngày 12/09/2026', '', 'Thay thế cho các hóa đơn số #, 4 và 7'],
  ...['Hàng bán bị trả lại của hóa đơn số: #', '', 'Thay thế hóa đơn mẫu số 1 ký hiệu C26TYY số #', 'Đã bị hủy', ''],
  ...['Điều chỉnh cho các hóa đơn theo bảng kê 01/BK-ĐCTT số 5 ngày 20 tháng 09 năm 2026', '', 'Hủy hóa đơn do sai'],
];
const STATES = [
  '',
  '',
  '',
  'Đã phát hành',
  '',
  'Bị thay thế',
  '',
  '',
  'Bị điều chỉnh',
  '',
  'Đã hủy',
  '',
  'Hóa đơn mới',
];

type Rough = (entry: AmisSalesEntry, n: number) => AmisSalesEntry[];

/** The fate of one row of an invoice on its way through AMIS; mostly nothing. */
const HANDS: readonly Rough[] = [
  ...Array.from({ length: 11 }, () => (entry: AmisSalesEntry) => [entry]),
  (entry) => [{ ...entry, amount: entry.amount + 500 }],
  (entry) => [{ ...entry, amount: entry.amount - 1 }],
  (entry) => [{ ...entry, customerCode: 'C2', customerName: 'Công ty KH2' }],
  (entry) => [{ ...entry, warehouse: entry.warehouse === 'K1' ? 'K2' : 'K1' }],
  (entry) => [{ ...entry, warehouse: '' }],
  (entry) => [{ ...entry, product: 'SP2' }],
  () => [],
  (entry) => [{ ...entry, vatAmount: entry.vatAmount + 10 }],
  (entry) => [{ ...entry, quantity: entry.quantity - 1_000_000n }],
  (entry, n) => [entry, { ...entry, id: `${entry.id}+`, quantity: 0n, amount: -1_000, description: `Giảm giá ${n}` }],
  (entry) => [
    entry,
    {
      ...entry,
      id: `${entry.id}-`,
      voucherNumber: `TL${entry.voucherNumber}`,
      quantity: -entry.quantity,
      amount: -entry.amount,
    },
  ],
  (entry) => [{ ...entry, invoiceNumber: '' }],
  (entry) => [{ ...entry, invoiceDate: addDays(entry.documentDate, 2) }],
  (entry) => [{ ...entry, invoiceSymbol: '1C25TYY' }],
  (entry) => [{ ...entry, documentDate: addDays(entry.documentDate, 1) }],
  (entry, n) => [{ ...entry, voucherNumber: `TAY${n % 3}` }],
  (entry) => [{ ...entry, product: entry.product.toLowerCase(), warehouse: entry.warehouse.toLowerCase() }],
  (entry) => [{ ...entry, customerCode: entry.customerCode.toLowerCase(), quantity: entry.quantity / 2n }],
];

/** Rows of AMIS's ledger for an invoice that has left. */
function entriesOf(invoice: PlannedInvoice, n: number, round: number): AmisSalesEntry[] {
  const number = invoice.invoiceNumber ?? String(1 + (n % 40) + round * 50);
  return invoice.items.flatMap((item, i) => {
    const entry: AmisSalesEntry = {
      ...{ id: `${invoice.key}#${i}`, voucherNumber: invoice.voucherNumber, documentDate: invoice.documentDate },
      ...{
        invoiceNumber: (n % 3 ? '' : '00000') + number,
        invoiceDate: invoice.date,
        invoiceSymbol: pick(['1C26TYY', '', 'C26TYY'], n),
      },
      ...{ customerCode: invoice.buyer.customerCode, customerName: invoice.buyer.name, product: item.product },
      ...{ warehouse: item.warehouse, unit: item.unit, amount: item.amount, vatAmount: n % 5 ? item.vatAmount : 0 },
      quantity: item.kind === 'discount' ? 0n : item.quantity,
      description: pick(WORDS, n + round * 5),
      invoiceState: n % 4 === 0 ? pick(STATES, n, 4) : '',
    };
    return pick(HANDS, n * 5 + i * 3 + round * 7)(entry, n);
  });
}

/** Some invoices are issued once more under another voucher, which says that it replaces or corrects them. */
function issuedAgain(entries: readonly AmisSalesEntry[], n: number): AmisSalesEntry[] {
  const [first] = entries;
  if (!first || n % 5 > 1) return [];
  const words = n % 5 ? 'Điều chỉnh giảm cho hóa đơn' : 'Thay thế cho hóa đơn';
  return entries.slice(n % 3 === 2 ? 1 : 0).map((entry, i) => ({
    ...entry,
    ...{ id: `${entry.id}*`, voucherNumber: `${first.voucherNumber}T`, invoiceNumber: `9${n}`, invoiceState: '' },
    ...{ documentDate: addDays(entry.documentDate, n % 4), description: `${words} số ${first.invoiceNumber}` },
    ...(n % 5 === 1 && { quantity: i ? 0n : -entry.quantity / 2n, amount: -Math.floor(entry.amount / 2) }),
  }));
}

/** Words that name a number of the ledger where they have `#`. */
const named = (entries: readonly AmisSalesEntry[]): AmisSalesEntry[] => {
  const numbers = [...new Set(entries.flatMap(({ invoiceNumber }) => invoiceNumber || []))];
  return entries.map((entry, i) => ({
    ...entry,
    description: entry.description?.replace('#', pick(numbers, i * 3 + 1) ?? '1') ?? '',
  }));
};

/** Sales and returns that AMIS has beside ours: twins of sales of the ledger, strangers, goods that come back. */
const strangersOf = ({ lines }: IssuanceInput, profile: string, n: number): AmisSalesEntry[] =>
  [0, 1, 2].flatMap((i): AmisSalesEntry[] => {
    const line = lines[(n * 7 + i * 5) % Math.max(1, lines.length)];
    if (!line || (n + i) % 3 === 0 || profile !== pick(['A', 'B'], n + i)) return [];
    return [
      {
        ...{ id: `N${i}`, voucherNumber: `NGOAI${i}`, documentDate: addDays(line.docDate, i === 2 ? 3 : 0) },
        ...{ invoiceNumber: String(70 + i), invoiceDate: addDays(line.docDate, i), invoiceSymbol: '1C26TYY' },
        ...{
          customerCode: line.partnerCode.replace('KH', 'C'),
          customerName: line.partnerCode === 'LE' ? 'Khách lẻ' : pick(['Công ty', `Cty ${line.partnerCode}`], n + i),
          warehouse: pick(['K1', 'K2'], n),
        },
        ...{
          product: line.itemCode.replace('VT', 'SP'),
          unit: 'cái',
          quantity: line.baseQuantity,
          amount: line.amount,
        },
        ...{ vatAmount: line.vatAmount, description: pick(WORDS, n * 3 + i) },
      },
    ];
  });

/** Stock and ledger read after the last day of the period, in this order or the other, or with moments unknown. */
function momentsOf(last: Day, n: number): SnapshotMoments | undefined {
  const [after, later] = [addDays(last, 1), addDays(last, 2)];
  const exports = [`${after}T05:00:00.000Z`];
  return pick(
    [
      undefined,
      { stock: `${later}T02:00:00.000Z`, ledger: `${later}T03:00:00.000Z`, exports },
      { stock: `${after}T02:00:00.000Z`, ledger: `${later}T03:00:00.000Z`, exports },
      { stock: `${later}T02:00:00.000Z`, ledger: `${after}T03:00:00.000Z`, exports },
      { ledger: `${later}T03:00:00.000Z`, exports: [] },
    ],
    n,
  );
}

/** The books after AMIS has had the invoices: its ledger, and a stock report that has taken the sales off, or has not. */
function booksAfter(
  books: ProfileBooks,
  { fromDate, toDate }: IssuanceInput['period'],
  salesLedger: readonly AmisSalesEntry[],
  n: number,
): ProfileBooks {
  const moments = momentsOf(toDate, n);
  const soldOf = (warehouse: string, product: string): Quantity =>
    salesLedger
      .filter((one) => one.warehouse === warehouse && one.product === product)
      .reduce((sum, { quantity }) => sum + quantity, 0n);
  const isTaken = moments?.stock !== `${addDays(toDate, 1)}T02:00:00.000Z`;
  return {
    ...books,
    salesLedger: salesLedger.map((entry, i) =>
      moments && (n + i) % 4 === 0 ? { ...entry, seen: { first: `${addDays(toDate, 2)}T03:00:00.000Z` } } : entry,
    ),
    ...(moments && { moments }),
    salesLedgerFile: {
      ...{ fromDate, toDate: addDays(toDate, n % 6 ? 2 : -10), unreadRows: n % 7 === 0 ? 2 : 0 },
      ...{ firstUnread: n % 7 === 0 ? 'dòng 9' : '', remarks: [] },
    },
    inventory: books.inventory.map((row) => {
      const outgoing = row.outgoing + (isTaken ? maxQuantity(0n, soldOf(row.warehouse, row.product)) : 0n);
      return { ...row, outgoing, closing: row.opening + row.incoming - outgoing };
    }),
  };
}

/** The month after the invoices have left and AMIS was read back; `round` makes other hands meet other invoices. */
export function afterAmis(
  input: IssuanceInput,
  invoices: readonly PlannedInvoice[],
  n: number,
  round: number,
): IssuanceInput {
  const left = invoices.filter((_, i) => (n + i) % 6 !== 5);
  const kept = invoices.flatMap((invoice, i): PlannedInvoice[] => {
    if ((n + i) % 6 !== 5) return [invoice.status === 'draft' ? { ...invoice, status: 'exported' } : invoice];
    return i % 2 ? [{ ...invoice, pinned: true }] : [];
  });
  const profiles = input.profiles.map((books) => {
    const own = left.flatMap((one, i): AmisSalesEntry[] => {
      if (one.profile !== books.terms.code) return [];
      // Now and then AMIS has lost one as a whole.
      if ((n + i * 3 + round * 5) % 13 === 12) return [];
      const entries = entriesOf(one, n + i, round);
      return [...entries, ...issuedAgain(entries, n + i * 2 + round)];
    });
    return booksAfter(books, input.period, named([...own, ...strangersOf(input, books.terms.code, n)]), n + round);
  });
  const undecided = profiles.flatMap(({ terms, salesLedger }) =>
    salesLedger.filter(({ id }) => id.startsWith('N')).map(({ id }) => ({ profile: terms.code, entry: id })),
  );
  const decided = undecided
    .filter((_, i) => (n + i) % 2 === 0)
    .map((one, i) => ({ ...one, line: i % 2 ? null : (input.lines[n % Math.max(1, input.lines.length)]?.id ?? null) }));
  return { ...input, profiles, kept, reconciliations: decided };
}

/** Changes of a ledger between two rounds: amounts, buyers, lines that are gone. */
export const ledgerMoves = (input: IssuanceInput, n: number): IssuanceInput => ({
  ...input,
  lines: input.lines.flatMap((line, i) => {
    const at = n + i;
    if (at % 23 === 0) return [];
    if (at % 17 === 0) return [{ ...line, amount: line.amount + 1_000 }];
    if (at % 19 === 0) return [{ ...line, partnerCode: 'KH2' }];
    return [at % 29 === 0 ? { ...line, vatRate: '8' as const } : line];
  }),
  exclusions: input.lines
    .slice(n % 5, (n % 5) + (n % 2))
    .map(({ id }) => ({ line: id, reason: 'not_a_sale', note: '' })),
});
