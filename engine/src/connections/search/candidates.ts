import type { Anchors } from '../features/synonyms.ts';
import type { Candidates } from '../index/candidate-pairs.ts';
import type { Catalogue, Tables } from '../index/catalogue.ts';
import { bestOf, invert, joinTops, mergeTops, type Tops } from '../index/postings.ts';
import { sparseRows, type Weights } from '../index/retrieval.ts';
import { GRAM_COUNT } from '../text/grams.ts';
import { gathered, type Offer, pairsByKey } from './gather.ts';
import { rescue } from './rescue.ts';
import type { Tick } from './shards.ts';
import { onThisThread, type Spread } from './spread.ts';

/** The candidates, and the pairs that are each other's nearest. */
export type Found = { readonly candidates: Candidates; readonly anchors: Anchors };

/** Mutual nearest neighbours below this similarity are no anchors. */
const ANCHOR_FROM = 0.45;
/** Partners whose score by words stays below this share of the best partner's, on both sides, are not compared. */
const NEAR = 0.7;

function gramIdf(compiled: Tables): Float32Array {
  const seen = new Uint32Array(GRAM_COUNT);
  for (const side of [compiled.left, compiled.right]) for (const gram of side.grams.values) seen[gram]!++;
  const records = compiled.left.size + compiled.right.size;
  return Float32Array.from(seen, (df) => Math.log(1 + records / Math.max(1, df)));
}

/** Finds the pairs worth comparing. Returns undefined when `tick` answers false. */
export function findCandidates(
  compiled: Tables,
  weights: Weights,
  tick: Tick = () => true,
  spread: Spread = onThisThread,
): Found | undefined {
  const { left, right } = compiled;
  const words = nearestByWords(compiled, weights, (share) => tick(0.6 * share), spread);
  if (!words) return undefined;
  const idf = gramIdf(compiled);
  const byGrams = (mine: Catalogue, theirs: Catalogue, tops: Tops, from: number) =>
    rescue({ mine, theirs, tops, idf }, (share) => tick(from + 0.2 * share), spread);
  const leftRescue = byGrams(left, right, words.left, 0.6);
  const rightRescue = leftRescue && byGrams(right, left, words.right, 0.8);
  if (!rightRescue || !tick(1)) return undefined;
  const keys = (['taxBase', 'phone', 'email', 'code'] as const).map((key) => pairsByKey(left[key], right[key]));
  const each = (offer: Offer): void => {
    const flipped: Offer = (record, partner) => offer(partner, record);
    offerNear(words.left, words.right, offer);
    offerNear(words.right, words.left, flipped);
    offerTops(leftRescue.tops, leftRescue.chosen, offer);
    offerTops(rightRescue.tops, rightRescue.chosen, flipped);
    for (const offerKeys of keys) offerKeys(offer);
  };
  const candidates = gathered(left.size, each, spread.room);
  return {
    candidates,
    anchors: anchorsOf(words.left, words.right, left.size),
  };
}

/** The best partners of all records by words; the rows and the postings that they are found by end with the call. */
function nearestByWords(
  compiled: Tables,
  weights: Weights,
  tick: Tick,
  spread: Spread,
): Record<'left' | 'right', Tops> | undefined {
  const { left, right } = compiled;
  const tokens = compiled.words.count + compiled.addressWords.count;
  const postings = spread.share(invert(sparseRows(compiled, right, weights), tokens));
  const rows = spread.share(sparseRows(compiled, left, weights));
  const shards = spread.run('scan', { rows, postings, rightSize: right.size }, left.size, tick);
  if (!shards) return undefined;
  const rightTops = shards[0]!.right;
  for (const shard of shards.slice(1)) mergeTops(rightTops, shard.right);
  return { left: joinTops(shards.map((shard) => shard.left)), right: rightTops };
}

/** Offers the pairs of the lists of one side that are near, by words, for one of their records. */
function offerNear(mine: Tops, theirs: Tops, offer: Offer): void {
  const [mineFrom, theirsFrom] = [nearFrom(mine), nearFrom(theirs)];
  mine.ids.forEach((partner, i) => {
    if (partner < 0) return;
    const record = Math.floor(i / mine.keep);
    const score = mine.scores[i]!;
    if (score >= mineFrom[record]! || score >= theirsFrom[partner]!) offer(record, partner);
  });
}

/** Of every record the least score of a partner that is near. */
const nearFrom = (tops: Tops): Float32Array =>
  Float32Array.from({ length: tops.worst.length }, (_, record) => NEAR * bestOf(tops, record));

/** Offers the pairs of the lists of the records `of`. */
function offerTops(tops: Tops, of: Uint32Array, offer: Offer): void {
  const from = nearFrom(tops);
  for (let i = 0; i < tops.ids.length; i++) {
    const place = Math.floor(i / tops.keep);
    if (tops.ids[i]! >= 0 && tops.scores[i]! >= from[place]!) offer(of[place]!, tops.ids[i]!);
  }
}

/** The best partner of a record, −1 without; the lowest position wins a tie. */
function nearest(tops: Tops, record: number): number {
  let best = -1;
  let bestScore = ANCHOR_FROM;
  for (let k = record * tops.keep; k < (record + 1) * tops.keep; k++) {
    const [id, score] = [tops.ids[k]!, tops.scores[k]!];
    if (id >= 0 && (score > bestScore || (score === bestScore && id < best))) {
      best = id;
      bestScore = score;
    }
  }
  return best;
}

function anchorsOf(leftTops: Tops, rightTops: Tops, leftSize: number): Anchors {
  const [left, right] = [new Uint32Array(leftSize), new Uint32Array(leftSize)];
  let count = 0;
  for (let l = 0; l < leftSize; l++) {
    const r = nearest(leftTops, l);
    if (r < 0 || nearest(rightTops, r) !== l) continue;
    left[count] = l;
    right[count++] = r;
  }
  return { left: left.slice(0, count), right: right.slice(0, count) };
}
