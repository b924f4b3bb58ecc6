import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatQuantity, parseQuantity, type Quantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, issuanceInput } from '../plan-fixture.ts';
import { draftFindings } from '../preflight/draft-findings.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { conflictFindings } from './conflict-findings.ts';
import type { HeldGoods, OtherPeriods } from './held-goods.ts';

/** Two halves of one month, so that voucher numbers share a stem; both are open all the time. */
const HALVES = [
  { name: 'Nửa đầu', fromDate: '2026-09-01', toDate: '2026-09-15' },
  { name: 'Nửa sau', fromDate: '2026-09-16', toDate: '2026-09-30' },
] as const;
const PRODUCTS = ['A', 'B'];
const dayOf = (n: number): string => `2026-09-${String(n).padStart(2, '0')}`;

type Move = { readonly day: number; readonly product: string; readonly quantity: number };
type World = {
  readonly opening: Readonly<Record<string, number>>;
  readonly purchases: readonly Move[];
  /** Sales made in AMIS itself; those that the stock of their day cannot serve are left out. */
  readonly outside: readonly Move[];
  readonly sales: readonly Move[];
  /** A document that Bravo has moved to the other half since the first half was read. */
  readonly moved: Move | null;
};

type Half = {
  invoices: readonly PlannedInvoice[];
  vouchers: Set<string>;
  /** Invoices that AMIS has, and those that the last report and ledger of this half showed. */
  inAmis: Set<string>;
  shown: Set<string>;
  /** Keys of either half that the last stock report of this half is known to contain. */
  contained: Set<string>;
  report: Report;
  stale: boolean;
};
type Report = { readonly stock: readonly StockRow[]; readonly ledger: readonly PlannedInvoice[] };
type StockRow = {
  readonly product: string;
  readonly opening: string;
  readonly incoming: string;
  readonly outgoing: string;
};

const drawn = (invoices: readonly PlannedInvoice[]): HeldGoods[] =>
  invoices.flatMap((invoice) =>
    invoice.items.map((item) => ({
      ...{ period: 'kỳ kia', profile: invoice.profile, warehouse: item.warehouse, product: item.product },
      ...{ day: invoice.documentDate, quantity: item.quantity },
    })),
  );
const isFirm = ({ status }: PlannedInvoice) => status !== 'draft';
const toQuantity = (n: number): Quantity => parseQuantity(String(n));

