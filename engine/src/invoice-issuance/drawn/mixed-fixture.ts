import { addDays } from '../../day.ts';
import { parseQuantity } from '../../quantity.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import { drawnPeriods, inputOf } from '../drawn-fixture.ts';
import type { HeldGoods } from '../periods/held-goods.ts';
import type { BravoBuyer, IssuanceInput } from '../types.ts';

/** Of `all` the one that a period's number points to; `step` lets several choices of one period differ. */
const pick = <T>(all: readonly T[], n: number, step = 1): T => all[Math.floor(n / step) % all.length]!;

/** Customers of AMIS as real lists have them: doubled tax codes, branches, own entities, people, units of the State. */
const CUSTOMERS = [
  { code: 'KH1', taxCode: '0101243150' },
  { code: 'KH1B', taxCode: '0101243150', isActive: false },
  { code: 'KH2', taxCode: '0316520076', address: '' },
  { code: 'KH2-CN', taxCode: '0316520076-991' },
  { code: 'KH3', idNumber: '001085012345', isOrganisation: false },
  { code: 'KH3B', passport: 'B1234567', nationality: 'Nhật Bản', isOrganisation: false },
  { code: 'KH4', budgetCode: '1056789', isOrganisation: true },
  { code: 'NB', taxCode: '0314409058', isInternal: true },
];

const customersOf = (books: ProfileBooks, n: number): ProfileBooks['customers'] =>
  CUSTOMERS.filter((_, at) => (n + at) % 4 !== 0).map((one) => ({
    ...{ name: `Khách ${one.code}`, address: 'Hà Nội', taxCode: '', idNumber: '', phone: '', email: '' },
    ...{ isInternal: false, isActive: true },
    ...books.customers.find(({ code }) => code === one.code),
    ...one,
  }));

const LAYOUTS = ['amis-sales-voucher', 'amis-sales-voucher-short'] as const;

/** Terms in every state: lists of lines, symbols of other years and kinds, closed books, dates of earlier invoices. */
function termsOf({ terms }: ProfileBooks, n: number): ProfileBooks['terms'] {
  const at = n + terms.code.charCodeAt(0);
  return {
    ...terms,
    invoiceSymbol: pick(['C26TYY', 'K26MYY', 'C25TYY', 'C26TYY', 'C26TYY', ''], at),
    invoiceForm: pick(['1', '2', '1', '1', 'A'], at, 3),
    lastIssuedDate: pick([undefined, '2026-09-08', undefined, '2026-09-19'], at, 2),
    lockedThrough: pick([undefined, '2026-09-03', undefined, undefined, undefined, '2026-09-12', undefined], at),
    maxLinesPerInvoice: pick([0, 1, 3], at, 2),
    exportLayout: pick(LAYOUTS, at),
    saturdayIsWorking: at % 3 === 0,
    followsSwaps: pick(['yes', 'no', 'unknown'] as const, at, 2),
    taxCode: pick(['0101243150', '0316520076', '012345678901'], at, 2),
    ...(at % 11 === 0 && { isActive: false }),
    ...(at % 7 === 0 && { voucherPrefix: 'BHX' }),
  };
}

/** Numbers, symbols and words of invoices that AMIS has issued itself: gaps, doubles, corrections. */
const ISSUED: readonly Partial<AmisSalesEntry>[] = [
  { invoiceNumber: '1' },
  { invoiceNumber: '2', description: 'Điều chỉnh giảm cho hóa đơn số 1' },
  { invoiceNumber: '4', invoiceDate: '2026-09-01' },
  { invoiceNumber: '4', customerCode: 'KH2' },
  { invoiceNumber: '5', description: 'Thay thế cho các hóa đơn số 1, 4', invoiceSymbol: '1C25TYY' },
  { invoiceNumber: '0000006', invoiceState: 'Đã hủy' },
  { invoiceNumber: 'SAI7' },
  { invoiceNumber: '8', quantity: 0n, amount: 50_000 },
  { invoiceNumber: '9', quantity: -parseQuantity('2'), amount: -20_000, description: 'Hàng bán bị trả lại' },
];
const issuedOf = (entries: readonly AmisSalesEntry[], n: number): AmisSalesEntry[] =>
  entries.map((entry, i) =>
    (n + i) % 3 === 0
      ? entry
      : { ...entry, invoiceDate: entry.documentDate, invoiceSymbol: 'C26TYY', ...pick(ISSUED, n + i) },
  );

