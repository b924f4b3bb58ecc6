import fc from 'fast-check';
import { addDays } from '../day.ts';
import type { GivenLine, GivenPeriod, GivenProfile } from './plan-fixture.ts';

/*
 * Months whose sales are alike: few customers, goods, quantities and prices, so that an entry of AMIS may be several of
 * them, and goods that one loses go to another.
 */
const ITEMS = 4;
const PRICE = 100_000;

type Line = GivenLine;
type Entry = NonNullable<GivenProfile['sales']>[number];

const COLLECTIVE = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'];

/** AMIS may know a partner by connection, by tax code, by name, not at all, or only as a walk-in. */
const partners: GivenPeriod['partners'] = [
  { code: 'KH1', name: 'Cty An', requirement: 'required', taxCode: '0101243150' },
  { code: 'KH2', name: 'Cty Bình', taxCode: '0316520076', phone: '0901' },
  { code: 'KH3', name: 'Đại lý Chi', requirement: 'required', address: '' },
  { code: 'KH4', name: 'Khách lẻ', address: '5 Lê Lợi' },
  { code: 'KH5', name: 'Anh Dũng', address: '', phone: '' },
  { code: 'KH6', name: 'Chị Em', address: '', phone: '0902' },
  ...COLLECTIVE.map((code) => ({ code, name: `Tạp hóa ${code}` })),
];
const customers: GivenProfile['customers'] = [
  { code: 'C1', name: 'Công ty An' },
  { code: 'C2', name: 'Công ty TNHH Bình', taxCode: '0316520076' },
  { code: 'CL', name: 'Khách lẻ không lấy hóa đơn' },
  { code: 'C8', name: 'Tạp hóa quận 1' },
  { code: 'C9', name: 'Tạp hóa' },
];
const partnerLinks: GivenProfile['partnerLinks'] = [
  { customer: 'C1', partner: 'KH1' },
  { customer: 'CL', partner: 'KH4' },
  { customer: 'CL', partner: 'KH6', isDefault: false },
  // One partner more than an AMIS customer may have and still identify a buyer.
  ...COLLECTIVE.map((partner) => ({ customer: 'C9', partner })),
  ...COLLECTIVE.slice(1).map((partner) => ({ customer: 'C8', partner })),
];
const BUYERS = ['KH1', 'KH1', 'KH2', 'KH3', 'KH4', 'KH5', 'KH6', 'T1', 'T2'];
const CUSTOMERS: readonly Partial<Entry>[] = [
  { customerCode: 'C1' },
  { customerCode: 'C1' },
  { customerCode: 'C2' },
  { customerCode: 'X', customerName: 'ĐẠI LÝ CHI' },
  { customerCode: 'CL' },
  { customerCode: 'C1', customerName: 'Khách vãng lai' },
  { customerCode: 'C8' },
  { customerCode: 'C9' },
  {},
];

const date = (at: number): string => addDays('2026-09-01', at);

const line = fc.record({
  ...{ partner: fc.constantFrom(...BUYERS), item: fc.nat(ITEMS), count: fc.integer({ min: 1, max: 3 }), at: fc.nat(5) },
  ...{ document: fc.nat(3), kind: fc.nat(11), price: fc.nat(4), rate: fc.nat(7) },
});
const entry = fc.record({
  ...{
    of: fc.nat(9),
    customer: fc.constantFrom(...CUSTOMERS),
    days: fc.constantFrom(-4, -3, -1, 0, 0, 0, 0, 1, 3, 4, 31, 32),
  },
  ...{
    amount: fc.constantFrom(0, 0, 0, 0, 1, 500),
    more: fc.constantFrom(0, 0, 0, 1),
    product: fc.constantFrom(0, 0, 0, 1, 9),
  },
  ...{ voucher: fc.nat(3), profile: fc.constantFrom(0, 0, 1), isBack: fc.nat(9) },
});

type DrawnLine = typeof line extends fc.Arbitrary<infer One> ? One : never;

