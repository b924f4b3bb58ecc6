import { FEATURE as F } from '@khop/engine/connections/features/feature-list.ts';
import type { Candidates } from '@khop/engine/connections/index/candidate-pairs.ts';
import { compile } from '@khop/engine/connections/index/catalogue.ts';
import { weigh } from '@khop/engine/connections/index/retrieval.ts';
import { ROW } from '@khop/engine/connections/model/list-features.ts';
import { compareAll, prepareComparer } from '@khop/engine/connections/pipeline.ts';
import { findCandidates } from '@khop/engine/connections/search/candidates.ts';
import { type LabelledSet, pairKey } from './sets.ts';

/** A set turned into rows once; list columns are filled per first-stage forest. */
export type Table = {
  readonly set: LabelledSet;
  readonly candidates: Candidates;
  readonly rows: Float32Array;
  readonly labels: Uint8Array;
  /** 1: not in a truth that is incomplete, but names or telephones are equal: nothing is learnt from it. */
  readonly unsure: Uint8Array;
  /** 1: always a training row; 0: thinned. */
  readonly keep: Uint8Array;
  /** Share of the truth that is among the candidates. */
  readonly recall: number;
};

/** Public sets some of whose «errors» are right. */
const INCOMPLETE = new Set(['amazon-google', 'restaurants', 'imdb-tmdb', 'tmdb-tvdb']);

const isEqual = (rows: Float32Array, at: number): boolean =>
  rows[at + F.phone] === 1 || (rows[at + F.nameSoft]! > 0.97 && rows[at + F.gramDice]! > 0.9);

export function tableOf(set: LabelledSet): Table {
  const compiled = compile(set.kind, set.left, set.right);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights)!;
  const { candidates } = found;
  const { rows } = compareAll(prepareComparer(compiled, weights, found), candidates, {}, () => true)!;
  const labels = new Uint8Array(candidates.count);
  let hits = 0;
  for (let k = 0; k < candidates.count; k++) {
    if (set.gold.has(pairKey(candidates.left[k]!, candidates.right[k]!))) {
      labels[k] = 1;
      hits++;
    }
  }
  const unsure = labels.map((hit, k) => (INCOMPLETE.has(set.name) && hit === 0 && isEqual(rows, k * ROW) ? 1 : 0));
  const table = { set, candidates, rows, labels, unsure, keep: labels, recall: hits / set.gold.size };
  return { ...table, keep: telling(table) };
}

/**
 * 1 for the pairs that a forest must distinguish: the truth, the three nearest of each record of the smaller side, two
 * of the other.
 */
function telling(table: Table): Uint8Array {
  const { candidates, rows, labels, set } = table;
  const near = (k: number): number =>
    rows[k * ROW + F.nameSoft]! +
    rows[k * ROW + F.gramDice]! +
    rows[k * ROW + F.bagCosine]! +
    (rows[k * ROW + F.addressSoft]! || 0);
  const keep = labels.slice();
  const [few, many] = set.left.length < set.right.length ? (['left', 'right'] as const) : (['right', 'left'] as const);
  for (const [records, size, most] of [
    [candidates[few], set[few].length, 3],
    [candidates[many], set[many].length, 2],
  ] as const) {
    const best = Array.from({ length: size }, (): number[] => []);
    for (let k = 0; k < candidates.count; k++) {
      const list = best[records[k]!]!;
      list.push(k);
      list.sort((a, b) => near(b) - near(a) || a - b);
      if (list.length > most) list.pop();
    }
    for (const list of best) for (const k of list) if (near(k) > 0.8) keep[k] = 1;
  }
  return keep;
}
