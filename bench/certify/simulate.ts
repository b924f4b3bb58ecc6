import {
  type Draw,
  drawingWeight,
  gameAgainst,
  type Population,
  populationOf,
  refutes,
} from '@khop/engine/connections/certification/bound.ts';
import { expectedJudgements } from '@khop/engine/connections/certification/sample.ts';

const RISK = 0.05;
export const BOUND = 0.005;

export type Simulated = {
  readonly world: string;
  readonly judged: number;
  readonly certified: boolean;
  /** The truth is above the bound that the sample gives at the moment when the person stops, certified or not. */
  readonly rowsExceeded: boolean;
  readonly valueExceeded: boolean;
  /** Certified at the bound that was chosen, although rows or đồng are wrong more often. */
  readonly falselyCertified: boolean;
};

/** A person gives up after so many pairs of a bucket, or of all. */
const PATIENCE = 1500;

/** A stream of numbers in (0, 1). */
export function randomOf(seed: number): () => number {
  let [a, b, c, d] = [seed >>> 0, 0x9e3779b9, 0x243f6a88, 0xb7e15162];
  const next = (): number => {
    // sfc32
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return ((sum >>> 0) + 0.5) / 2 ** 32;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}

const gauss = (random: () => number): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

type Valued = (random: () => number) => number;
export const VALUES: readonly (readonly [name: string, value: Valued])[] = [
  ['alike', () => 1_000_000],
  ['log-normal, σ 1', (random) => Math.round(1e6 * Math.exp(gauss(random)))],
  ['log-normal, σ 2', (random) => Math.round(1e6 * Math.exp(2 * gauss(random)))],
  [
    '70 % nothing, the rest log-normal',
    (random) => (random() < 0.7 ? 0 : Math.round(1e6 * Math.exp(1.5 * gauss(random)))),
  ],
];

/** The pairs that are wrong: the ones with the least key, as many as the rate says. `score`: what the matcher claims. */
type World = {
  readonly name: string;
  readonly rate: (bound: number, random: () => number) => number;
  readonly key: (pair: { value: number; score: number }, random: () => number) => number;
};
const anyPair = (_: unknown, random: () => number): number => random();
const justAbove = (bound: number): number => bound * 1.001;
export const WORLDS: readonly World[] = [
  { name: 'none', rate: () => 0, key: anyPair },
  { name: 'a fifth of the bound', rate: (bound) => bound / 5, key: anyPair },
  { name: 'just above the bound', rate: justAbove, key: anyPair },
  { name: 'just above, the dearest pairs', rate: justAbove, key: ({ value }) => -value },
  { name: 'just above, the cheapest pairs', rate: justAbove, key: ({ value }) => value },
  { name: 'just above, by đồng', rate: justAbove, key: anyPair },
  { name: 'just above, lowest scores', rate: justAbove, key: ({ score }) => score },
  { name: 'badly calibrated: 99 % claimed, 97 % true', rate: () => 0.03, key: ({ score }, random) => random() - score },
  {
    name: 'badly calibrated, and in dear pairs',
    rate: (_, random) => 0.002 + 0.02 * random(),
    key: ({ value }, random) => -value * random(),
  },
];

const SIZES = [200, 1000, 5000] as const;
const BOUNDS = [0.005, 0.01, 0.02] as const;

/** Marks pairs wrong until their number, or their đồng, exceeds the rate. */
function marked(world: World, values: readonly number[], rate: number, random: () => number): Uint8Array {
  const wrong = new Uint8Array(values.length);
  const total = values.reduce((sum, value) => sum + value, 0);
  const keys = values.map((value) => world.key({ value, score: 0.99 + 0.01 * random() }, random));
  const order = values.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]!);
  let [rows, value] = [0, 0];
  for (const i of order) {
    if (rate === 0) break;
    if (world.name.endsWith('by đồng') ? value > rate * total : rows > rate * values.length) break;
    wrong[i] = 1;
    rows++;
    value += values[i]!;
  }
  return wrong;
}

/** Pairs in the order of drawing. Clocks as in `sampleOrder`, but only as many as a person may need are put in order. */
function drawingOrder(values: readonly number[], bucket: Population, random: () => number): number[] {
  const rings = Float64Array.from(values, (value) => -Math.log(random()) / drawingWeight(value, bucket));
  const last = Float64Array.from(rings).sort()[Math.min(values.length, PATIENCE) - 1]!;
  const order: number[] = [];
  for (let i = 0; i < values.length; i++) if (rings[i]! <= last) order.push(i);
  return order.sort((a, b) => rings[a]! - rings[b]!);
}