const soldOf = (drawn: { count: number; price: number }): number => drawn.count * (drawn.price === 0 ? 2 : 1) * PRICE;

const saleOf = (id: number, one: DrawnLine): Line => {
  const sale: Line = {
    ...{ id: `L${id}`, date: date(one.at), partner: one.partner, item: `VT${one.item}`, quantity: `${one.count}` },
    ...{
      amount: soldOf(one),
      doc: `${one.partner}-${one.document}`,
      vatRate: ['10', '8', null][Math.max(0, one.rate - 5)]!,
    },
  };
  if (one.kind === 0) return { ...sale, quantity: `-${one.count}`, amount: -sale.amount };
  if (one.kind === 1) return { ...sale, kind: 'service', item: 'DV1', quantity: '1' };
  if (one.kind === 2) return { ...sale, kind: 'discount', quantity: '1', amount: -10_000 };
  if (one.kind === 3) return { ...sale, kind: 'free', amount: 0 };
  return sale;
};

const stock = fc.array(fc.tuple(fc.nat(1), fc.nat(ITEMS), fc.nat(1), fc.integer({ min: 1, max: 9 })), {
  ...{ minLength: 5, maxLength: 11 },
});

/**
 * Sales, entries that repeat some of them more or less exactly, the decisions of people about them, and goods for some.
 */
export const twins: fc.Arbitrary<GivenPeriod> = fc
  .record({
    lines: fc.array(line, { minLength: 4, maxLength: 14 }),
    entries: fc.array(entry, { maxLength: 6 }),
    decisions: fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(9), { freq: 4 })), { maxLength: 2 }),
    stock,
    factor: fc.constantFrom('1', '1', '2', ''),
    isDaily: fc.nat(3),
  })
  .map((drawn): GivenPeriod => {
    const lines = drawn.lines.map((one, id) => saleOf(id, one));
    const entries = drawn.entries.map((one, id): Entry & { readonly profile: number } => {
      const of = drawn.lines[one.of % drawn.lines.length]!;
      const count = of.count + one.more;
      return {
        ...{ id: `E${id}`, voucherNumber: `TAY${one.voucher}`, documentDate: date(of.at + one.days), ...one.customer },
        ...{ product: `SP${of.item + one.product}`, quantity: `${one.isBack ? count : -count}`, profile: one.profile },
        amount: (one.isBack ? 1 : -1) * (soldOf(of) + one.more * PRICE + one.amount),
      };
    });
    return {
      ...{ lines, partners, issuers: { HN: ['A', 'B'] }, rules: { aggregateConsumersPerDay: drawn.isDaily === 0 } },
      profiles: ['A', 'B'].map((code, at) => ({
        ...{ code, customers, partnerLinks },
        products: [
          ...[0, 1, 2, 3].map((n) => ({ code: `SP${n}`, name: `Hàng ${n}` })),
          { code: 'DV', name: 'Phí', kind: 'Dịch vụ', vatRate: '10' },
        ],
        links: [
          ...[0, 1, 2].map((n) => ({ product: `SP${n}`, item: `VT${n}`, ...(n === 2 && { factor: drawn.factor }) })),
          ...[
            { product: 'SP1', item: 'VT0', priority: 2 },
            { product: 'DV', item: 'DV1' },
          ],
        ],
        stock: drawn.stock
          .filter(([profile]) => profile === at)
          .map(([, product, warehouse, opening]) => ({
            product: `SP${product}`,
            warehouse: `K${warehouse}`,
            opening: `${opening}`,
          })),
        sales: entries.filter(({ profile }) => profile === at).map(({ profile: _, ...own }) => own),
      })),
      decisions: drawn.decisions.flatMap(([of, decided]) => {
        const own = entries[of];
        if (!own) return [];
        return [{ profile: own.profile ? 'B' : 'A', entry: own.id, line: decided === null ? null : `L${decided}` }];
      }),
    };
  });

