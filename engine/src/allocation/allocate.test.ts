import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { FACTOR_ONE, ONE, parseFactor, parseQuantity } from '../quantity.ts';
import { allocate as allocateExact } from './allocate.ts';
import { counted, day, decimals, mixedDecimals, plain, stepped, tangled } from './instance-fixture.ts';
import type { JsonInstance, JsonPlan } from './json/form.ts';
import { allocate, brokenLaws } from './json-fixture.ts';
import type { AllocationInstance, Connection, Lot, SaleLine } from './types.ts';

const runs = { numRuns: 500 };
const parts = (plan: JsonPlan): string[] =>
  plan.allocations.map((a) => `${a.line}←${a.lot} ${a.lineQuantity}/${a.quantity} ${a.amount}`);

describe('the laws of a plan', () => {
  it.each([
    ['plain', plain],
    ['tangled', tangled],
    ['stepped', stepped],
    ['counted', counted],
  ])('hold for every instance: %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (instance) => {
        expect(brokenLaws(instance, allocate(instance))).toEqual([]);
      }),
      runs,
    );
  });

  it('find every fault of a broken plan', () => {
    const instance: JsonInstance = {
      lots: [{ id: 'K', profile: 'P', warehouse: 'W', product: 'A', availableFrom: day(3), quantity: '1' }],
      lines: [
        { id: 'L', document: 'D', date: day(1), priority: 1, item: 'A', quantity: '2', amount: 10, profiles: [] },
      ],
      links: [{ item: 'A', profile: 'P', product: 'A', factor: '1' }],
    };
    const plan = allocate(instance);
    const forged = { ...plan, allocations: [{ line: 'L', lot: 'K', quantity: '2', lineQuantity: '1', amount: 3 }] };
    expect(brokenLaws(instance, plan)).toEqual([]);
    expect(brokenLaws(instance, forged)).toHaveLength(6);
  });
});

describe('the statistics of a plan', () => {
  it('state no gap without steps, nor with step 1 over whole quantities and factors 1', () => {
    fc.assert(
      fc.property(fc.oneof(plain, tangled, counted), (instance) => {
        const { stats } = allocate(instance);
        expect(stats.gap).toBe(0);
      }),
      runs,
    );
  });

  it('count its pairs and amounts as its allocations and shortages do', () => {
    fc.assert(
      fc.property(fc.oneof(tangled, stepped), (instance) => {
        const plan = allocate(instance);
        const lineOf = new Map(instance.lines.map((line) => [line.id, line]));
        const lotOf = new Map(instance.lots.map((lot) => [lot.id, lot]));
        const pairs = new Set(
          plan.allocations.map((a) => `${lineOf.get(a.line)!.document}/${lotOf.get(a.lot)!.profile}`),
        );
        const allocated = plan.allocations.reduce((sum, a) => sum + a.amount, 0);
        const short = plan.shortages.reduce((sum, s) => sum + s.amount, 0);
        expect(plan.stats.documentProfilePairs).toBe(pairs.size);
        expect(plan.stats.allocatedAmount).toBe(allocated);
        expect(plan.stats.amount).toBe(allocated + short);
        expect(plan.stats.documentProfilePairsBound).toBeLessThanOrEqual(pairs.size);
      }),
      runs,
    );
  });
});

/** A millionth that the first line loses to rounding is 168 of the last, which is worth as little. */
const restOfALot: JsonInstance = {
  lots: [{ id: 'K', profile: 'R', warehouse: 'W', product: 'A', availableFrom: day(0), quantity: '1' }],
  lines: [
    { id: 'L0', document: 'D0', date: day(0), priority: 1, item: 'A', quantity: '0.123456', amount: 0 },
    { id: 'L1', document: 'D0', date: day(0), priority: 1, item: 'C', quantity: '4', amount: 4000 },
    { id: 'L2', document: 'D1', date: day(0), priority: 1, item: 'C', quantity: '0.5', amount: 0 },
  ],
  links: [
    { item: 'A', profile: 'R', product: 'A', factor: '7' },
    { item: 'C', profile: 'R', product: 'A', factor: '1/24' },
  ],
};

/** True when a line is less than a millionth of a lot: a plan that draws it from there leaves it out, the next one may not. */
const hasLineBelowALot = ({ lines, links }: JsonInstance): boolean =>
  lines.some(({ item, quantity }) =>
    links.some((connection) => {
      const { numerator, denominator } = parseFactor(connection.factor);
      const drawn = (parseQuantity(quantity) * numerator) / denominator;
      return connection.item === item && drawn === 0n && Number(quantity) > 0;
    }),
  );

