import { explain } from '../explain.ts';
import { type Comparer, newComparer } from '../features/comparer.ts';
import type { Candidates } from '../index/candidate-pairs.ts';
import type { Catalogue, Compiled } from '../index/catalogue.ts';
import { pickRecords } from '../index/pick-records.ts';
import { judge } from '../model/calibrate.ts';
import { logistic, predict } from '../model/forest.ts';
import { addListFeatures, freePromotionalTwins, ROW } from '../model/list-features.ts';
import { compareAll, type Scored } from '../pipeline.ts';
import type { Evidence } from '../record.ts';
import { type LiveIndex, readAt, type Side } from './live-side.ts';
import { candidatesOf } from './look-up.ts';
import { weightsOf } from './rarity.ts';

/** Places of records on either side. */
export type Places = { readonly left: readonly number[]; readonly right: readonly number[] };
/** Pair `k` of the neighbourhood; `forest` is what the second forest says before calibration, as log-odds. */
type Judged = {
  readonly k: number;
  readonly left: number;
  readonly right: number;
  readonly forest: number;
  readonly score: number;
};

type Pair = { readonly left: number; readonly right: number; readonly row: Float32Array; readonly first: number };

/** The pairs of some records judged among each other, and what their evidence is read from. */
type Judgement = {
  readonly pairs: Judged[];
  readonly explainAll: (chosen: readonly Judged[]) => Evidence[][];
};

/** The neighbourhood of a few records: pairs are found and compared ring by ring, then judged among each other. */
export class Neighbourhood {
  readonly #index: LiveIndex;
  /** The records of pairs worth keeping. */
  readonly #members = { left: newMembers(), right: newMembers() };
  readonly #expanded = { left: new Set<number>(), right: new Set<number>() };
  readonly #met = new Set<number>();
  readonly #kept: Pair[] = [];

  constructor(index: LiveIndex) {
    this.#index = index;
  }