type Move = (given: GivenPeriod) => GivenPeriod;
const ofLines = (given: GivenPeriod, change: (line: Line, n: number) => Line): GivenPeriod => ({
  ...given,
  lines: given.lines.map(change),
});
const ofBooks = (given: GivenPeriod, change: (books: GivenProfile) => GivenProfile): GivenPeriod => ({
  ...given,
  profiles: given.profiles.map(change),
});
const SALE = { date: '2026-09-03', item: 'VT0', quantity: '3' };

/** One thing each that happens to a month between two plans. */
const MOVES: readonly Move[] = [
  (given) => ({ ...given, lines: given.lines.filter((_, n) => n % 4 !== 1) }),
  (given) => ofLines(given, (own, n) => (n % 3 === 1 ? { ...own, amount: own.amount + 1000 } : own)),
  (given) => ofLines(given, (own, n) => (n % 3 === 0 && own.quantity === '3' ? { ...own, quantity: '2' } : own)),
  (given) => ofLines(given, (own, n) => (n % 4 === 0 ? { ...own, partner: 'KH2' } : own)),
  (given) => ofLines(given, (own, n) => (n % 4 === 2 ? { ...own, doc: 'KHÁC' } : own)),
  (given) => ofLines(given, (own, n) => (n % 5 === 0 ? { ...own, vatRate: null } : own)),
  (given) => ofBooks(given, (books) => ({ ...books, stock: books.stock?.map((own) => ({ ...own, outgoing: '1' })) })),
  (given) => ofBooks(given, (books) => ({ ...books, stock: books.stock?.map((own) => ({ ...own, incoming: '2' })) })),
  (given) => ofBooks(given, (books) => ({ ...books, stock: books.stock?.slice(1) })),
  (given) => ofBooks(given, (books) => ({ ...books, links: books.links?.slice(1) })),
  (given) => ofBooks(given, (books) => ({ ...books, links: books.links?.map((own) => ({ ...own, factor: '0.5' })) })),
  (given) =>
    ofBooks(given, (books) => ({ ...books, products: books.products?.map((own) => ({ ...own, unit: 'hộp' })) })),
  (given) =>
    ofBooks(given, (books) => ({ ...books, customers: books.customers?.map((own) => ({ ...own, address: 'Huế' })) })),
  (given) => ({ ...given, partners: given.partners?.map((own) => ({ ...own, requirement: 'required' as const })) }),
  (given) => ({ ...given, partners: given.partners?.map(({ requirement: _, ...own }) => own) }),
  (given) => ({ ...given, issuers: { HN: ['B'] } }),
  (given) => ({ ...given, issueDay: '2026-09-20' }),
  (given) => ({ ...given, lines: [...given.lines, { ...SALE, id: 'MỚI1', partner: 'KH1', amount: 900_000 }] }),
  (given) => ({ ...given, lines: [...given.lines, { ...SALE, id: 'MỚI2', partner: 'KH2', amount: 700_000 }] }),
  (given) => ({
    ...given,
    exclusions: given.lines
      .slice(1, 3)
      .map(({ id }, n) => ({ line: id, reason: 'not_a_sale', note: n ? '' : 'Nhập trùng' })),
  }),
  (given) => ({
    ...given,
    lines: given.lines.flatMap((own, n) =>
      n % 4 || own.kind
        ? [own]
        : [own, { ...own, id: `${own.id}-về`, date: '2026-09-08', quantity: '-1', amount: -PRICE }],
    ),
  }),
  (given) =>
    ofBooks(given, (books) => ({
      ...books,
      sales: given.lines.slice(0, 2).map((own, n) => ({
        ...{ id: `X${n}`, voucherNumber: `SAU${n}`, documentDate: own.date, customerCode: 'C1', product: 'SP0' },
        ...{ quantity: own.quantity, amount: own.amount },
      })),
    })),
];

/** The month after one or two of these. */
export const movedOn = (given: GivenPeriod, n: number): GivenPeriod => {
  const once = MOVES[n % MOVES.length]!(given);
  return n % 2 ? once : MOVES[(n * 7 + 3) % MOVES.length]!(once);
};