/** The service around the engine, as far as two periods meet in it: what is loaded, planned, exported and imported. */
function service(world: World) {
  const outside = possibleSales(world);
  const linesOf = (half: 0 | 1): GivenLine[] => {
    const { fromDate, toDate } = HALVES[half];
    const own = world.sales.flatMap((sale, index): GivenLine[] => {
      const date = dayOf(sale.day);
      if (date < fromDate || date > toDate) return [];
      return [lineOf(`L${index}`, date, sale)];
    });
    // The first half was read before Bravo moved the document, the second after.
    return world.moved ? [...own, lineOf('LM', dayOf(half === 0 ? 10 : 20), world.moved)] : own;
  };
  const halves = [0, 1].map(
    (): Half => ({
      ...{ invoices: [], vouchers: new Set<string>(), inAmis: new Set<string>(), shown: new Set<string>() },
      ...{ contained: new Set<string>(), report: { stock: [], ledger: [] }, stale: true },
    }),
  ) as [Half, Half];
  const amisOut = (product: string, from: string, to: string): Quantity => {
    const ours = halves.flatMap(({ invoices, inAmis }) => drawn(invoices.filter(({ key }) => inAmis.has(key))));
    return [...ours, ...outside.map((sale) => ({ ...sale, day: dayOf(sale.day), quantity: toQuantity(sale.quantity) }))]
      .filter((one) => one.product === product && one.day >= from && one.day <= to)
      .reduce((sum, one) => sum + one.quantity, 0n);
  };
  const bought = (product: string, from: string, to: string): Quantity =>
    world.purchases
      .filter((one) => one.product === product && dayOf(one.day) >= from && dayOf(one.day) <= to)
      .reduce((sum, one) => sum + toQuantity(one.quantity), 0n);

  /** Both reports of a half, made now. */
  function load(which: 0 | 1): void {
    const half = halves[which];
    const { fromDate, toDate } = HALVES[which];
    const before = which === 0 ? '2026-08-31' : HALVES[0].toDate;
    half.shown = new Set(half.inAmis);
    half.report = {
      stock: PRODUCTS.map((product) => ({
        product,
        opening: formatQuantity(
          toQuantity(world.opening[product]!) +
            bought(product, '2026-09-01', before) -
            amisOut(product, '2026-09-01', before),
        ),
        incoming: formatQuantity(bought(product, fromDate, toDate)),
        outgoing: formatQuantity(amisOut(product, fromDate, toDate)),
      })),
      ledger: half.invoices.filter(({ key }) => half.shown.has(key)),
    };
    half.contained = new Set(halves.flatMap(({ shown }) => [...shown]));
    half.stale = true;
  }

  function inputOf(which: 0 | 1): IssuanceInput {
    const half = halves[which];
    const other = halves[which === 0 ? 1 : 0];
    const books = booksOf(which);
    const left = other.invoices.filter(isFirm);
    const last = left
      .map(({ date }) => date)
      .sort()
      .at(-1);
    const base = issuanceInput({
      profiles: [{ ...books, terms: { lastIssuedDate: last } }],
      partners: [{ code: 'K', requirement: 'required' }],
      lines: linesOf(which),
      kept: half.invoices.filter(isFirm),
      previousVouchers: Object.fromEntries([...half.vouchers, ...other.vouchers].map((one) => [`cũ ${one}`, one])),
    });
    const elsewhere = left.flatMap((invoice) =>
      invoice.items.flatMap((item) =>
        item.allocations.map(({ line }) => ({ line, voucherNumber: invoice.voucherNumber, period: 'kỳ kia' })),
      ),
    );
    return {
      ...base,
      period: { ...base.period, ...HALVES[which], issueDay: HALVES[which].toDate },
      invoicedElsewhere: elsewhere.filter(({ line }) => base.lines.some(({ id }) => id === line)),
      otherPeriods: othersOf(which, other, half),
    };
  }

  function othersOf(which: 0 | 1, other: Half, half: Half): OtherPeriods {
    if (which === 1)
      return { reserved: drawn(other.invoices.filter(({ key }) => !half.contained.has(key))), later: [] };
    if (other.report.stock.length === 0) return { reserved: [], later: [] };
    const books = issuanceInput({ profiles: [booksOf(1)], lines: [] }).profiles[0]!;
    const held = drawn(other.invoices.filter((one) => isFirm(one) && !other.contained.has(one.key)));
    return {
      reserved: [],
      later: [{ ...HALVES[1], profile: 'P', books, held, contained: [...other.contained] }],
    };
  }

  function booksOf(which: 0 | 1) {
    const { fromDate, toDate } = HALVES[which];
    const { stock, ledger } = halves[which].report;
    const inside = <One extends { readonly day: number }>(moves: readonly One[]) =>
      moves.filter(({ day }) => dayOf(day) >= fromDate && dayOf(day) <= toDate);
    return {
      code: 'P',
      products: PRODUCTS.map((code) => ({ code })),
      links: PRODUCTS.map((code) => ({ product: code, item: code })),
      stock,
      purchases: inside(world.purchases).map((one, index) => ({
        ...{ date: dayOf(one.day), voucherNumber: `N${index}`, product: one.product, quantity: String(one.quantity) },
      })),
      sales:
        stock.length === 0
          ? []
          : [
              ...inside(outside).map((one, index) => ({
                ...{ id: `X${index}`, voucherNumber: `X${index}`, documentDate: dayOf(one.day), customerCode: 'KHAC' },
                ...{ product: one.product, quantity: String(one.quantity), amount: one.quantity * 7 },
              })),
              ...ledger.flatMap((invoice) =>
                invoice.items.map((item, index) => ({
                  ...{ id: `${invoice.key}${index}`, voucherNumber: invoice.voucherNumber, amount: item.amount },
                  ...{ documentDate: invoice.documentDate, invoiceNumber: invoice.voucherNumber },
                  ...{ product: item.product, quantity: formatQuantity(item.quantity) },
                })),
              ),
            ],
    };
  }

  function plan(which: 0 | 1): void {
    const half = halves[which];
    half.invoices = planInvoices(inputOf(which)).invoices;
    for (const { voucherNumber } of half.invoices) half.vouchers.add(voucherNumber);
    half.stale = false;
  }

  /** @returns true when the drafts have left */
  function leave(which: 0 | 1): boolean {
    const half = halves[which];
    const input = inputOf(which);
    const again = planInvoices(input);
    const elsewhere = new Set(input.invoicedElsewhere?.map(({ line }) => line));
    const isOutdated = half.invoices.some(
      (invoice) =>
        invoice.status === 'draft' &&
        invoice.items.some(({ allocations }) => allocations.some(({ line }) => elsewhere.has(line))),
    );
    const judged = { ...again, invoices: half.invoices };
    if (half.stale || isOutdated) return false;
    if ([...conflictFindings(input, judged), ...draftFindings(input, judged)].some((one) => one.severity === 'block'))
      return false;
    const last = input.profiles[0]!.terms.lastIssuedDate;
    for (const invoice of half.invoices) {
      if (invoice.status === 'draft' && last !== undefined) expect(invoice.date >= last).toBe(true);
    }
    half.invoices = half.invoices.map((invoice) => ({ ...invoice, status: 'exported' }));
    return true;
  }

  function importInto(which: 0 | 1): void {
    for (const { key } of halves[which].invoices.filter(isFirm)) halves[which].inAmis.add(key);
  }

  /** Per product and day: everything that came in, less everything that has left or was sold outside. */
  function expectNothingOversold(invoices: readonly PlannedInvoice[]): void {
    const out = [
      ...drawn(invoices),
      ...outside.map((one) => ({ ...one, day: dayOf(one.day), quantity: toQuantity(one.quantity) })),
    ];
    for (const product of PRODUCTS) {
      for (let day = 1; day <= 30; day++) {
        const gone = out
          .filter((one) => one.product === product && one.day <= dayOf(day))
          .reduce((sum, one) => sum + one.quantity, 0n);
        const there = toQuantity(world.opening[product]!) + bought(product, '2026-09-01', dayOf(day));
        expect([product, day, gone <= there]).toEqual([product, day, true]);
      }
    }
  }

  return { halves, load, plan, leave, importInto, expectNothingOversold };
}

