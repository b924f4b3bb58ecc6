import fc from 'fast-check';
import { day } from './instance-fixture.ts';
import type { InJson, JsonInstance, JsonPlan } from './json/form.ts';
import type { Connection, Lot, SaleLine } from './types.ts';

const ITEMS = ['I0', 'I1', 'I2', 'I3', 'I4'];
const PROFILES = ['P', 'Q', 'R', 'S'];

type Kind = {
  /** Factors between units that do not contradict one another when absent. */
  readonly factors?: readonly string[];
  readonly lineSteps: readonly string[];
  readonly lotSteps: readonly string[];
  readonly fractions: readonly string[];
  /** So many pins among the lines, at most. */
  readonly pins?: number;
  /** Distinct values of a unit: with one, everybody is tied with everybody. */
  readonly prices: number;
};

const NONE = [''];
const UNITS = [1, 2, 3, 6, 7];

/**
 * Months like real ones in small: more documents than stock, few prices, so that plans of the same worth are many and which of
 * them is made depends on every rule of choice.
 */
function busy({ factors, lineSteps, lotSteps, fractions, prices, pins = 0 }: Kind): fc.Arbitrary<JsonInstance> {
  const whole = (max: number) => fc.integer({ min: 1, max });
  const lot = fc.record({
    ...{ profile: fc.constantFrom(...PROFILES), product: fc.nat(ITEMS.length - 1), at: fc.nat(9) },
    ...{ quantity: whole(24), fraction: fc.constantFrom(...fractions), step: fc.constantFrom(...lotSteps) },
  });
  const line = fc.record({
    ...{
      document: fc.nat(11),
      item: fc.nat(ITEMS.length - 1),
      at: fc.nat(9),
      quantity: whole(9),
      price: whole(prices),
    },
    ...{ fraction: fc.constantFrom(...fractions), step: fc.constantFrom(...lineSteps), asked: fc.nat(3) },
    profiles: fc.option(fc.subarray(PROFILES, { minLength: 1 }), { nil: undefined, freq: 2 }),
  });
  return fc
    .record({
      lots: fc.array(lot, { minLength: 10, maxLength: 22 }),
      lines: fc.array(line, { minLength: 16, maxLength: 36 }),
      factors: fc.array(fc.constantFrom(...(factors ?? NONE)), { minLength: 40, maxLength: 40 }),
      units: fc.array(fc.constantFrom(...UNITS), { minLength: 25, maxLength: 25 }),
      ranks: fc.array(fc.nat(1), { minLength: 40, maxLength: 40 }),
      pins: fc.array(fc.tuple(fc.nat(35), fc.nat(21), whole(6)), { maxLength: pins }),
    })
    .map((drawn) => ({
      lots: drawn.lots.map(
        (one, k): InJson<Lot> => ({
          ...{ id: `K${k}`, profile: one.profile, warehouse: 'W', product: `S${one.product}` },
          ...{ availableFrom: day(one.at), quantity: `${one.quantity}${one.fraction}` },
          ...(one.step && { step: one.step }),
        }),
      ),
      lines: drawn.lines.map(
        (one, l): InJson<SaleLine> => ({
          ...{ id: `L${l}`, document: `D${one.document}`, date: day(one.at), priority: one.asked === 0 ? 1 : 2 },
          ...{ item: ITEMS[one.item]!, quantity: `${one.quantity}${one.fraction}` },
          amount: Math.round(Number(`${one.quantity}${one.fraction}`) * one.price * 1000),
          ...(one.document % 4 === 3 && { together: `C${one.document % 2}` }),
          ...(one.profiles && { profiles: one.profiles }),
          ...(one.step && { step: one.step }),
          pinned: drawn.pins
            .filter(([at]) => at === l)
            .map(([, pin, quantity]) => ({ lot: `K${pin}`, lineQuantity: `${quantity}` })),
        }),
      ),
      // Every item is sold by two products of each profile: its own, and the next one.
      links: ITEMS.flatMap((item, i) =>
        PROFILES.flatMap((profile, p) =>
          [0, 1].map((next): InJson<Connection> => {
            const at = (i * PROFILES.length + p) * 2 + next;
            const s = (i + next) % (i < 3 ? 3 : ITEMS.length);
            const ratio = `${drawn.units[i]}/${drawn.units[ITEMS.length * (p + 1) + s]}`;
            const factor = drawn.factors[at] || ratio;
            return { item, profile, product: `S${s}`, factor, priority: drawn.ranks[at]! };
          }),
        ),
      ),
    }));
}

