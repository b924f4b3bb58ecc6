import fc from 'fast-check';
import type { InJson, JsonInstance } from './json/form.ts';
import type { Connection, Lot, SaleLine } from './types.ts';

const ITEMS = ['A', 'B', 'C'];
const PROFILES = ['P', 'Q', 'R'];
export const day = (index: number): string => `2026-09-${String(1 + index).padStart(2, '0')}`;

export const decimals = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom('', '.5', '.25', '.123456', '.000001'))
  .map(([whole, fraction]) => `${whole}${fraction}`);
const wholes = fc.integer({ min: 0, max: 30 }).map(String);

type Flavour = {
  quantities: fc.Arbitrary<string>;
  factors: readonly string[];
  steps: readonly (string | undefined)[];
};

/** Instances small enough to shrink well and tangled enough to share, contradict and run short. */
function instances({ quantities, factors, steps }: Flavour): fc.Arbitrary<JsonInstance> {
  const lot = fc.record({
    profile: fc.constantFrom(...PROFILES),
    product: fc.constantFrom(...ITEMS),
    day: fc.integer({ min: 0, max: 9 }),
    quantity: quantities,
    step: fc.constantFrom(...steps),
  });
  const line = fc.record({
    document: fc.integer({ min: 0, max: 5 }),
    day: fc.integer({ min: 0, max: 9 }),
    priority: fc.constantFrom<1 | 2>(1, 2),
    item: fc.constantFrom(...ITEMS, 'unknown'),
    quantity: quantities,
    price: fc.integer({ min: 0, max: 3 }),
    // With price 0: gifts.
    odd: fc.integer({ min: 0, max: 1 }),
    profiles: fc.option(fc.subarray(PROFILES), { nil: undefined, freq: 3 }),
    step: fc.constantFrom(...steps),
  });
  const connection = fc.record({
    item: fc.constantFrom(...ITEMS),
    profile: fc.constantFrom(...PROFILES),
    product: fc.constantFrom(...ITEMS),
    factor: fc.constantFrom(...factors),
  });
  return fc
    .record({
      lots: fc.array(lot, { maxLength: 8 }),
      lines: fc.array(line, { maxLength: 12 }),
      links: fc.array(connection, { maxLength: 10 }),
    })
    .map(({ lots, lines, links }) => ({
      lots: lots.map(
        (l, k): InJson<Lot> => ({
          id: `K${k}`,
          profile: l.profile,
          warehouse: 'W',
          product: l.product,
          availableFrom: day(l.day),
          quantity: l.quantity,
          ...(l.step && { step: l.step }),
        }),
      ),
      lines: lines.map(
        (l, i): InJson<SaleLine> => ({
          id: `L${i}`,
          document: `D${l.document}`,
          date: day(l.day),
          priority: l.priority,
          item: l.item,
          quantity: l.quantity,
          amount: Math.round(Number(l.quantity) * l.price * 1000) + l.odd,
          ...(l.profiles && { profiles: l.profiles }),
          ...(l.step && { step: l.step }),
        }),
      ),
      links: links.map((l): InJson<Connection> => ({ ...l })),
    }));
}

export const plain = instances({ quantities: wholes, factors: ['1'], steps: [undefined] });
export const tangled = instances({
  quantities: decimals,
  factors: ['1', '12', '1/24', '0.3', '7'],
  steps: [undefined],
});
export const stepped = instances({
  quantities: decimals,
  factors: ['1', '12', '1/24', '0.5'],
  steps: [undefined, '1', '1', '0.5', '3'],
});
export const counted = instances({ quantities: wholes, factors: ['1'], steps: ['1'] });
/** Factors that agree with one another around every cycle: units of items and products are drawn, not factors. */
const inMixedUnits = (base: fc.Arbitrary<JsonInstance>): fc.Arbitrary<JsonInstance> =>
  fc
    .tuple(base, fc.array(fc.constantFrom(1, 2, 3, 6, 24), { minLength: 12, maxLength: 12 }))
    .map(([instance, units]): JsonInstance => {
      const unitOf = (item: string, profile?: string): number => {
        const at = ITEMS.indexOf(item);
        return units[profile === undefined ? at : 3 + 3 * PROFILES.indexOf(profile) + at]!;
      };
      return {
        ...instance,
        links: instance.links.map((connection) => ({
          ...connection,
          factor: `${unitOf(connection.item)}/${unitOf(connection.product, connection.profile)}`,
        })),
      };
    });
