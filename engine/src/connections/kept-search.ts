import { byRank, insert, type Near } from './kept-lists.ts';
import { gramsAt, type KeptIndex, type KeptSide, otherSide, type RowAt, type Side, wordsAt } from './kept-side.ts';
import { addUp, entriesToRead, roomFor } from './postings.ts';
import { KEEP, POSTING_BUDGET, RESCUE_BUDGET, RESCUE_KEEP } from './shards.ts';

/** Sums of 32-bit numbers in another order may differ by this. */
const ROUNDING = 1e-5;

/** Told every record that shares a token with a row, and the score. */
type Visit = (place: number, score: number) => void;

/**
 * Scores of the records of a side under the tokens of a row that are read within the budget; only of those that score as
 * much as they want `atLeast`, by place, where that is given.
 */
function visitScores(
  { rows, i }: RowAt,
  kept: KeptSide,
  by: 'words' | 'grams',
  budget: number,
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
  kept: KeptSide,
  by: 'words' | 'grams',
  budget: number,
  theirs: ReadonlyMap<number, readonly number[]>,
): number {
  let score = 0;
  for (const entry of entriesToRead(rows, i, kept[by], budget))
    for (const weight of theirs.get(rows.ids[entry]!) ?? []) score = Math.fround(score + rows.weights[entry]! * weight);
  return score;
}

export type Search = {
  /** The best partners by words. */
  readonly best: readonly Near[];
  /** Those of the other side that may want this record among their best, with their score for it. */
  readonly wantedBy: readonly Near[];
};

/**
 * Looks a record up by words, as a whole run does: that scans the left records, and a right one is scored by what its left
 * partner reads. Hence a left record is scanned once; a right one is scanned without a budget, which overrates it,
 * and those that may matter are scored again.
 */
export function searchWords(index: KeptIndex, side: Side, place: number): Search {
  const other = otherSide(side);
  const own = wordsAt(index[side], place);
  const { lists } = index[other];
  const best: Near[] = [];
  const wantedBy: Near[] = [];
  if (side === 'left') {
    visitScores(own, index.right, 'words', POSTING_BUDGET, (other, score) => {
      if (best.length < KEEP || score >= best[KEEP - 1]!.score) insert(best, { place: other, score }, KEEP);
      if (score >= lists.words.worst[other]!) wantedBy.push({ place: other, score });
    });
    return { best, wantedBy };
  }
  const held = byToken(own);
  const exact = (left: number): number =>
    scoreOf(wordsAt(index.left, left), index.right, 'words', POSTING_BUDGET, held);
  const { worst } = lists.words;
  for (const wide of [4 * KEEP, 40 * KEEP, Number.POSITIVE_INFINITY]) {
    const overrated: Near[] = [];
    best.length = 0;
    wantedBy.length = 0;
    visitScores(own, index.left, 'words', Number.POSITIVE_INFINITY, (left, over) => {
      const one = { place: left, score: over + ROUNDING };
      if (one.score >= worst[left]!) wantedBy.push(one);
      if (wide === Number.POSITIVE_INFINITY) overrated.push(one);
      else if (overrated.length < wide || one.score >= overrated[wide - 1]!.score) insert(overrated, one, wide);
    });
    // Every left record is among them, or scores no more than the last of them.
    let isSure = overrated.length < wide;
    for (const { place: left, score: most } of overrated) {
      isSure ||= best.length === KEEP && best[KEEP - 1]!.score > most;
      const score = exact(left);
      if (score > 0) insert(best, { place: left, score }, KEEP);
    }
    if (isSure) break;
  }
  return { best, wantedBy: rescored(wantedBy, exact) };
}

const rescored = (near: readonly Near[], exact: (place: number) => number): Near[] =>
  near.map(({ place }) => ({ place, score: exact(place) })).filter(({ score }) => score > 0);

/** The best partners by 3-grams, as a whole run finds them for a record that has no good one by words. */
export function searchGrams(index: KeptIndex, side: Side, place: number): readonly Near[] {
  const best: Near[] = [];
  visitScores(
    gramsAt(index[side], place, index.gramIdf),
    index[otherSide(side)],
    'grams',
    RESCUE_BUDGET,
    (other, score) => {
      if (best.length < RESCUE_KEEP || score >= best[RESCUE_KEEP - 1]!.score)
        insert(best, { place: other, score }, RESCUE_KEEP);
    },
  );
  return best;
}

/** Those of the other side that look for partners by 3-grams and may want this record, with their score for it. */
export function wantedByGrams(index: KeptIndex, side: Side, place: number): readonly Near[] {
  const other = otherSide(side);
  const own = gramsAt(index[side], place, index.gramIdf);
  const held = byToken(own);
  const wanting: Near[] = [];
  const { worst } = index[other].lists.rescue;
  const visit: Visit = (each, score) => void wanting.push({ place: each, score });
  visitScores(own, index[other], 'grams', Number.POSITIVE_INFINITY, visit, worst);
  const exact = (each: number): number =>
    scoreOf(gramsAt(index[other], each, index.gramIdf), index[side], 'grams', RESCUE_BUDGET, held);
  return rescored(wanting, exact).sort(byRank);
}
