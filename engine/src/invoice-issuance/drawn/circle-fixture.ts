import type { SalesLine } from '../../bravo/sales-line.ts';
import { addDays } from '../../day.ts';
import { parseQuantity } from '../../quantity.ts';
import type { HeldGoods } from '../periods/held-goods.ts';
import { type GivenLine, type GivenPeriod, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput } from '../types.ts';

/*
 * Months of which most can be invoiced, for going round the circle with. Each is rough in a few of its records only,
 * so that the rest of it has an answer.
 */

/** Of `all` the one that a number points to; `step` lets several choices of one month differ. */
export const pick = <T>(all: readonly T[], n: number, step = 1): T => all[Math.floor(n / step) % all.length]!;

const TAX_CODES = ['0101243150', '0316520076', '0314409058', '0100109106', ''];
/** Of the first four: a zero lost, a wrong last digit, a branch that there is none of, no code at all. */
const BAD_CODES = ['101243150', '0316520077', '0314409058-997', '03144'];
const BUYERS = ['KH1', 'KH2', 'KH3', 'KH4', 'KH5', 'LE'];

/** Buyers with a tax code, without one, and walk-ins; now and then one that lacks something. */
export const partnersOf = (n: number): NonNullable<GivenPeriod['partners']> =>
  BUYERS.map((code, i) => ({
    ...{ code, name: code === 'LE' ? 'Khách lẻ' : `Cty ${code}`, address: i === n % 7 ? '' : `${i} Lê Lợi, Hà Nội` },
    ...{ taxCode: code === 'LE' ? '' : TAX_CODES[(n % 8 === 3 ? i + 1 : i) % TAX_CODES.length]! },
    ...{ phone: i % 2 ? '' : '0902', email: (n + i) % 3 ? '' : 'k@bravo.vn' },
    requirement: code === 'LE' ? 'not_required' : pick(['required', 'required', 'not_required'] as const, n + i),
    ...(n % 5 === 1 && i === 2 && { noInvoiceConfirmed: TAX_CODES[2]! }),
  }));

/** The same in AMIS, with twins, internal ones, persons and an office of the state. */
export const customersOf = (n: number): GivenProfile['customers'] => [
  ...BUYERS.slice(0, 4).map((code, i) => ({
    ...{ code: `C${i + 1}`, name: `Công ty ${code}`, address: i === n % 6 ? '' : `${i} Trần Phú, Hà Nội` },
    ...{
      taxCode: n % 9 === i ? BAD_CODES[i]! : TAX_CODES[i]!,
      phone: i % 2 ? '0901' : '',
      email: i % 3 ? '' : 'c@amis.vn',
    },
    ...{ isActive: i !== n % 11, isOrganisation: i === 3 ? null : true },
  })),
  { code: 'CL', name: 'Khách lẻ không lấy hóa đơn' },
  { code: 'C2B', name: 'Công ty KH2 cũ', taxCode: TAX_CODES[1]!, isActive: n % 3 === 0 },
  { code: 'NB', name: 'Nội bộ', taxCode: '0109999999', isInternal: true },
  { code: 'CN1', name: 'Ông Tám', isOrganisation: false, idNumber: n % 2 ? '001085012345' : '' },
  {
    code: 'CN2',
    name: 'Mr. Lee',
    address: '',
    isOrganisation: false,
    passport: 'B1234567',
    nationality: n % 3 ? '' : 'Lào',
  },
  { code: 'NS', name: 'Trường học', budgetCode: n % 2 ? '1056789' : '12', isOrganisation: true },
];

const PRODUCTS = [1, 2, 3, 4, 5];
export const LAYOUTS = ['amis-sales-voucher', 'amis-sales-voucher-short'];

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
    { customer: pick(['CN1', 'CN2', 'NS'], n), partner: 'KH5', isDefault: true },
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