export const mixedUnits = inMixedUnits(plain);
export const mixedDecimals = inMixedUnits(instances({ quantities: decimals, factors: ['1'], steps: [undefined] }));

/**
 * More documents and profiles than the small instances have: many plans are worth the same, so a kept plan is no
 * accident.
 */
export const crowded: fc.Arbitrary<JsonInstance> = fc
  .record({
    lots: fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.integer({ min: 3, max: 20 })), { minLength: 9, maxLength: 14 }),
    lines: fc.array(fc.tuple(fc.nat(9), fc.nat(2), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 })), {
      minLength: 18,
      maxLength: 26,
    }),
  })
  .map(({ lots, lines }) => ({
    lots: lots.map(([profile, item, quantity], at) => ({
      ...{ id: `K${at}`, profile: `P${profile}`, warehouse: 'W', product: `S${item}` },
      ...{ availableFrom: day(at % 5), quantity: String(quantity) },
    })),
    lines: lines.map(([document, item, quantity, price], at) => ({
      ...{
        id: `L${at}`,
        document: `D${document}`,
        date: day(document),
        priority: document % 3 === 0 ? (1 as const) : (2 as const),
      },
      ...{ item: `I${item}`, quantity: String(quantity), amount: quantity * price * 1000 },
    })),
    links: [0, 1, 2].flatMap((item) =>
      [0, 1, 2].map((profile) => ({ item: `I${item}`, profile: `P${profile}`, product: `S${item}`, factor: '1' })),
    ),
  }));

/** The odd cases of real books beside the plain ones, all in one instance. */
export const odd = fc
  .record({
    instance: fc.oneof(tangled, stepped),
    stock: fc.array(fc.constantFrom('0', '-3', '-0.000001', '0.000001', '7.333333', '4'), {
      minLength: 8,
      maxLength: 8,
    }),
    factors: fc.array(fc.constantFrom('0.333333', '1/3', '3', '1', '0.000001', '1000'), { minLength: 6, maxLength: 6 }),
    free: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
    pins: fc.array(fc.tuple(fc.nat(11), fc.nat(9), decimals), { maxLength: 5 }),
    previous: fc.array(fc.tuple(fc.nat(12), fc.nat(9), decimals), { maxLength: 5 }),
    isOneDay: fc.boolean(),
  })
  .map(({ instance, stock, factors, free, pins, previous, isOneDay }): JsonInstance => {
    const oneDay = isOneDay ? { date: day(4) } : {};
    return {
      lots: [
        ...instance.lots.map((lot, k) => ({
          ...lot,
          ...(k % 2 === 0 && { quantity: stock[k]! }),
          ...(isOneDay && { availableFrom: day(4) }),
        })),
        { id: 'K9', profile: 'P', warehouse: 'W', product: 'nobody sells this', availableFrom: day(0), quantity: '5' },
      ],
      lines: instance.lines.map((line, l) => ({
        ...line,
        ...oneDay,
        // Free goods, amounts that no quantity divides, and lines without an issuer.
        ...(free[l] === 0 && { amount: 0 }),
        ...(free[l] === 1 && { amount: 7 }),
        ...(free[l] === 2 && l % 3 === 0 && { profiles: [] }),
        // The same lot may be pinned twice, a pin may be of nothing, too large, or of an unknown lot.
        pinned: pins.filter(([at]) => at === l).map(([, lot, lineQuantity]) => ({ lot: `K${lot}`, lineQuantity })),
      })),
      // Pairs connected twice, with other factors.
      links: [
        ...instance.links,
        ...instance.links.slice(0, 3).map((connection, at) => ({ ...connection, factor: factors[at]! })),
      ],
      previous: previous.map(([line, lot, lineQuantity]) => ({ line: `L${line}`, lot: `K${lot}`, lineQuantity })),
    };
  });
