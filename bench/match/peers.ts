import * as fuzzball from 'fuzzball';
import pg from 'pg';
import type { LabelledSet } from './sets.ts';
import { pairKey } from './sets.ts';

/** A peer's answers: per right record its best left record and that similarity. */
type Answers = { readonly right: number; readonly left: number; readonly similarity: number }[];

export type PeerResult = {
  readonly f1: number;
  readonly threshold: number;
  readonly seconds: number;
  readonly sampled: number;
};

/** Right records looked up per set: the peers compare with everything, so the whole would take hours. */
const SAMPLE = 300;
/** …fewer on large catalogues, so that no peer makes more comparisons than this. */
const COMPARISONS = 1_500_000;

/** Evenly spread right positions, the same at every run. */
const sampleOf = (set: LabelledSet): number[] => {
  const wanted = Math.min(SAMPLE, set.right.length, Math.max(50, Math.floor(COMPARISONS / set.left.length)));
  const step = set.right.length / wanted;
  return Array.from({ length: wanted }, (_, i) => Math.floor(i * step));
};

/** The best F1 that any threshold could give, chosen with the truth in hand: a gift that no user has. */
function bestThreshold(set: LabelledSet, sample: readonly number[], answers: Answers, seconds: number): PeerResult {
  const inSample = new Set(sample);
  let truth = 0;
  for (const key of set.gold) if (inSample.has(key % 1_000_000)) truth++;
  const sorted = [...answers].sort((a, b) => b.similarity - a.similarity);
  let [hits, best, threshold] = [0, 0, 1];
  sorted.forEach((answer, i) => {
    if (set.gold.has(pairKey(answer.left, answer.right))) hits++;
    const f1 = (2 * hits) / (i + 1 + truth);
    if (f1 > best) [best, threshold] = [f1, answer.similarity];
  });
  return { f1: best, threshold, seconds, sampled: sample.length };
}

/** npm's fuzzball, token sort ratio over name (and address): every sampled right record against every left one. */
export function fuzzballPeer(set: LabelledSet): PeerResult {
  const started = performance.now();
  const sample = sampleOf(set);
  const text = (i: number, side: 'left' | 'right'): string => {
    const record = set[side][i]!;
    return fuzzball.full_process(`${record.name} ${record.address ?? ''}`, { force_ascii: false });
  };
  const prepare = (value: string): string => fuzzball.process_and_sort(value);
  const left = set.left.map((_, i) => prepare(text(i, 'left')));
  const answers: Answers = [];
  for (const right of sample) {
    const query = prepare(text(right, 'right'));
    let [best, similarity] = [-1, 0];
    for (let i = 0; i < left.length; i++) {
      const value = fuzzball.ratio(query, left[i]!, { full_process: false });
      if (value > similarity) [best, similarity] = [i, value];
    }
    if (best >= 0) answers.push({ right, left: best, similarity: similarity / 100 });
  }
  return bestThreshold(set, sample, answers, (performance.now() - started) / 1000);
}

/** The text as pg_trgm gets it: without marks, in lower case. */
const foldForTrigrams = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').toLowerCase();

/** PostgreSQL's pg_trgm with a GiST index on the unmarked, lower-case name: nearest neighbour per sampled right record. */
export async function trigramPeer(set: LabelledSet, connectionString: string): Promise<PeerResult> {
  const started = performance.now();
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const texts = (side: 'left' | 'right'): string[] =>
      set[side].map((record) => foldForTrigrams(`${record.name} ${record.address ?? ''}`));
    const sample = sampleOf(set);
    const right = texts('right');
    await client.query('create extension if not exists pg_trgm');
    await client.query('create temp table peer_left (i int, t text)');
    await client.query('insert into peer_left select i - 1, t from unnest($1::text[]) with ordinality as x(t, i)', [
      texts('left'),
    ]);
    await client.query('create index on peer_left using gist (t gist_trgm_ops(siglen=64))');
    await client.query('analyze peer_left');
    const found = await client.query<{ r: number; i: number; s: number }>(
      `select q.r, l.i, l.s from unnest($1::int[], $2::text[]) as q(r, t)
       cross join lateral (select i, similarity(p.t, q.t) as s from peer_left p order by p.t <-> q.t limit 1) l`,
      [sample, sample.map((r) => right[r]!)],
    );
    const answers = found.rows.map((row) => ({ right: row.r, left: row.i, similarity: row.s }));
    return bestThreshold(set, sample, answers, (performance.now() - started) / 1000);
  } finally {
    await client.end();
  }
}