/** A line beside the first goods of a document; now and then it is in doubt. */
function beside(line: GivenLine, k: number, count: number): GivenLine {
  switch (k % 17) {
    case 0:
    case 5:
      return { ...line, kind: 'service', item: 'DV1', quantity: '1' };
    case 1:
    case 6:
      return { ...line, kind: 'discount', quantity: '1', amount: -2_000 };
    case 2:
      return { ...line, kind: 'free', amount: 0, discount: 0 };
    case 3:
      return { ...line, quantity: '-1', amount: -10_000, discount: 0 };
    case 4:
      return { ...line, status: '9' };
    case 7:
      return pick<GivenLine>(
        [
          { ...line, amount: -line.amount, discount: 0 },
          { ...line, quantity: '0', amount: 0, discount: 0, vatAmount: 500 },
          { ...line, quantity: '0' },
          { ...line, quantity: `-${count}` },
          { ...line, item: 'VTX' },
          { ...line, partner: 'KHX' },
          { ...line, partner: 'NOIBO' },
          { ...line, kind: 'discount', quantity: '1', amount: 3_000 },
          { ...line, kind: 'discount', quantity: '1', amount: -9_000_000 },
          { ...line, branch: 'DN' },
        ],
        k,
        17,
      );
    default:
      return line;
  }
}

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
      return beside(line, k, count);
    });
  }).flat();
}

/** Discounts by turnover in every third month: documents of their own, in its middle and at its end. */
const discountsApart = (n: number): GivenLine[] =>
  n % 3 === 1
    ? ['2026-09-14', '2026-09-24'].map((date, i) => ({
        ...{ id: `CK${i}`, doc: `CK${i}`, date, partner: pick(BUYERS, n + i), item: 'CKTM', kind: 'discount' },
        ...{ quantity: '1', amount: -1_000 - 777 * (n % 11), vatRate: pick([null, null, '10'], n, 3) },
      }))
    : [];

const circlePeriod = (n: number): GivenPeriod => ({
  issueDay: pick(['2026-09-30', '2026-10-01', '2026-09-30', '2026-09-24'], n),
  ...(n % 8 === 5 && { through: '2026-09-20' }),
  ...(n % 7 === 6 && { days: ['2026-08-17', '2026-09-30'] as const }),
  ...(n % 5 === 3 && { bases: basesOf(n) ?? [] }),
  issuers: n % 3 ? { HN: ['A', 'B'], SG: ['B'] } : { HN: ['A'], SG: ['B', 'A'] },
  rules: {
    aggregateConsumersPerDay: n % 4 === 2,
    discountsOnNextPurchase: n % 2 === 1,
    divisibleUnits: n % 2 ? ['kg'] : [],
    internalPartnerCodes: ['NOIBO'],
  },
  profiles: [profileOf('A', n), profileOf('B', n + 5)],
  partners: partnersOf(n),
  items: PRODUCTS.map((of) => ({ code: `VT${of}`, unit: of === 5 ? 'kg' : pick(['cái', 'hộp'], of + n) })),
  lines: [...linesOf(n), ...discountsApart(n)],
});

const HELD_ON = ['2026-08-30', '2026-09-12', '2026-10-03'];

const heldOf = (period: string, n: number, count: number): HeldGoods[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ period, profile: pick(['A', 'B'], n + i), day: pick(HELD_ON, n + i), warehouse: pick(['K1', 'K2'], n + i) },
    ...{ product: `SP${1 + ((n + i) % 5)}`, quantity: parseQuantity(String(1 + ((n * 7 + i * 5) % 19))) },
  }));

/** Figures as ledgers write them: prices, rates of units and rates of VAT that agree with the rest of the line, or do not. */
function figuresOf(line: SalesLine, n: number): SalesLine {
  const { quantity } = line;
  switch (n % 29) {
    case 0:
      return { ...line, convertRate: '2', baseQuantity: 2n * quantity };
    case 1:
      return { ...line, convertRate: '2' };
    case 2:
      return { ...line, convertRate: '1', baseQuantity: quantity + 1n };
    case 3:
      return { ...line, convertRate: '0.333', baseQuantity: quantity / 3n };
    case 4:
      return n % 3 ? { ...line, amount: 0, unitPrice: '12.5' } : { ...line, vatRate: 'KHAC:7' };
    case 5:
      return n % 2 ? { ...line, vatRate: '8', docDate: '2026-09-30' } : { ...line, unstated: ['amount'], amount: 0 };
    default:
      return { ...line, unit: n % 7 ? line.unit : 'hộp', description: n % 6 ? '' : 'Theo hợp đồng 12' };
  }
}

/** The month with what other periods hold and know, in every third. */
export function circleInput(n: number): IssuanceInput {
  const given = issuanceInput(circlePeriod(n));
  const input = { ...given, lines: given.lines.map((line, i) => figuresOf(line, n + i)) };
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