  /** Compares the records of these places with all their candidates. */
  expand(places: Places, onRecord?: (done: number) => void): void {
    const index = this.#index;
    const { ring, left, right } = this.#ringOf(places, onRecord);
    const few = fewOf(index, ring.left.places, ring.right.places);
    const found = { count: left.length, left: Uint32Array.from(left), right: Uint32Array.from(right), leftStart: NONE };
    const { candidates, rows, first } = compareAll(
      comparerOf(index, few),
      found,
      { first: index.model.first },
      () => true,
    )!;
    for (let k = 0; k < candidates.count; k++)
      this.#kept.push({
        left: this.#members.left.join(ring.left.places[candidates.left[k]!]!),
        right: this.#members.right.join(ring.right.places[candidates.right[k]!]!),
        row: rows.subarray(k * ROW, (k + 1) * ROW),
        first: first[k]!,
      });
  }

  /** The scores of all pairs of these records so far; right where both records were expanded, else too high at worst. */
  judgeThose(of: Places): Judgement {
    const { model, coverage } = this.#index;
    const among = { left: new Set(of.left), right: new Set(of.right) };
    const table = this.#table();
    const logOdds = new Float64Array(this.#kept.length);
    const pairs: Judged[] = [];
    for (const [k, pair] of this.#kept.entries()) {
      const left = this.#members.left.places[pair.left]!;
      const right = this.#members.right.places[pair.right]!;
      if (!among.left.has(left) && !among.right.has(right)) continue;
      const forest = predict(model.second, table.rows, k * ROW);
      logOdds[k] = judge(model.calibration, coverage, table.rows, k * ROW, forest);
      pairs.push({ k, left, right, forest, score: logistic(logOdds[k]!) });
    }
    return { pairs, explainAll: (chosen) => this.#explain(chosen, { ...table, logOdds }) };
  }

  /**
   * The partners of these expanded records whose own pairs have to be known. Rivals only lower a pair, and below even
   * odds no calibration turns that round: a pair that scores too little with the rivals known so far does so with all
   * of them. Only where a record may serve many do its other pairs say something else.
   */
  partnersOf(of: Places, minimumScore: number): Places {
    const among = { left: new Set(of.left), right: new Set(of.right) };
    const partners = { left: new Set<number>(), right: new Set<number>() };
    const everyLeft = this.#index.assignment === 'each-right';
    const everyRight = this.#index.assignment === 'each-left';
    for (const { left, right, forest, score } of this.judgeThose(of).pairs) {
      const mayCount = forest >= 0 || score >= minimumScore;
      if (among.left.has(left) && (mayCount || everyRight)) partners.right.add(right);
      if (among.right.has(right) && (mayCount || everyLeft)) partners.left.add(left);
    }
    return { left: [...partners.left], right: [...partners.right] };
  }

  /** Those of these records that may have more than so many pairs. */
  crowded(of: Places, minimumScore: number, most: number): Places {
    if (most === Number.POSITIVE_INFINITY) return { left: [], right: [] };
    const seen = { left: new Map<number, number>(), right: new Map<number, number>() };
    for (const pair of this.judgeThose(of).pairs) {
      if (pair.forest < 0 && pair.score < minimumScore) continue;
      for (const side of ['left', 'right'] as const) seen[side].set(pair[side], (seen[side].get(pair[side]) ?? 0) + 1);
    }
    const many = (side: Side) => of[side].filter((place) => (seen[side].get(place) ?? 0) > most);
    return { left: many('left'), right: many('right') };
  }

  /** The candidates of these places that have not been met, as positions in a ring of their own. */
  #ringOf(places: Places, onRecord: ((done: number) => void) | undefined) {
    const ring = { left: newMembers(), right: newMembers() };
    const left: number[] = [];
    const right: number[] = [];
    let done = 0;
    for (const side of ['left', 'right'] as const) {
      for (const place of places[side]) {
        onRecord?.(done++);
        if (this.#expanded[side].has(place) || !this.#index[side].records[place]) continue;
        this.#expanded[side].add(place);
        for (const other of candidatesOf(this.#index, side, place)) {
          const [l, r] = side === 'left' ? [place, other] : [other, place];
          const key = l * 2 ** 26 + r;
          if (this.#met.has(key)) continue;
          this.#met.add(key);
          left.push(ring.left.join(l));
          right.push(ring.right.join(r));
        }
      }
    }
    return { ring, left, right };
  }

  /** All kept pairs as one table, with what each pair's rivals say against it. */
  #table(): Table {
    const kept = this.#kept;
    const { left, right } = this.#members;
    const { assignment } = this.#index;
    const candidates: Candidates = {
      count: kept.length,
      left: Uint32Array.from(kept, (pair) => pair.left),
      right: Uint32Array.from(kept, (pair) => pair.right),
      leftStart: NONE,
    };
    const rows = new Float32Array(kept.length * ROW);
    for (const [k, { row }] of kept.entries()) rows.set(row, k * ROW);
    const first = Float64Array.from(kept, (pair) => pair.first);
    addListFeatures(candidates, { left: left.places, right: right.places, assignment }, first, rows);
    const promo = { left: this.#promoOf('left'), right: this.#promoOf('right') };
    freePromotionalTwins(candidates, promo, first, assignment, rows);
    return { candidates, rows, first };
  }

  #promoOf(side: Side): Uint8Array {
    return Uint8Array.from(this.#members[side].places, (place) => {
      const { from, i } = readAt(this.#index[side], place);
      return from.promo[i]!;
    });
  }

  /** The evidence of these pairs. */
  #explain(chosen: readonly Judged[], table: Table & Pick<Scored, 'logOdds'>): Evidence[][] {
    const index = this.#index;
    const shown = { left: newMembers(), right: newMembers() };
    const places = { left: new Uint32Array(this.#kept.length), right: new Uint32Array(this.#kept.length) };
    for (const pair of chosen)
      for (const side of ['left', 'right'] as const) places[side][pair.k] = shown[side].join(pair[side]);
    const compiled = fewOf(index, shown.left.places, shown.right.places);
    const comparer = comparerOf(index, compiled);
    const candidates = { ...table.candidates, ...places };
    const view: Scored = { ...table, compiled, comparer, coverage: index.coverage, candidates };
    const recordAt = (side: Side, place: number) => index[side].records[place]!;
    return chosen.map((pair) =>
      explain(view, index.model, pair.k, recordAt('left', pair.left), recordAt('right', pair.right)),
    );
  }
}

type Table = Pick<Scored, 'candidates' | 'rows' | 'first'>;

const NONE = new Uint32Array(0);

/** Places in the order in which they joined. */
function newMembers() {
  const places: number[] = [];
  const numbers = new Map<number, number>();
  return {
    places,
    join: (place: number): number => {
      const known = numbers.get(place);
      if (known !== undefined) return known;
      numbers.set(place, places.length);
      return places.push(place) - 1;
    },
  };
}

/** The records at these places as two small catalogues, with the namesakes that they have in the whole. */
function fewOf(index: LiveIndex, left: readonly number[], right: readonly number[]): Compiled {
  const few = (side: Side, places: readonly number[]): Catalogue => {
    const kept = index[side];
    const own = pickRecords(places.map((place) => readAt(kept, place)));
    own.signature.forEach((signature, i) => {
      own.homonyms[i] = Math.min(kept.names.get(signature) ?? 1, 65_535);
    });
    return own;
  };
  const { kind, workspace } = index;
  const { words, addressWords } = workspace;
  return { kind, workspace, words, addressWords, left: few('left', left), right: few('right', right) };
}

function comparerOf(index: LiveIndex, few: Compiled): Comparer {
  const plain = newComparer(few, weightsOf(index.rarity), index.contrasts);
  return { ...plain, lexicon: { ...plain.lexicon, synonyms: index.synonyms, stride: index.wordCount } };
}
