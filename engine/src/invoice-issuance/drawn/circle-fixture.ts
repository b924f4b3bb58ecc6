import { addDays } from '../../day.ts';
import { maxQuantity, parseQuantity, type Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, ProfileBooks, SnapshotMoments } from '../books.ts';
import type { HeldGoods } from '../periods/held-goods.ts';
import { type GivenLine, type GivenPeriod, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';

/*
 * Months of which nearly all can be invoiced, and the circle after it: invoices leave, AMIS issues them under hands that
 * correct, split and forget, its ledger and stock are read back. What is rough is rough in a few records of each month,
 * so that the rest of it has an answer.
 */

const pick = <T>(all: readonly T[], n: number, step = 1): T => all[Math.floor(n / step) % all.length]!;

const TAX_CODES = ['0101243150', '0316520076', '0314409058', '0100109106', ''];
const BUYERS = ['KH1', 'KH2', 'KH3', 'KH4', 'KH5', 'LE'];

const partnersOf = (n: number): GivenPeriod['partners'] =>
  BUYERS.map((code, i) => ({
    ...{ code, name: code === 'LE' ? 'Khách lẻ' : `Cty ${code}`, address: i === n % 7 ? '' : `${i} Lê Lợi, Hà Nội` },
    ...{ taxCode: code === 'LE' ? '' : TAX_CODES[(n % 8 === 3 ? i + 1 : i) % TAX_CODES.length]! },
    ...{ phone: i % 2 ? '' : '0902', email: (n + i) % 3 ? '' : 'k@bravo.vn' },
    requirement: code === 'LE' ? 'not_required' : pick(['required', 'required', 'not_required'] as const, n + i),
    ...(n % 5 === 1 && i === 2 && { noInvoiceConfirmed: TAX_CODES[2]! }),
  }));

const customersOf = (n: number): GivenProfile['customers'] => [
  ...BUYERS.slice(0, 4).map((code, i) => ({
    ...{ code: `C${i + 1}`, name: `Công ty ${code}`, address: i === n % 6 ? '' : `${i} Trần Phú, Hà Nội` },
    ...{ taxCode: TAX_CODES[i]!, phone: i % 2 ? '0901' : '', email: i % 3 ? '' : 'c@amis.vn' },
    ...{ isActive: i !== n % 11, isOrganisation: i === 3 ? null : true },
  })),
  { code: 'CL', name: 'Khách lẻ không lấy hóa đơn' },
  { code: 'C2B', name: 'Công ty KH2 cũ', taxCode: TAX_CODES[1]!, isActive: n % 3 === 0 },
  { code: 'NB', name: 'Nội bộ', taxCode: '0109999999', isInternal: true },
];

const PRODUCTS = [1, 2, 3, 4, 5];
const LAYOUTS = ['amis-sales-voucher', 'amis-sales-voucher-short'];

/** Enough of all products but one, in two warehouses, some of it bought within the month. */
const profileOf = (code: string, n: number): GivenProfile => ({
  code,
  terms: {
    ...(n % 9 === 4 && { lockedThrough: '2026-09-04' }),
    ...(n % 5 === 2 && { lastIssuedDate: '2026-09-06' }),
    ...(n % 10 === 6 && { saturdayIsWorking: true, followsSwaps: 'yes' as const }),
    maxLinesPerInvoice: n % 4 === 1 ? 2 : 0,
    exportLayout: pick(LAYOUTS, n),
    invoiceSymbol: pick(['C26TYY', 'C26TAB'], n, 6),
    excludedWarehouseCodes: n % 3 ? ['K9'] : [],
  },
  products: [
    ...PRODUCTS.map((of) => ({
      ...{ code: `SP${of}`, name: `Hàng ${of}`, unit: of === 5 ? 'kg' : 'cái', isActive: of !== n % 13 },
      ...{
        defaultWarehouseCode: of % 2 ? 'K2' : '',
        vatReduction: pick(['none', 'reduced', 'unknown'] as const, of + n),
      },
      ...(of % 2 && { vatRate: pick(['10', '8', '5', 'KCT'] as const, n, 3) }),
    })),
    // Not connected, but of the name of an item.
    { code: 'SP6', name: 'VT3', isActive: n % 3 > 0 },
    { code: 'SP7', name: 'vt4 ' },
    { code: 'DV', name: 'Phí vận chuyển', kind: 'Dịch vụ', vatRate: '10' },
  ],
  links: [
    ...PRODUCTS.map((of) => ({ product: `SP${of}`, item: `VT${of}`, factor: pick(['1', '1', '2', '1/2'], of + n, 3) })),
    { product: 'SP2', item: 'VT1', priority: 2 },
    { product: 'DV', item: 'DV1' },
  ],
  customers: customersOf(n),
  partnerLinks: [
    ...['C1', 'C2', 'C3'].slice(n % 4).map((customer) => ({ customer, partner: customer.replace('C', 'KH') })),
    { customer: 'CL', partner: 'LE', isDefault: n % 2 === 0 },
  ],
  stock: [
    ...PRODUCTS.flatMap((of) => stockOf(of, n)),
    ...[6, 7].map((of) => ({ product: `SP${of}`, opening: of === 6 ? '7' : '0' })),
    { product: 'SP1', warehouse: 'K9', opening: '5' },
    { product: 'sp2', warehouse: 'k3', opening: n % 4 ? '0' : '-4' },
  ],
  purchases: [1, 3, 4].map((of) => ({
    ...{ date: addDays('2026-09-02', (n + of * 5) % 27), voucherNumber: `MH${of}`, product: `SP${of}` },
    ...{ warehouse: of % 3 ? 'K1' : 'K2', quantity: of === 4 ? '25' : '15' },
  })),
});

const stockOf = (of: number, n: number) =>
  ['K1', 'K2'].map((warehouse, at) => ({
    ...{ product: `SP${of}`, warehouse, opening: of === 1 + (n % 7) ? '3' : at ? '12.5' : '60' },
    ...{ incoming: (of + at) % 3 ? '0' : '20', outgoing: (n + of) % 4 ? '0' : '2' },
  }));

/** Some periods have days of two months. */
const daysOf = (n: number): [string, number] => (n % 7 === 6 ? ['2026-08-17', 45] : ['2026-09-01', 30]);
const dayOf = (n: number, d: number): string => addDays(daysOf(n)[0], (d * 3 + (n % 5)) % daysOf(n)[1]);

/** Other bases than own goods for one branch: with contracts that end, begin, or say too little. */
const basesOf = (n: number): GivenPeriod['bases'] => {
  const contract = { contractNumber: `HĐ-${n}`, contractDate: '2026-01-05', counterparty: { profile: 'B' } };
  const of = [
    {
      ...contract,
      kind: 'agency' as const,
      agency: { mode: 'd2' as const, listDays: n % 2 ? (5 as const) : (10 as const) },
    },
    { ...contract, kind: 'intercompany' as const, transfer: { invoiceNumber: '12', invoiceDate: '2026-09-05' } },
    { ...contract, kind: 'delegation' as const, delegation: { sellerSentOn: '2026-08-01', symbols: ['C26TYY'] } },
    { kind: 'agency' as const, counterparty: { name: 'Cty Mẹ', taxCode: '0100109106', address: 'Hà Nội' } },
  ];
  return [
    { branch: 'HN', profile: 'A', kind: 'own', fromDate: '2020-01-01', ...(n % 2 && { toDate: '2026-09-25' }) },
    { branch: 'HN', profile: 'B', fromDate: n % 3 ? '2026-01-01' : '2026-09-10', ...pick(of, n, 5) },
    ...['A', 'B'].map((profile) => ({ branch: 'SG', profile, kind: 'own' as const, fromDate: '2020-01-01' })),
  ];
};

/** The documents of a month: one to four lines each of goods, with services, discounts and gifts beside them. */
function linesOf(n: number): GivenLine[] {
  return Array.from({ length: 8 + (n % 9) }, (_, d) => {
    const at = n * 31 + d * 17;
    const buyer = pick(BUYERS, at, 3);
    return Array.from({ length: 1 + (at % 4) }, (_, i): GivenLine => {
      const k = at + i * 7;
      const count = 1 + (k % 5);
      const amount = count * (10_000 + (k % 7) * 3_333) + (k % 3);
      const line = {
        ...{ id: `L${d}-${i}`, doc: `D${d}`, date: dayOf(n, d), partner: buyer },
        ...{ item: `VT${1 + (k % 5)}`, quantity: k % 13 === 0 ? `${count}.5` : `${count}`, amount },
        ...{ branch: at % 6 === 5 ? 'SG' : 'HN', discount: k % 5 === 0 ? 1_500 : 0 },
        vatRate: pick(['10', '10', '8', null, '10', '5', 'KCT'], k),
        ...(k % 19 === 0 && { vatAmount: 777 }),
      };
      if (i === 0) return line;
      if (k % 11 === 0) return { ...line, kind: 'service', item: 'DV1', quantity: '1' };
      if (k % 11 === 1) return { ...line, kind: 'discount', quantity: '1', amount: -2_000 };
      if (k % 11 === 2) return { ...line, kind: 'free', amount: 0, discount: 0 };
      return k % 11 === 3 ? { ...line, quantity: '-1', amount: -10_000, discount: 0 } : line;
    });
  }).flat();
}

export const circlePeriod = (n: number): GivenPeriod => ({
  issueDay: pick(['2026-09-30', '2026-10-01', '2026-09-30', '2026-09-24'], n),
  ...(n % 8 === 5 && { through: '2026-09-20' }),
  ...(n % 7 === 6 && { days: ['2026-08-17', '2026-09-30'] as const }),
  ...(n % 5 === 3 && { bases: basesOf(n) ?? [] }),
  issuers: n % 3 ? { HN: ['A', 'B'], SG: ['B'] } : { HN: ['A'], SG: ['B', 'A'] },
  rules: { aggregateConsumersPerDay: n % 4 === 2, divisibleUnits: n % 2 ? ['kg'] : [] },
  profiles: [profileOf('A', n), profileOf('B', n + 5)],
  partners: partnersOf(n),
  items: PRODUCTS.map((of) => ({ code: `VT${of}`, unit: of === 5 ? 'kg' : pick(['cái', 'hộp'], of + n) })),
  lines: linesOf(n),
});

const heldOf = (period: string, n: number, count: number): HeldGoods[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ period, profile: pick(['A', 'B'], n + i), day: '2026-08-30', warehouse: pick(['K1', 'K2'], n + i) },
    ...{ product: `SP${1 + ((n + i) % 5)}`, quantity: parseQuantity(String(1 + ((n * 7 + i * 5) % 19))) },
  }));

