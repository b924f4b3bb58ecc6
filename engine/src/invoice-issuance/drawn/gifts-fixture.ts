import type { SalesLine } from '../../bravo/sales-line.ts';
import { addDays, type Day } from '../../day.ts';
import { scaleVnd } from '../../money.ts';
import { type GivenLine, type GivenPeriod, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput } from '../types.ts';
import { ledgerMoves } from './amis-hands-fixture.ts';
import { customersOf, LAYOUTS, partnersOf, pick } from './circle-fixture.ts';

/*
 * Months and quarters of several regimes, full of goods that are given away, and of goods and discounts that come back
 * after their invoices have left.
 */

/** First day and length: months, quarters, and days that hold no whole month. */
const SPANS: readonly (readonly [Day, number])[] = [
  ...([['2026-07-01', 92] as const, ['2026-09-01', 30] as const, ['2026-08-10', 62] as const] as const),
  ...([['2026-06-01', 61] as const, ['2025-12-01', 31] as const, ['2026-12-01', 62] as const] as const),
  ...([['2026-10-01', 31] as const, ['2026-05-20', 30] as const] as const),
];

/** Gifts in the words of ledgers. Two of them only look like a word that counts. */
const WORDS = [
  ...['Khuyến mại', 'Biếu khách hàng', 'Hàng mẫu', 'Xuất dùng nội bộ', 'Biểu mẫu gửi kèm', '', 'QUÀ TẶNG tết', ''],
  ...['trả thay lương', 'Tặng kèm đơn lớn', 'quảng cáo', 'KM tháng 9', 'cho mượn', 'Cho tặng trường học', 'nội bộ hóa'],
];
const NAMES = ['', 'Quà tặng ly sứ', 'Sample nước giặt', 'Hàng mẫu thử'];

const PRODUCTS = [1, 2, 3, 4];

const profileOf = (code: string, n: number): GivenProfile => ({
  code,
  terms: {
    maxLinesPerInvoice: n % 5 === 1 ? 3 : 0,
    invoiceSymbol: pick(['C26TYY', 'C26MTT', 'C27TAB'], n, 4),
    exportLayout: pick(LAYOUTS, n, 2),
  },
  products: [
    ...PRODUCTS.map((of) => ({
      ...{ code: `SP${of}`, name: `Hàng ${of}`, unit: 'cái', vatRate: pick(['10', '8', 'KCT', '5'], n + of) },
      vatReduction: pick(['none', 'reduced', 'unknown'] as const, n, of),
    })),
    { code: 'DV', name: 'Phí vận chuyển', kind: 'Dịch vụ', vatRate: '10' },
  ],
  customers: customersOf(n),
  links: [
    ...PRODUCTS.map((of) => ({ product: `SP${of}`, item: `VT${of}`, factor: pick(['1', '1', '3', '1/12'], n + of) })),
    { product: 'DV', item: 'DV1' },
  ],
  partnerLinks: [
    ...['C1', 'C2', 'C3'].map((customer) => ({ customer, partner: customer.replace('C', 'KH') })),
    { customer: 'CL', partner: 'LE', isDefault: true },
  ],
  stock: PRODUCTS.flatMap((of) => [
    { product: `SP${of}`, opening: of === 1 + (n % 6) ? '9' : '400', incoming: of % 2 ? '0' : '12' },
    { product: `SP${of}`, warehouse: 'K2', opening: '25.5' },
  ]),
});

/** Lines of one document: goods, then what is given, discounted and carried beside them. */
function besideOf(line: GivenLine, k: number): GivenLine {
  switch (k % 9) {
    case 0:
      return { ...line, kind: 'free', amount: 40_000, discount: k % 2 ? 0 : 1_000 };
    case 1:
      return { ...line, kind: 'discount', quantity: '1', amount: pick([-1, -2, -9_000], k), discount: 0 };
    case 2:
      return { ...line, kind: 'service', item: 'DV1', quantity: '1', discount: 0 };
    case 3:
      return line;
    case 4:
      return { ...line, kind: 'free', amount: 0, discount: 0, vatAmount: 3_000 };
    default:
      return { ...line, kind: 'free', amount: 0, discount: 0 };
  }
}

function linesOf(n: number, [first, days]: readonly [Day, number]): GivenLine[] {
  return Array.from({ length: 10 + (n % 5) }, (_, d) => {
    const at = n * 37 + d * 11;
    return Array.from({ length: 1 + (at % 5) }, (_, i): GivenLine => {
      const k = at + i * 5;
      const quantity = 1 + (k % 6);
      const line = {
        ...{ id: `G${d}-${i}`, doc: `D${d}`, date: addDays(first, (d * 7 + (n % 3)) % days) },
        ...{ partner: pick(['KH1', 'KH4', 'LE', 'KH2', 'KH5', 'KH3'], at, 2), item: `VT${1 + (k % 4)}` },
        ...{ quantity: String(quantity), amount: quantity * (20_000 + (k % 4) * 1_111), discount: k % 7 ? 0 : 700 },
        ...{ branch: at % 7 === 6 ? 'SG' : 'HN', vatRate: pick(['10', '8', null, '5', 'KCT', '8'], k) },
      };
      return i === 0 ? line : besideOf(line, k);
    });
  }).flat();
}