function booksOf(books: ProfileBooks, n: number): ProfileBooks {
  const at = n + books.terms.code.charCodeAt(0);
  return {
    ...books,
    terms: termsOf(books, n),
    customers: customersOf(books, at),
    products: books.products.map((product, i) => ({
      ...product,
      name: `Hàng ${product.code}`,
      unit: pick(['cái', 'kg', 'hộp', ''], at + i),
      vatRate: product.vatRate ?? pick([undefined, '10', '8', '5', 'KCT'] as const, at + i),
      vatReduction: pick(['unknown', 'none', 'reduced'] as const, at + i),
      defaultWarehouseCode: i % 2 ? 'K2' : '',
      ...((at + i) % 9 === 0 && { isActive: false }),
    })),
    productConnections: books.productConnections.map((one, i) => ({ ...one, priority: 1 + ((at + i) % 3) })),
    partnerConnections: [
      { customer: 'KH1', partner: 'KH1', isDefault: at % 2 === 0 },
      { customer: 'KH1B', partner: 'KH1', isDefault: at % 2 === 1 },
      { customer: 'KH3', partner: 'KH3', isDefault: true },
      { customer: 'KH3B', partner: 'KH4', isDefault: false },
    ].slice(0, at % 5),
    inventory: at % 13 === 0 ? [] : [...books.inventory, ...stockOf(at)],
    salesLedger: issuedOf(books.salesLedger, at),
  };
}

/** Goods enough for some products, so that what else is drawn decides. */
const stockOf = (n: number): ProfileBooks['inventory'] =>
  [1, 2, 3, 4, 5].map((of) => {
    const opening = parseQuantity(String(((n + of) % 4) * 12));
    return { warehouse: 'K1', product: `SP${of}`, opening, incoming: 0n, outgoing: 0n, closing: opening };
  });

const buyerOf = (buyer: BravoBuyer, n: number): BravoBuyer => ({
  ...buyer,
  requirement: pick(['required', 'not_required', 'required', 'not_required', 'not_required', 'unset'] as const, n),
  taxCode: pick(['0101243150', '', '0316520076', '123', '0316520076-991', '0314409058'], n, 2),
  name: pick(['Công ty TNHH Một', 'Nguyễn Văn A', '', 'Cửa hàng Hai'], n),
  address: n % 5 ? '12 Trần Phú, Hà Nội' : '',
});

/** A return as the sale that it takes back: most of what is drawn should be sold. */
const soldOf = (line: IssuanceInput['lines'][number]): IssuanceInput['lines'][number] =>
  line.quantity < 0n
    ? { ...line, quantity: -line.quantity, baseQuantity: -line.baseQuantity, amount: -line.amount, docCode: 'HD' }
    : line;

/** Sales with several rates beside each other, services and discounts on the documents of goods, odd VAT. */
const linesOf = (lines: IssuanceInput['lines'], n: number): IssuanceInput['lines'] =>
  lines.map((line, i) => {
    const at = n + i;
    const own = i % 3 ? { docNo: `D${Math.floor(i / 4)}`, partnerCode: `KH${1 + (Math.floor(i / 4) % 4)}` } : {};
    return {
      ...(at % 5 ? soldOf(line) : line),
      ...own,
      itemName: `Mặt hàng ${line.itemCode}`,
      unit: pick(['cái', 'kg', 'hộp'], at),
      vatRate: pick([line.vatRate, '10', undefined, '8', '5', '0'] as const, at),
      vatAmount: pick([line.vatAmount, line.vatAmount + 1, 0, line.vatAmount], at, 2),
      docDate: at % 10 === 9 ? addDays(line.docDate, 12) : line.docDate,
      description: at % 4 ? '' : 'Theo hợp đồng 12',
    };
  });

const heldOf = (period: string, n: number, count: number): HeldGoods[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ period: i % 2 ? period : `${period} bổ sung`, profile: pick(['A', 'B'], n + i), day: '2026-08-30' },
    ...{ warehouse: pick(['K3', 'K1', 'K2'], n + i), product: `SP${1 + ((n + i) % 5)}` },
    quantity: parseQuantity(String(1 + ((n * 7 + i * 5) % 19))),
  }));