/** The month with what other periods hold and know, in every third. */
export function circleInput(n: number): IssuanceInput {
  const input = issuanceInput(circlePeriod(n));
  if (n % 3 !== 1) return input;
  const later = input.profiles.slice(n % 2).map(({ terms, inventory }, i) => ({
    ...{
      name: `Tháng ${10 + i}/2026`,
      profile: terms.code,
      fromDate: '2026-10-01',
      toDate: '2026-10-31',
      contained: [],
    },
    ...{ books: { inventory: inventory.slice(i + 2), purchases: [], salesLedger: [] } },
    held: heldOf(`Tháng ${10 + i}/2026`, n + i, 3),
  }));
  return { ...input, otherPeriods: { reserved: heldOf('Tháng 8/2026', n, 4), later } };
}

/** What hands in AMIS write about an invoice; `#` is the number of an earlier one. */
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

/** What happens to one row of an invoice on its way through AMIS; mostly nothing. */
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
      description: pick(WORDS, n + round * 5).replace('#', String(1 + ((n * 3) % 20))),
      invoiceState: n % 4 === 0 ? pick(STATES, n, 4) : '',
    };
    return pick(HANDS, n * 5 + i * 3 + round * 7)(entry, n);
  });
}

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
          customerName: 'Công ty',
          warehouse: pick(['K1', 'K2'], n),
        },
        ...{
          product: line.itemCode.replace('VT', 'SP'),
          unit: 'cái',
          quantity: line.baseQuantity,
          amount: line.amount,
        },
        ...{ vatAmount: line.vatAmount, description: pick(WORDS, n * 3 + i).replace('#', '3') },
      },
    ];
  });