/** Chosen for one profile, for both, or for none. */
const consolidated = (n: number): GivenPeriod['rules'] => ({
  ...pick(
    [{ consolidatedMonthly: ['A'] }, { consolidatedQuarterly: ['A', 'B'] }, {}, { consolidatedMonthly: ['B'] }],
    n,
  ),
  ...(n % 8 === 3 && { consolidatedMonthly: ['B'], consolidatedQuarterly: ['A'] }),
  aggregateConsumersPerDay: n % 6 === 4,
  discountsOnNextPurchase: n % 7 === 2,
});

/** Goods of an agency contract at one branch in every fifth. */
const agencyOf = (n: number): GivenPeriod['bases'] => [
  {
    ...{ branch: 'HN', profile: 'A', fromDate: '2025-01-01', kind: 'agency' as const },
    ...{ contractNumber: `ĐL-${n}`, contractDate: '2025-01-05', counterparty: { profile: 'B' } },
    agency: { mode: 'd2' as const, listDays: n % 2 ? (5 as const) : (10 as const) },
  },
  { branch: 'HN', profile: 'B', fromDate: '2025-01-01', kind: 'own' as const },
  { branch: 'SG', profile: 'B', fromDate: '2025-01-01', kind: 'own' as const },
];

export function giftInput(n: number): IssuanceInput {
  const span = pick(SPANS, n);
  const last = addDays(span[0], span[1] - 1);
  const given = issuanceInput({
    ...{ days: [span[0], last] as const, issueDay: addDays(last, pick([0, 1, -3, 2, 0], n)) },
    ...(n % 9 === 7 && { through: addDays(last, -12) }),
    ...(n % 5 === 3 && { bases: agencyOf(n) ?? [] }),
    ...{ issuers: { HN: ['A', 'B'], SG: ['B'] }, rules: consolidated(n) ?? {} },
    profiles: [profileOf('A', n), profileOf('B', n + 3)],
    partners: partnersOf(n)!.map((one, i) =>
      i % 3 === n % 3 ? { ...one, requirement: 'not_required' as const } : one,
    ),
    items: PRODUCTS.map((of) => ({ code: `VT${of}`, unit: 'cái' })),
    lines: linesOf(n, span),
  });
  const named = (line: SalesLine, i: number): SalesLine =>
    line.kind === 'free'
      ? { ...line, description: pick(WORDS, n + i * 2), itemName: pick(NAMES, n + i, 2) || line.itemName }
      : line;
  return { ...given, lines: given.lines.map(named) };
}

/** The return of a line: all or half of it, dearer or cheaper than it was sold, or money alone. */
function returnOf(line: SalesLine, k: number, last: Day): SalesLine {
  const back = { ...line, id: `${line.id}R`, docNo: `TL-${line.docNo}`, description: 'Khách trả lại' };
  const later = addDays(line.docDate, k % 12);
  const docDate = later > last ? last : later;
  if (line.kind === 'discount') return { ...back, docDate, amount: -line.amount + (k % 2 ? 5_000 : 0), vatAmount: 0 };
  if (k % 5 === 4)
    return { ...back, docDate, quantity: 0n, baseQuantity: 0n, amount: -2_500, discount: 0, vatAmount: -250 };
  const [part, of] = k % 3 ? [1n, 2n] : [1n, 1n];
  const money = (amount: number) => scaleVnd(-amount, part, of);
  return {
    ...{ ...back, docDate, quantity: (-line.quantity * part) / of, baseQuantity: (-line.baseQuantity * part) / of },
    ...{ amount: money(line.amount) + pick([0, 0, 1, -900, 900], k), discount: money(line.discount) },
    vatAmount: money(line.vatAmount),
  };
}

/** The ledger as it has moved between two rounds, with what has come back since. */
export function withReturns(input: IssuanceInput, n: number): IssuanceInput {
  const { toDate } = input.period;
  const back = input.lines.flatMap((line, i) => {
    const k = n + i * 3;
    const isSold = line.baseQuantity > 0n || line.kind === 'discount';
    return isSold && k % 4 === 0 ? [returnOf(line, k / 4, toDate)] : [];
  });
  const moved = ledgerMoves(input, n);
  return { ...moved, lines: [...moved.lines, ...back] };
}