describe('the plan of an instance', () => {
  it('is the same when it is made twice', () => {
    fc.assert(
      fc.property(stepped, (instance) => {
        expect(allocate(instance)).toEqual(allocate(instance));
      }),
      runs,
    );
  });

  it('is the same when it is made again with itself as `previous`', () => {
    fc.assert(
      fc.property(fc.oneof(plain, counted, tangled, stepped, mixedDecimals), (instance) => {
        fc.pre(!hasLineBelowALot(instance));
        const plan = allocate(instance);
        const again = allocate({ ...instance, previous: plan.allocations });
        expect(parts(again)).toEqual(parts(plan));
      }),
      { ...runs, examples: [[restOfALot]] },
    );
  });
});

/** A line of priority 1 whose share of the goods is worth .004 đ, beside one of priority 2 whose share is worth 42 đ. */
const lessThanADong: JsonInstance = {
  lots: [{ id: 'K', profile: 'R', warehouse: 'W', product: 'A', availableFrom: day(0), quantity: '0.5' }],
  lines: [
    { id: 'L0', document: 'D', date: day(0), priority: 1, item: 'A', quantity: '0', amount: 0 },
    { id: 'L1', document: 'D', date: day(0), priority: 2, item: 'A', quantity: '0.123456', amount: 123 },
    { id: 'L2', document: 'D', date: day(0), priority: 1, item: 'A', quantity: '11', amount: 1 },
  ],
  links: [{ item: 'A', profile: 'R', product: 'A', factor: '12' }],
};

describe('the last plan', () => {
  it('never costs value: a line that was left out and taken back leaves no worse plan than a fresh one', () => {
    fc.assert(
      fc.property(fc.oneof(plain, counted, tangled), fc.nat(11), (instance, out) => {
        const first = allocate(instance);
        const lines = instance.lines.filter((_, index) => index !== out % Math.max(1, instance.lines.length));
        const without = allocate({ ...instance, lines, previous: first.allocations });
        const back = allocate({ ...instance, previous: without.allocations });
        const slack = first.allocations.length + back.allocations.length;
        expect(Math.abs(back.stats.priority1Amount - first.stats.priority1Amount)).toBeLessThanOrEqual(slack);
        // It may be worth more: a fresh plan gives way for parts of priority 1 that come to less than a đồng.
        expect(first.stats.allocatedAmount - back.stats.allocatedAmount).toBeLessThanOrEqual(slack);
        expect(parts(allocate({ ...instance, previous: back.allocations }))).toEqual(parts(back));
      }),
      { ...runs, examples: [[lessThanADong, 2]] },
    );
  });

  it('is kept where it is as good, though a fresh plan would choose otherwise', () => {
    const lot = { warehouse: 'W', availableFrom: day(0), product: 'A', quantity: '5' };
    const instance: JsonInstance = {
      lots: [
        { ...lot, id: 'KP', profile: 'P' },
        { ...lot, id: 'KQ', profile: 'Q' },
      ],
      lines: [{ id: 'L', document: 'D', date: day(1), priority: 2, item: 'A', quantity: '3', amount: 300 }],
      links: [
        { item: 'A', profile: 'P', product: 'A', factor: '1' },
        { item: 'A', profile: 'Q', product: 'A', factor: '1' },
      ],
    };
    const chosen = allocate(instance).allocations[0]!.lot;
    const other = chosen === 'KP' ? 'KQ' : 'KP';
    const again = allocate({ ...instance, previous: [{ line: 'L', lot: other, lineQuantity: '3' }] });
    expect(again.allocations.map((a) => a.lot)).toEqual([other]);
  });
});

describe('the priority of a connection', () => {
  const lot = { profile: 'P', warehouse: 'W', availableFrom: day(0), quantity: '5' };
  const two = (priority: number): JsonInstance => ({
    lots: [
      { ...lot, id: 'K1', product: 'A1' },
      { ...lot, id: 'K2', product: 'A2', availableFrom: day(1) },
    ],
    lines: [{ id: 'L', document: 'D', date: day(2), priority: 2, item: 'A', quantity: '6', amount: 600 }],
    links: [
      { item: 'A', profile: 'P', product: 'A1', factor: '1', priority },
      { item: 'A', profile: 'P', product: 'A2', factor: '1', priority: 1 },
    ],
  });

  it('decides between products of one profile', () => {
    const drawn = (priority: number) => allocate(two(priority)).allocations.map((a) => [a.lot, a.lineQuantity]);
    expect(drawn(0)).toEqual([
      ['K1', '5'],
      ['K2', '1'],
    ]);
    expect(drawn(2)).toEqual([
      ['K1', '1'],
      ['K2', '5'],
    ]);
  });

  it('never costs value', () => {
    fc.assert(
      fc.property(fc.oneof(plain, tangled, counted), fc.array(fc.nat(3), { minLength: 10 }), (instance, priorities) => {
        const links = instance.links.map((connection, index) => ({ ...connection, priority: priorities[index % 10]! }));
        const [before, after] = [allocate(instance), allocate({ ...instance, links })];
        expect(brokenLaws({ ...instance, links }, after)).toEqual([]);
        const slack = before.allocations.length + after.allocations.length;
        expect(Math.abs(after.stats.priority1Amount - before.stats.priority1Amount)).toBeLessThanOrEqual(slack);
        expect(Math.abs(after.stats.allocatedAmount - before.stats.allocatedAmount)).toBeLessThanOrEqual(slack);
      }),
      runs,
    );
  });
});