const lineOf = (id: string, date: string, { product, quantity }: Move): GivenLine => ({
  ...{ id, doc: id, date, partner: 'K', item: product, quantity: String(quantity), amount: quantity * 100_000 },
});

/** Sales outside happened already: only what AMIS had on every day from theirs on. */
function possibleSales({ opening, purchases, outside }: World): Move[] {
  const taken: Move[] = [];
  for (const sale of outside) {
    const all = [...taken, sale];
    const stands = Array.from({ length: 30 }, (_, n) => n + 1).every((day) => {
      const sum = (moves: readonly Move[]) =>
        moves
          .filter((one) => one.product === sale.product && one.day <= day)
          .reduce((total, one) => total + one.quantity, 0);
      return sum(all) <= opening[sale.product]! + sum(purchases);
    });
    if (stands) taken.push(sale);
  }
  return taken;
}

const move = fc.record({
  day: fc.integer({ min: 1, max: 30 }),
  product: fc.constantFrom(...PRODUCTS),
  quantity: fc.integer({ min: 1, max: 8 }),
});
const world: fc.Arbitrary<World> = fc.record({
  opening: fc.record({ A: fc.integer({ min: 0, max: 12 }), B: fc.integer({ min: 0, max: 12 }) }),
  purchases: fc.array(move, { maxLength: 4 }),
  outside: fc.array(move, { maxLength: 3 }),
  sales: fc.array(move, { minLength: 2, maxLength: 10 }),
  moved: fc.option(move, { freq: 2 }),
});
const step = fc.tuple(
  fc.constantFrom('load', 'plan', 'plan', 'leave', 'leave', 'import'),
  fc.constantFrom<0 | 1>(0, 1),
);

/** One piece for two sales, and another that comes in after both; each half planned before the other leaves. */
const BOUGHT_LATER: World = {
  opening: { A: 0, B: 1 },
  purchases: [{ day: 17, product: 'B', quantity: 1 }],
  outside: [],
  sales: [
    { day: 16, product: 'B', quantity: 1 },
    { day: 1, product: 'B', quantity: 1 },
  ],
  moved: null,
};
const BOTH_PLANNED_FIRST: ['plan' | 'leave', 0 | 1][] = [
  ['plan', 1],
  ['plan', 0],
  ['leave', 0],
  ['leave', 1],
];

test('two open periods never oversell together, invoice no line twice and share no voucher number', () => {
  let left = 0;
  fc.assert(
    fc.property(world, fc.array(step, { minLength: 6, maxLength: 24 }), (given, steps) => {
      const { halves, load, plan, leave, importInto, expectNothingOversold } = service(given);
      load(0);
      load(1);
      for (const [what, which] of steps) {
        if (what === 'load') load(which);
        else if (what === 'plan') plan(which);
        else if (what === 'import') importInto(which);
        else if (leave(which)) left += 1;
        const all = halves.flatMap(({ invoices }) => invoices);
        const firm = all.filter(isFirm);
        expectNothingOversold(firm);
        // Reports read in the right order fit together with the drafts too.
        if (what === 'plan' && which === 1 && halves[0].invoices.every(isFirm)) expectNothingOversold(all);
        // A sale may leave in parts, as its goods come, and never more of it than was sold.
        const parts = Map.groupBy(
          firm.flatMap(({ items }) => items.flatMap(({ allocations }) => allocations)),
          ({ line }) => line,
        );
        for (const [line, own] of parts) {
          const sold = line === 'LM' ? given.moved! : given.sales[Number(line.slice(1))]!;
          const invoiced = own.reduce((sum, { baseQuantity }) => sum + baseQuantity, 0n);
          expect([line, invoiced <= toQuantity(sold.quantity)]).toEqual([line, true]);
        }
        const moved = firm.filter(({ bravoDocument }) => bravoDocument.includes('LM'));
        expect(
          new Set(moved.map((one) => halves.findIndex(({ invoices }) => invoices.includes(one)))).size,
        ).toBeLessThan(2);
        const numbers = all.map(({ voucherNumber }) => voucherNumber);
        expect(new Set(numbers).size).toBe(numbers.length);
      }
    }),
    { numRuns: 80, examples: [[BOUGHT_LATER, BOTH_PLANNED_FIRST]] },
  );
  // The gate lets most of them through: a model in which nothing leaves would prove nothing.
  expect(left).toBeGreaterThan(40);
});