type Part = { count: number; value: number };

/** Judges pair by pair until the bucket without the errors found keeps to the bound, or patience ends. */
function judge(bucket: Population, draws: readonly Draw[], bound: number) {
  const found: Part = { count: 0, value: 0 };
  const games = () =>
    (['rows', 'value'] as const).map((measure) => {
      const [all, gone] = measure === 'rows' ? [bucket.count, found.count] : [bucket.value, found.value];
      return gameAgainst(bucket, measure, Math.floor(bound * (all - gone)) + gone + 1, RISK);
    });
  let playing = games();
  for (const [n, draw] of draws.entries()) {
    if (draw.isWrong) {
      found.count++;
      found.value += draw.value;
      // The bound is one of the pairs that are left: another number of errors is refuted from here on.
      playing = games();
      for (const before of draws.slice(0, n)) for (const game of playing) game.play(before);
    }
    const won = playing.map((game) => game.play(draw));
    if (won.every(Boolean)) return { judged: n + 1, certified: true, found };
  }
  return { judged: draws.length, certified: false, found };
}

export function simulate(i: number, seed: number): Simulated {
  const random = randomOf(i * 2654435761 + seed * 97);
  const world = WORLDS[i % WORLDS.length]!;
  const size = SIZES[Math.floor(random() * SIZES.length)]!;
  const bound = BOUNDS[Math.floor(random() * BOUNDS.length)]!;
  const [, value] = VALUES[Math.floor(random() * VALUES.length)]!;
  const values = Array.from({ length: size }, () => value(random));
  const bucket = populationOf(values);
  const wrong = marked(world, values, world.rate(bound, random), random);
  const draws = drawingOrder(values, bucket, random).map((k) => ({ value: values[k]!, isWrong: wrong[k] === 1 }));
  const { judged, certified, found } = judge(bucket, draws, bound);
  const truth = {
    count: wrong.reduce((sum, one) => sum + one, 0),
    value: values.reduce((sum, one, k) => sum + (wrong[k] ? one : 0), 0),
  };
  // The largest amount that the sample does not refute is the bound: the truth exceeds it if it is refuted itself.
  const exceeds = (measure: 'rows' | 'value', supposed: number): boolean =>
    refutes(bucket, draws.slice(0, judged), { measure, supposed, risk: RISK });
  const left = (of: 'count' | 'value'): number => {
    const among = bucket[of] - found[of];
    return among > 0 ? (truth[of] - found[of]) / among : 0;
  };
  return {
    world: world.name,
    judged,
    certified,
    rowsExceeded: exceeds('rows', truth.count),
    valueExceeded: exceeds('value', truth.value),
    falselyCertified: certified && (left('count') > bound || left('value') > bound),
  };
}

const CLEAN_SIZE = 20_000;
const CLEAN_TRIES = 41;

/** The number of pairs that a clean bucket of 20,000 takes, for values that are alike and for values that are not. */
export function lowestPossible() {
  return VALUES.map(([name, value]) => {
    const random = randomOf(77);
    const values = Array.from({ length: CLEAN_SIZE }, () => value(random));
    const bucket = populationOf(values);
    const judged = Array.from({ length: CLEAN_TRIES }, () => {
      const draws = drawingOrder(values, bucket, random).map((k) => ({ value: values[k]!, isWrong: false }));
      return judge(bucket, draws, BOUND).judged;
    }).sort((a, b) => a - b);
    return {
      values: name,
      median: judged[CLEAN_TRIES >> 1]!,
      forecast: expectedJudgements(values, BOUND, RISK),
      least: leastForRows(CLEAN_SIZE, Math.floor(BOUND * CLEAN_SIZE) + 1, RISK),
    };
  });
}

/** The least sample that finds one of `errors` among `size` pairs with probability 1 − risk: no test does with less. */
function leastForRows(size: number, errors: number, risk: number): number {
  let missed = 1;
  for (let n = 0; n < size; n++) {
    if (missed <= risk) return n;
    missed *= Math.max(0, size - n - errors) / (size - n);
  }
  return size;
}