describe('pins', () => {
  it('are honoured whole when they are lawful, and never break a law when they are not', () => {
    fc.assert(
      fc.property(tangled, fc.array(fc.tuple(fc.nat(11), fc.nat(7), decimals), { maxLength: 4 }), (instance, pins) => {
        const lines = instance.lines.map((line, l) => ({
          ...line,
          pinned: pins.filter(([at]) => at === l).map(([, lot, lineQuantity]) => ({ lot: `K${lot}`, lineQuantity })),
        }));
        const pinned = { ...instance, lines };
        const plan = allocate(pinned);
        expect(brokenLaws(pinned, plan)).toEqual([]);
        for (const line of lines) {
          const wanted = new Map<string, bigint>();
          for (const pin of line.pinned)
            wanted.set(pin.lot, (wanted.get(pin.lot) ?? 0n) + parseQuantity(pin.lineQuantity));
          for (const [lot, quantity] of wanted) {
            const given = plan.allocations.find((a) => a.line === line.id && a.lot === lot)?.lineQuantity ?? '0';
            const refused = (plan.refusedPins ?? [])
              .filter((pin) => pin.line === line.id && pin.lot === lot)
              .reduce((sum, pin) => sum + parseQuantity(pin.lineQuantity), 0n);
            expect(parseQuantity(given) + refused).toBeGreaterThanOrEqual(quantity);
          }
        }
      }),
      runs,
    );
  });

  it('keep a plan as it was when all of it is pinned', () => {
    fc.assert(
      fc.property(plain, (instance) => {
        const plan = allocate(instance);
        const lines = instance.lines.map((line) => ({
          ...line,
          pinned: plan.allocations
            .filter((a) => a.line === line.id)
            .map(({ lot, lineQuantity }) => ({ lot, lineQuantity })),
        }));
        const again = allocate({ ...instance, lines });
        expect(again.refusedPins).toBeUndefined();
        const known = new Set(parts(plan));
        const isKnown = (part: string): boolean => known.has(part);
        expect(parts(again).filter(isKnown)).toEqual(parts(plan));
        // Of a line that is worth less than one đồng a unit there may be one unit more: to neither plan is it worth anything.
        expect(parts(again).filter((part) => !isKnown(part) && !part.endsWith(' 0'))).toEqual([]);
      }),
      runs,
    );
  });
});

describe('an instance is refused with its fault', () => {
  const line: SaleLine = {
    id: 'L',
    document: 'D',
    date: day(1),
    priority: 1,
    item: 'A',
    quantity: ONE,
    amount: 1,
  };
  const lot: Lot = {
    id: 'K',
    profile: 'P',
    warehouse: 'W',
    product: 'A',
    availableFrom: day(0),
    quantity: ONE,
  };
  const connection: Connection = { item: 'A', profile: 'P', product: 'A', factor: FACTOR_ONE };
  it.each<[string, Partial<AllocationInstance>]>([
    ['QUANTITY_TOO_LARGE', { lots: [{ ...lot, quantity: parseQuantity('99999999999') }] }],
    [
      'QUANTITY_TOO_LARGE',
      {
        lots: [{ ...lot, quantity: parseQuantity('9007199254') }],
        lines: [
          { ...line, quantity: parseQuantity('9007199254'), amount: 1_000_000 },
          { ...line, id: 'L2', quantity: parseQuantity('165720609.942257') },
          { ...line, id: 'L3', quantity: parseQuantity('0.000001') },
        ],
        links: [{ ...connection, factor: parseFactor('1/3') }],
      },
    ],
    [
      'AMOUNT_TOO_LARGE',
      { lines: Array.from({ length: 10 }, (_, at) => ({ ...line, id: `L${at}`, amount: 1_000_000_000_000_000 })) },
    ],
    ['NEGATIVE_LINE', { lines: [{ ...line, quantity: parseQuantity('-1') }] }],
    ['NOT_WHOLE_DONG', { lines: [{ ...line, amount: 0.5 }] }],
    ['BAD_DAY', { lines: [{ ...line, date: '2026-02-30' }] }],
    ['BAD_STEP', { lots: [{ ...lot, step: 0n }] }],
    ['BAD_PRIORITY', { links: [{ ...connection, priority: 0.5 }] }],
    ['DUPLICATE_ID', { lots: [lot, lot] }],
  ])('%s', (code, change) => {
    const wrong = { lots: [lot], lines: [line], links: [connection], ...change };
    expect(() => allocateExact(wrong)).toThrow(expect.objectContaining({ code }));
    expect(() => allocateExact(wrong)).toThrow(Problem);
  });
});