const othersOf = (input: IssuanceInput, n: number): IssuanceInput['otherPeriods'] => ({
  reserved: heldOf('Tháng 8/2026', n, n % 8),
  later: input.profiles.slice(0, n % 3).map(({ terms, inventory, salesLedger, purchases }, i) => ({
    ...{ name: `Tháng ${10 + i}/2026`, profile: terms.code, contained: [] },
    ...{ fromDate: '2026-10-01', toDate: '2026-10-31' },
    books: { inventory: inventory.slice(i), purchases: purchases.slice(1), salesLedger: salesLedger.slice(2) },
    held: heldOf(`Tháng ${10 + i}/2026`, n + i, 3),
  })),
});

const MOMENTS = [
  undefined,
  { stock: '2026-10-01T02:00:00.000Z', ledger: '2026-10-01T09:00:00.000Z', exports: ['2026-10-01T05:00:00.000Z'] },
  { stock: '2026-10-02T02:00:00.000Z', ledger: '2026-10-01T18:30:00.000Z', exports: [] },
  { ledger: '2026-10-01T02:00:00.000Z', exports: [] },
] as const;

/** Other bases than own goods, of the kinds of contract that there are, some of them over. */
const basesOf = ({ period }: IssuanceInput, n: number): IssuanceInput['period']['bases'] =>
  period.bases?.flatMap((basis, i) => {
    const kind = pick(['own', 'own', 'intercompany', 'agency', 'delegation'] as const, n + i);
    const contract = { contractNumber: `HĐ-${n}`, contractDate: '2026-01-05', counterparty: { profile: 'B' } };
    if ((n + i) % 17 === 0) return [];
    return [
      {
        ...basis,
        ...(kind !== 'own' && { kind, ...contract }),
        ...(kind === 'agency' && { agency: { mode: 'd2' as const, listDays: 5 as const } }),
        ...(kind === 'intercompany' && { transfer: { invoiceNumber: '12', invoiceDate: '2026-09-05' } }),
        ...(kind === 'delegation' && { delegation: { sellerSentOn: '2026-08-01', symbols: ['C26TYY'] } }),
        ...((n + i) % 7 === 0 && { toDate: '2026-09-25' }),
      },
    ];
  });

/** A drawn period with everything beside its lines mixed too: terms, lists, bases, numbers, other periods, moments. */
function mixedInput(given: IssuanceInput, n: number): IssuanceInput {
  const [first, second, third] = given.lines;
  const input = { ...given, profiles: given.profiles.map((books) => booksOf(books, n)) };
  return {
    ...input,
    profiles: input.profiles.map((books, i) => {
      const moments = pick(MOMENTS, n + i);
      return { ...books, ...(moments && { moments }) };
    }),
    period: {
      ...input.period,
      ...(n % 2 && { bases: basesOf(input, n) ?? [] }),
      issueDay: pick(['2026-09-30', '2026-09-15', '2026-10-01', '2026-09-07', '2026-12-31', '2027-01-04'], n),
      ...(n % 6 === 1 && { through: '2026-09-18' }),
      rules: {
        ...input.period.rules,
        divisibleUnits: n % 2 ? ['kg'] : [],
        internalPartnerCodes: n % 5 === 0 ? ['KH4'] : [],
      },
    },
    lines: linesOf(input.lines, n),
    bravoItems: ['VT1', 'VT2', 'VT3'].map((code, i) => ({ code, unit: pick(['cái', 'hộp', 'kg'], n + i) })),
    bravoPartners: input.bravoPartners.map((buyer, i) => buyerOf(buyer, n + i)),
    exclusions: [
      ...(first && n % 3 === 0 ? [{ line: first.id, reason: 'not_a_sale' as const, note: 'Nhập trùng' }] : []),
      ...(second && n % 4 === 0 ? [{ line: second.id, reason: 'internal' as const, note: '' }] : []),
    ],
    ...(third && n % 5 === 2 && { invoicedElsewhere: [{ line: third.id, voucherNumber: 'BHA9', period: 'Tháng 8' }] }),
    otherPeriods: othersOf(input, n),
  };
}

export const mixedPeriods = (count: number): IssuanceInput[] =>
  drawnPeriods(2 * count)
    .filter((_, n) => n % 2)
    .map((given, n) => mixedInput(inputOf(given, n), n));
