import fc from 'fast-check';
import type { DayFacts } from '../bravo/day-facts.ts';
import type { GivenLine, GivenPeriod, GivenProfile } from './plan-fixture.ts';

const day = fc.integer({ min: 1, max: 30 }).map((d) => `2026-09-${String(d).padStart(2, '0')}`);
const oneOf = (prefix: string, count: number) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`);
const whole = (min: number, max: number) => fc.integer({ min, max }).map(String);

/** `isPlain`: whole quantities and factors of 1 only, where the stock plan is exactly optimal. */
const line = (index: number, isPlain: boolean): fc.Arbitrary<GivenLine> =>
  fc
    .record({
      date: day,
      partner: oneOf('KH', 4),
      item: oneOf('VT', 4),
      count: fc.integer({ min: 1, max: 12 }),
      half: isPlain ? fc.constant(false) : fc.boolean(),
      price: fc.integer({ min: 1, max: 99_999 }),
      noise: fc.integer({ min: -2, max: 2 }),
      document: fc.integer({ min: 1, max: 6 }),
      branch: fc.constantFrom('HN', 'HN', 'HN', 'SG'),
      status: fc.constantFrom('2', '2', '2', '2', '9'),
      type: fc.constantFrom('sale', 'sale', 'sale', 'sale', 'return', 'discount', 'undiscount', 'service', 'free'),
      vatRate: fc.constantFrom('10', '10', '8', null, 'KCT'),
      discount: fc.integer({ min: 0, max: 3 }),
    })
    .map((of): GivenLine => {
      const quantity = `${of.count}${of.half ? '.5' : ''}`;
      const amount = Math.round((of.count + (of.half ? 0.5 : 0)) * of.price) + of.noise;
      const base = {
        id: `L${index}`,
        date: of.date,
        partner: of.partner,
        item: of.item,
        branch: of.branch,
        status: of.status,
        vatRate: of.vatRate,
        doc: `${of.partner}-${of.document}`,
      };
      switch (of.type) {
        case 'return':
          return { ...base, quantity: `-${quantity}`, amount: -amount };
        case 'discount':
          return { ...base, kind: 'discount', quantity: '1', amount: -Math.ceil(amount / 4) };
        case 'undiscount':
          return { ...base, kind: 'discount', quantity: '1', amount: Math.ceil(amount / 8) };
        case 'service':
          return { ...base, kind: 'service', item: 'DV1', quantity: '1', amount };
        case 'free':
          return { ...base, kind: 'free', quantity, amount: 0 };
        default:
          return { ...base, quantity, amount, discount: Math.min(of.discount * 100, Math.max(0, amount)) };
      }
    });

const profile = (code: string, isPlain: boolean): fc.Arbitrary<GivenProfile> =>
  fc
    .record({
      stock: fc.array(
        fc.record({
          product: oneOf('SP', 5),
          warehouse: oneOf('K', 2),
          opening: whole(-5, 30),
          incoming: whole(0, 30),
          outgoing: whole(0, 20),
        }),
        { maxLength: 8 },
      ),
      purchases: fc.array(
        fc.record({ date: day, voucherNumber: oneOf('NK', 3), product: oneOf('SP', 5), quantity: whole(1, 25) }),
        { maxLength: 5 },
      ),
      links: fc.array(
        fc.record({
          product: oneOf('SP', 5),
          item: oneOf('VT', 4),
          factor: isPlain ? fc.constant('1') : fc.constantFrom('1', '1', '1', '2', '1/3', ''),
        }),
        { maxLength: 7 },
      ),
      sales: fc.array(
        fc.record({
          documentDate: day,
          customerCode: oneOf('KH', 4),
          product: oneOf('SP', 5),
          quantity: whole(1, 12),
          amount: fc.integer({ min: 1, max: 99_999 }),
        }),
        { maxLength: 4 },
      ),
      limit: fc.constantFrom(0, 2, 5),
      locked: fc.constantFrom(undefined, undefined, '2026-09-10'),
      flags: fc.array(fc.constantFrom('unknown', 'none', 'reduced'), { minLength: 5, maxLength: 5 }),
    })
    .map(
      (of): GivenProfile => ({
        code,
        terms: { maxLinesPerInvoice: of.limit, lockedThrough: of.locked, excludedWarehouseCodes: ['K9'] },
        products: [
          ...of.flags.map((vatReduction, index) => ({
            code: `SP${index + 1}`,
            vatReduction: vatReduction as 'unknown',
            ...(index % 2 ? { vatRate: '10' } : {}),
          })),
          { code: 'DV', kind: 'Dịch vụ', vatRate: '10' },
        ],
        links: [
          ...uniqueBy(of.links, (connection) => `${connection.product}/${connection.item}`),
          { product: 'DV', item: 'DV1' },
        ],
        customers: ['KH1', 'KH2'].map((one) => ({ code: one })),
        partnerLinks: [{ customer: 'KH1', partner: 'KH1' }],
        stock: of.stock,
        purchases: of.purchases,
        sales: of.sales.map((sale, index) => ({ ...sale, id: `${code}-${index}`, voucherNumber: `X${index}` })),
      }),
    );

const uniqueBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
];

/** AMIS entries that repeat some of the lines, now and then with another quantity or day. */
type Copy = { readonly line: number; readonly profile: number; readonly change: 'none' | 'quantity' | 'day' };

const copyInto = (
  profiles: readonly GivenProfile[],
  lines: readonly GivenLine[],
  copies: readonly Copy[],
): GivenProfile[] =>
  profiles.map((one, position) => ({
    ...one,
    sales: [
      ...(one.sales ?? []),
      ...copies.flatMap((copy, index) => {
        const line = lines[copy.line % Math.max(1, lines.length)];
        const connection = one.links?.find(({ item, factor }) => item === line?.item && factor === '1');
        if (copy.profile !== position || !line || !connection) return [];
        return [
          {
            id: `${one.code}-copy-${index}`,
            voucherNumber: `Y${index}`,
            documentDate: copy.change === 'day' ? '2026-09-28' : line.date,
            customerCode: line.partner === 'KH1' ? 'KH1' : '',
            customerName: line.partner === 'KH2' ? 'Khách KH2' : '',
            product: connection.product,
            quantity: copy.change === 'quantity' ? '3' : line.quantity,
            amount: line.amount - (line.discount ?? 0),
          },
        ];
      }),
    ],
  }));

/** Random periods that reach every part of a plan; plain ones have whole quantities and factors of 1 only. */
export const periodOf = (isPlain: boolean): fc.Arbitrary<GivenPeriod> =>
  fc
    .record({
      a: profile('A', isPlain),
      b: profile('B', isPlain),
      count: fc.integer({ min: 0, max: 25 }),
      aggregate: fc.boolean(),
      planned: fc.constantFrom('2026-09-30', '2026-09-15', '2026-10-01'),
      sg: fc.constantFrom([], ['B'], ['A', 'B']),
      copies: fc.array(
        fc.record({ line: fc.nat(24), profile: fc.nat(1), change: fc.constantFrom('none', 'none', 'quantity', 'day') }),
        { maxLength: 5 },
      ),
    })
    .chain(({ a, b, count, aggregate, planned, sg, copies }) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => line(index, isPlain))).map(
        (lines: GivenLine[]): GivenPeriod => ({
          profiles: copyInto([a, b], lines, copies),
          issueDay: planned,
          issuers: { HN: ['A', 'B'], SG: sg },
          rules: {
            aggregateConsumersPerDay: aggregate,
            consolidatedMonthly: sg.length === 1 ? ['A'] : [],
            discountsOnNextPurchase: planned === '2026-10-01',
          },
          partners: [
            { code: 'KH1', requirement: 'required', taxCode: '0101243150' },
            { code: 'KH2', requirement: 'required' },
            { code: 'KH3' },
            { code: 'KH4', requirement: 'unset' },
          ],
          lines,
        }),
      ),
    );

export const period = periodOf(false);

/** Facts about the day of a line, of goods or services as it happens; some lack what they need. */
const facts: fc.Arbitrary<DayFacts | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ completedOn: day, paidOn: day }, { requiredKeys: [] }),
  fc.record({ isExport: fc.boolean(), clearedOn: day }, { requiredKeys: ['isExport'] }),
  fc.record(
    { trade: fc.constantFrom('logistics', 'Điện', 'bán buôn'), reconciledOn: day, agreedUntil: day },
    { requiredKeys: ['trade'] },
  ),
);

/** Random periods of which many lines have facts that give them a day of their own. */
export const periodWithFacts: fc.Arbitrary<GivenPeriod> = fc
  .tuple(period, fc.array(facts, { minLength: 7, maxLength: 7 }))
  .map(([given, known]) => ({
    ...given,
    lines: given.lines.map((one, index) => {
      const dayFacts = known[index % known.length];
      // Few documents, so that lines of several days meet in one.
      return { ...one, doc: `${one.partner}-${index % 2}`, ...(dayFacts && { dayFacts }) };
    }),
  }));
