/**
 * Bounds on the errors of a bucket of pairs, by rows and by đồng, from one random sample that is judged pair by pair.
 *
 * The sample is drawn without replacement, each time among the pairs that are left with a chance in proportion to their
 * weight (`drawingWeight`), which is at least 1 and at least the pair's share of the value. For a supposed number of errors
 * E the error of a drawn pair, divided by its chance, is on average the number of errors that are left: so betting against
 * «there are E or more» is a fair game or a losing one, and its capital reaches 1 / risk with probability `risk` at most,
 * however long the game goes on and whenever a person stops (Ville's inequality). The numbers whose game has reached it are
 * refuted; what is left is bounded at every moment at once. The same for đồng.
 *
 * Sources: Stark, «ALPHA: Audit that Learns from Previously Hand-Audited Ballots» (2022); Waudby-Smith, Stark, Ramdas,
 * «RiLACS» (2021), for weights; Waudby-Smith, Ramdas, «Confidence sequences for sampling without replacement» (2020).
 */

/** A bucket in three sums: pairs, đồng, and the weights of all pairs. */
export type Population = { readonly count: number; readonly value: number; readonly weight: number };

/** A pair of the sample, in the order of drawing. A pair that cannot be judged counts as wrong. */
export type Draw = { readonly value: number; readonly isWrong: boolean };

/** Rows, or đồng. */
export type Measure = 'rows' | 'value';

/**
 * Parts of the stake, and the share of it that each bets of what may be lost. Nearly all is bet on finding next to no error,
 * which ends soonest on a clean bucket; the hundredth that it keeps carries it over a first error, and the other parts over
 * more. A mixture of fair games is fair.
 */
const STAKES: readonly (readonly [stake: number, share: number])[] = [
  [0.97, 0.99],
  [0.02, 0.86],
  [0.01, 0.6],
];

/** The factor by which the capital must grow on a clean bucket, with the share that is bet: what a forecast reckons with. */
export const cleanGrowth = (risk: number): number => {
  const [stake, share] = STAKES[0]!;
  return Math.log(1 / (risk * stake)) / share;
};

/** The chance of a pair to be drawn next, up to a common factor: neither rows nor đồng may be left to a lucky draw. */
export const drawingWeight = (value: number, { count, value: all }: Pick<Population, 'count' | 'value'>): number =>
  all > 0 ? Math.max(1, (count * value) / all) : 1;

/** The sums of a bucket whose pairs are worth these đồng. */
export function populationOf(values: readonly number[]): Population {
  const sums = { count: values.length, value: values.reduce((sum, value) => sum + value, 0) };
  return { ...sums, weight: values.reduce((sum, value) => sum + drawingWeight(value, sums), 0) };
}

const TINY = 1e-9;

/**
 * True when the sample refutes, at this risk, that the errors of the bucket come to `supposed` (pairs or đồng) or more:
 * at some moment the capital of the bets against it had grown to 1 / risk, or the judged pairs alone rule it out.
 */
export function refutes(
  bucket: Population,
  draws: readonly Draw[],
  { measure, supposed, risk }: { readonly measure: Measure; readonly supposed: number; readonly risk: number },
): boolean {
  const game = gameAgainst(bucket, measure, supposed, risk);
  return game.isWon() || draws.some((draw) => game.play(draw));
}

/** A game against one supposed amount of errors that is played draw by draw; won once it was won. */
export function gameAgainst(bucket: Population, measure: Measure, supposed: number, risk: number) {
  // A pair counts for at most this much of its weight: one row, or the đồng of an average row.
  const perWeight = measure === 'rows' ? 1 : bucket.value / bucket.count;
  const capital = STAKES.map(([stake]) => stake);
  const goal = 1 / risk;
  let left = supposed;
  let weight = bucket.weight;
  let size = measure === 'rows' ? bucket.count : bucket.value;
  let won = left > size * (1 + TINY);
  return {
    isWon: (): boolean => won,
    play({ value, isWrong }: Draw): boolean {
      if (won) return true;
      const own = drawingWeight(value, bucket);
      const amount = measure === 'rows' ? 1 : value;
      const most = weight * perWeight;
      const found = isWrong ? (amount * weight) / own : 0;
      if (left > 0) bet(capital, { left, most, found });
      left -= isWrong ? amount : 0;
      size -= amount;
      weight = Math.max(0, weight - own);
      const sum = capital.reduce((all, one) => all + one, 0);
      // Rounding is never to the advantage of the certificate.
      won = sum >= goal * (1 + TINY) || left > size + TINY * bucket[measure === 'rows' ? 'count' : 'value'];
      return won;
    },
  };
}

/** One bet: `left` is what a draw finds on average if the supposed amount is true, `most` what it may find. */
function bet(
  capital: number[],
  { left, most, found }: { readonly left: number; readonly most: number; readonly found: number },
): void {
  const room = most - left;
  for (const [i, [, share]] of STAKES.entries()) {
    if (room <= most * TINY) {
      // Every draw would have to find an error: finding none ends the game, finding one says nothing.
      if (found < most * (1 - TINY)) capital[i] = Number.POSITIVE_INFINITY;
    } else capital[i]! *= Math.max(0, 1 + (share * (left - found)) / room);
  }
}

/**
 * The most errors that the bucket may have, in pairs and in đồng: the largest amounts that the sample does not refute. Each
 * is exceeded with probability `risk` at most; so is the larger of the two rates by both.
 */
export function upperBounds(bucket: Population, draws: readonly Draw[], risk: number): { rows: number; value: number } {
  const most = (measure: Measure, all: number): number => {
    let [refuted, open] = [Math.floor(all) + 1, -1];
    while (refuted - open > 1) {
      const supposed = Math.floor((open + refuted) / 2);
      if (refutes(bucket, draws, { measure, supposed, risk })) refuted = supposed;
      else open = supposed;
    }
    return Math.max(0, open);
  };
  // Errors that were found are there, however the bets have gone.
  const wrong = draws.filter(({ isWrong }) => isWrong);
  return {
    rows: Math.max(most('rows', bucket.count), wrong.length),
    value: Math.max(
      most('value', bucket.value),
      wrong.reduce((sum, { value }) => sum + value, 0),
    ),
  };
}