const FEW_FACTORS = ['1', '1', '2', '1/3', '0.3'];
const NO_STEPS = { lineSteps: NONE, lotSteps: NONE };

export const BUSY = {
  tied: busy({ factors: ['1'], ...NO_STEPS, fractions: NONE, prices: 1 }),
  priced: busy({ factors: ['1'], ...NO_STEPS, fractions: ['', '.5'], prices: 4, pins: 6 }),
  contradictory: busy({ factors: FEW_FACTORS, ...NO_STEPS, fractions: NONE, prices: 3 }),
  inUnits: busy({ ...NO_STEPS, fractions: ['', '.333333', '.5'], prices: 3, pins: 3 }),
  /** Numbers whose products are beyond those that floats hold exactly. */
  large: busy({ ...NO_STEPS, fractions: ['0012345.678901', '0000000', '000.5'], prices: 3, pins: 2 }),
  rounded: busy({ factors: ['3', '7'], ...NO_STEPS, fractions: ['.333333', '.123457', ''], prices: 3, pins: 4 }),
  whole: busy({ factors: ['1'], lineSteps: ['1'], lotSteps: ['1'], fractions: ['', '.5'], prices: 2, pins: 4 }),
  stepped: busy({
    ...{ factors: ['1'], lineSteps: ['', '1', '2'], lotSteps: ['', '1', '3'] },
    ...{ fractions: ['', '.5'], prices: 3, pins: 6 },
  }),
  everything: busy({
    ...{ factors: FEW_FACTORS, lineSteps: ['', '', '0.5', '2'], lotSteps: ['', '', '1'] },
    ...{ fractions: ['', '.25', '.333333'], prices: 3, pins: 5 },
  }),
};

type Change = (instance: JsonInstance, plan: JsonPlan) => JsonInstance;

/** Events between two plans of a month. */
const CHANGES: readonly Change[] = [
  (instance) => ({ ...instance, lines: instance.lines.filter((_, n) => n % 6 !== 2) }),
  (instance) => ({
    ...instance,
    lots: instance.lots.map((lot, n) => (n % 4 === 1 ? { ...lot, quantity: '2' } : lot)),
  }),
  (instance) => ({
    ...instance,
    lines: instance.lines.map((line, n) =>
      n % 7 === 3 ? { ...line, amount: line.amount + 50_000, priority: 1 } : line,
    ),
  }),
  (instance, { allocations }) => ({
    ...instance,
    // A part is held by hand, only half as much of it as there was.
    lines: instance.lines.map((line, n) => {
      const own = n % 5 === 1 && allocations.find((one) => one.line === line.id);
      return own ? { ...line, pinned: [{ lot: own.lot, lineQuantity: '1' }] } : line;
    }),
  }),
  (instance) => ({
    ...instance,
    lots: [
      ...instance.lots.slice(2),
      { id: 'MỚI', profile: 'Q', warehouse: 'W', product: 'S1', availableFrom: day(3), quantity: '9' },
    ],
    lines: instance.lines.map((line, n) => (n % 6 === 4 ? { ...line, quantity: '3', profiles: ['Q', 'S'] } : line)),
  }),
];

/** The instance after the change, with the plan made before it as the last one. */
export function changed(instance: JsonInstance, plan: JsonPlan, n: number): JsonInstance {
  const next = CHANGES[n % CHANGES.length]!(instance, plan);
  const previous = plan.allocations.map(({ line, lot, lineQuantity }) => ({
    ...{ line, lot, lineQuantity },
    // Some of the last plan's invoices held several documents.
    ...(n % 3 === 2 && { invoice: `${lot}/${Number(line.slice(1)) % 5}` }),
  }));
  return { ...next, previous };
}