const MOMENTS: readonly (SnapshotMoments | undefined)[] = [
  undefined,
  { stock: '2026-10-02T02:00:00.000Z', ledger: '2026-10-02T03:00:00.000Z', exports: ['2026-10-01T05:00:00.000Z'] },
  { stock: '2026-10-01T02:00:00.000Z', ledger: '2026-10-02T03:00:00.000Z', exports: ['2026-10-01T05:00:00.000Z'] },
  { stock: '2026-10-02T02:00:00.000Z', ledger: '2026-10-01T03:00:00.000Z', exports: ['2026-10-01T05:00:00.000Z'] },
  { ledger: '2026-10-02T03:00:00.000Z', exports: [] },
];

/** The books after AMIS has had the invoices: its ledger, and a stock report that has taken the sales off, or has not. */
function booksAfter(books: ProfileBooks, salesLedger: readonly AmisSalesEntry[], n: number): ProfileBooks {
  const moments = pick(MOMENTS, n);
  const soldOf = (warehouse: string, product: string): Quantity =>
    salesLedger
      .filter((one) => one.warehouse === warehouse && one.product === product)
      .reduce((sum, { quantity }) => sum + quantity, 0n);
  const isTaken = moments?.stock !== '2026-10-01T02:00:00.000Z';
  return {
    ...books,
    salesLedger: salesLedger.map((entry, i) =>
      moments && (n + i) % 4 === 0 ? { ...entry, seen: { first: '2026-10-02T03:00:00.000Z' } } : entry,
    ),
    ...(moments && { moments }),
    salesLedgerFile: {
      ...{ fromDate: '2026-09-01', toDate: n % 6 ? '2026-10-02' : '2026-09-20', unreadRows: n % 7 === 0 ? 2 : 0 },
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
    const own = left.flatMap((one, i) => (one.profile === books.terms.code ? entriesOf(one, n + i, round) : []));
    return booksAfter(books, [...own, ...strangersOf(input, books.terms.code, n)], n + round);
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
