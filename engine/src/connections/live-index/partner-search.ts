import { addUp, entriesToRead, roomFor } from '../index/postings.ts';
import { KEEP, POSTING_BUDGET, RESCUE_BUDGET, RESCUE_KEEP } from '../search/shards.ts';
import { gramsAt, type LiveIndex, type LiveSide, otherSide, type RowAt, type Side, wordsAt } from './live-side.ts';
import { byRank, insert, type Near } from './partner-lists.ts';

/** Sums of 32-bit numbers in another order may differ by this. */
const ROUNDING = 1e-5;

/** The features that two records must share to be found, and the number of postings that may be read for it. */
type Reach = { readonly by: 'words' | 'grams'; readonly budget: number };
const ALL_WORDS: Reach = { by: 'words', budget: Number.POSITIVE_INFINITY };
const ALL_GRAMS: Reach = { by: 'grams', budget: Number.POSITIVE_INFINITY };
const WORDS: Reach = { by: 'words', budget: POSTING_BUDGET };
const GRAMS: Reach = { by: 'grams', budget: RESCUE_BUDGET };

/** Told every record that shares a token with a row, and the score. */
type Visit = (place: number, score: number) => void;

/**
 * Scores of the records of a side under the tokens of a row that are read within the budget; only of those that score as
 * much as they want `atLeast`, by place, where that is given.
 */
function visitScores(
  { rows, i }: RowAt,
  kept: LiveSide,
  { by, budget }: Reach,
  visit: Visit,
  atLeast?: Float32Array,
): void {
  const { score, touched } = roomFor(kept.records.length);
  const entries = entriesToRead(rows, i, kept[by], budget);
  const later = new Map<number, number>();
  for (const entry of entries) {
    const weight = rows.weights[entry]!;
    for (const holder of kept.changedBy[by].get(rows.ids[entry]!) ?? [])
      later.set(holder.place, Math.fround((later.get(holder.place) ?? 0) + weight * holder.weight));
  }
  const hits = addUp(rows, entries, kept[by], { score, touched });
  for (let h = 0; h < hits; h++) {
    const place = touched[h]!;
    const value = score[place]!;
    score[place] = 0;
    if (atLeast && value + ROUNDING < atLeast[place]!) continue;
    if (!kept.changed.has(place)) visit(place, value);
  }
  for (const [place, value] of later) if (!atLeast || value + ROUNDING >= atLeast[place]!) visit(place, value);
}

/** A row by what it holds. */
function byToken({ rows, i }: RowAt): Map<number, number[]> {
  const weights = new Map<number, number[]>();
  for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
    const known = weights.get(rows.ids[e]!);
    if (known) known.push(rows.weights[e]!);
    else weights.set(rows.ids[e]!, [rows.weights[e]!]);
  }
  return weights;
}

/** The score of one record, added up as `visitScores` does. */
function scoreOf(
  { rows, i }: RowAt,
  kept: LiveSide,
  { by, budget }: Reach,
  theirs: ReadonlyMap<number, readonly number[]>,
): number {
  let score = 0;
  for (const entry of entriesToRead(rows, i, kept[by], budget))
    for (const weight of theirs.get(rows.ids[entry]!) ?? []) score = Math.fround(score + rows.weights[entry]! * weight);
  return score;
}

/** Scores of left records under what a right one holds: exact, and by all its words at once, which overrates them. */
function leftScores(index: LiveIndex, place: number) {
  const own = wordsAt(index.right, place);
  const held = byToken(own);
  return {
    exact: (left: number): number => scoreOf(wordsAt(index.left, left), index.right, WORDS, held),
    overrated: (visit: Visit, atLeast?: Float32Array): void => visitScores(own, index.left, ALL_WORDS, visit, atLeast),
  };
}

/**
 * The best partners of a record by words, as a whole run finds them: that scans the left records, and a right one is scored
 * by what its left partner reads. So the partners of a right record are overrated first, and the likely ones scored again.
 */
export function searchWords(index: LiveIndex, side: Side, place: number): readonly Near[] {
  const best: Near[] = [];
  if (side === 'left') {
    visitScores(wordsAt(index.left, place), index.right, WORDS, (other, score) => {
      if (best.length < KEEP || score >= best[KEEP - 1]!.score) insert(best, { place: other, score }, KEEP);
    });
    return best;
  }
  const { exact, overrated } = leftScores(index, place);
  for (const wide of [4 * KEEP, 40 * KEEP, Number.POSITIVE_INFINITY]) {
    const likely: Near[] = [];
    best.length = 0;
    overrated((left, score) => {
      if (wide === Number.POSITIVE_INFINITY) likely.push({ place: left, score });
      else if (likely.length < wide || score >= likely[wide - 1]!.score) insert(likely, { place: left, score }, wide);
    });
    // Every left record is among them, or scores no more than the last of them.
    let isSure = likely.length < wide;
    for (const { place: left, score: most } of likely.sort(byRank)) {
      if (best.length === KEEP && best[KEEP - 1]!.score > most + ROUNDING) {
        isSure = true;
        break;
      }
      const score = exact(left);
      if (score > 0) insert(best, { place: left, score }, KEEP);
    }
    if (isSure) break;
  }
  return best;
}

/** Those of the other side that may want this record among their best by words, with their score for it. */
export function wantedByWords(index: LiveIndex, side: Side, place: number): readonly Near[] {
  const wanting: Near[] = [];
  const visit: Visit = (other, score) => void wanting.push({ place: other, score });
  const { worst } = index[otherSide(side)].lists.words;
  if (side === 'left') {
    visitScores(wordsAt(index.left, place), index.right, WORDS, visit, worst);
    return wanting;
  }
  const { exact, overrated } = leftScores(index, place);
  overrated(visit, worst);
  return rescored(wanting, exact);
}

const rescored = (near: readonly Near[], exact: (place: number) => number): Near[] =>
  near.map(({ place }) => ({ place, score: exact(place) })).filter(({ score }) => score > 0);

/** The best partners by 3-grams, as a whole run finds them for a record that has no good one by words. */
export function searchGrams(index: LiveIndex, side: Side, place: number): readonly Near[] {
  const best: Near[] = [];
  visitScores(gramsAt(index[side], place, index.gramIdf), index[otherSide(side)], GRAMS, (other, score) => {
    if (best.length < RESCUE_KEEP || score >= best[RESCUE_KEEP - 1]!.score)
      insert(best, { place: other, score }, RESCUE_KEEP);
  });
  return best;
}

/** Those of the other side that look for partners by 3-grams and may want this record, with their score for it. */
export function wantedByGrams(index: LiveIndex, side: Side, place: number): readonly Near[] {
  const other = otherSide(side);
  const own = gramsAt(index[side], place, index.gramIdf);
  const held = byToken(own);
  const wanting: Near[] = [];
  const { worst } = index[other].lists.rescue;
  const visit: Visit = (each, score) => void wanting.push({ place: each, score });
  visitScores(own, index[other], ALL_GRAMS, visit, worst);
  const exact = (each: number): number => scoreOf(gramsAt(index[other], each, index.gramIdf), index[side], GRAMS, held);
  return rescored(wanting, exact).sort(byRank);
}
