import { joined } from './ragged.ts';
import type { SparseRows } from './retrieval.ts';

/** Token → the records that hold it, with their weights. */
export type Postings = { readonly start: Uint32Array; readonly records: Uint32Array; readonly weights: Float32Array };

/** Transposes rows into postings: token → records that hold it. */
export function invert(rows: SparseRows, tokens: number): Postings {
  const start = new Uint32Array(tokens + 1);
  for (const id of rows.ids) start[id + 1]!++;
  for (let t = 0; t < tokens; t++) start[t + 1]! += start[t]!;
  const next = start.slice(0, tokens);
  const records = new Uint32Array(rows.ids.length);
  const weights = new Float32Array(rows.ids.length);
  for (let i = 0; i + 1 < rows.start.length; i++) {
    for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
      const at = next[rows.ids[e]!]!++;
      records[at] = i;
      weights[at] = rows.weights[e]!;
    }
  }
  return { start, records, weights };
}

/** The best few partners of every record, unordered. */
export type Tops = {
  readonly keep: number;
  readonly ids: Int32Array;
  readonly scores: Float32Array;
  readonly worst: Float32Array;
  /** Which of its partners the next better one replaces: a free place, else the worst. */
  readonly next: Uint8Array;
};

export const newTops = (size: number, keep: number): Tops => ({
  keep,
  ids: new Int32Array(size * keep).fill(-1),
  scores: new Float32Array(size * keep),
  worst: new Float32Array(size),
  next: new Uint8Array(size),
});

/**
 * Keeps a partner if it is among the best: by score, then by the lower position, so that the outcome does not depend on
 * the order in which partners are offered.
 */
function offer(tops: Tops, record: number, partner: number, score: number): void {
  const { keep, ids, scores, worst, next } = tops;
  const from = record * keep;
  const place = from + next[record]!;
  if (ids[place] !== -1 && score === scores[place] && partner > ids[place]!) return;
  ids[place] = partner;
  scores[place] = score;
  let slot = from;
  for (let i = from; i < from + keep; i++) {
    if (ids[i] === -1) {
      slot = i;
      break;
    }
    if (scores[i]! < scores[slot]! || (scores[i] === scores[slot] && ids[i]! > ids[slot]!)) slot = i;
  }
  next[record] = slot - from;
  worst[record] = ids[slot] === -1 ? 0 : scores[slot]!;
}

/** One after another. */
export const joinTops = (parts: readonly Tops[]): Tops => ({
  keep: parts[0]?.keep ?? 1,
  ids: joined(parts.map((part) => part.ids)),
  scores: joined(parts.map((part) => part.scores)),
  worst: joined(parts.map((part) => part.worst)),
  next: joined(parts.map((part) => part.next)),
});

/** Takes over the results of another scan for the same records. */
export function mergeTops(into: Tops, other: Tops): void {
  const { keep } = into;
  for (let i = 0; i < other.ids.length; i++) {
    const record = Math.floor(i / keep);
    const score = other.scores[i]!;
    if (other.ids[i]! >= 0 && score > 0 && score >= into.worst[record]!) offer(into, record, other.ids[i]!, score);
  }
}

export const bestOf = (tops: Tops, record: number): number => {
  let best = 0;
  for (let i = record * tops.keep; i < (record + 1) * tops.keep; i++) best = Math.max(best, tops.scores[i]!);
  return best;
};

/** Right records whose scores are added up at once: few enough that a processor keeps the sums at its side. */
const BLOCK = 1 << 13;

/**
 * Sums of a row's scores by record of a block, all 0 again after every use, the records touched, with one place more, and
 * how far each entry that is read has come: its next posting, the end of its postings and its weight.
 */
type Room = {
  readonly score: Float32Array;
  readonly touched: Uint32Array;
  readonly next: number[];
  readonly end: number[];
  readonly weight: number[];
};

/** Kept between scans: one record is matched so fast that fresh arrays would cost more. */
const room: Room = {
  score: new Float32Array(BLOCK),
  touched: new Uint32Array(BLOCK + 1),
  next: [],
  end: [],
  weight: [],
};

const order: number[] = [];

/**
 * The entries of row `i` that are read within a budget of postings, rarest token first; the two rarest always. Good
 * until the next call. A token that the postings do not know counts as their last one, which no record holds.
 */
export function entriesToRead(
  rows: Pick<SparseRows, 'start' | 'ids'>,
  i: number,
  { start }: Pick<Postings, 'start'>,
  budget: number,
): readonly number[] {
  const last = start.length - 2;
  const lengthOf = (e: number): number => {
    const token = Math.min(rows.ids[e]!, last);
    return start[token + 1]! - start[token]!;
  };
  order.length = 0;
  for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) order.push(e);
  order.sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  let left = budget;
  for (let o = 0; o < order.length; o++) {
    const size = lengthOf(order[o]!);
    if (size > left && o >= 2) {
      order.length = o;
      break;
    }
    left -= size;
  }
  return order;
}

/** Makes ready to read these entries from the first block on. */
function startReading(rows: SparseRows, entries: readonly number[], { start }: Postings): void {
  const { next, end, weight } = room;
  const last = start.length - 2;
  for (const array of [next, end, weight]) array.length = entries.length;
  for (let o = 0; o < entries.length; o++) {
    const token = Math.min(rows.ids[entries[o]!]!, last);
    next[o] = start[token]!;
    end[o] = start[token + 1]!;
    weight[o] = rows.weights[entries[o]!]!;
  }
}

/** Adds the weights of the entries up by the records of the block from `base`. Answers how many were touched. */
function addUp({ records, weights }: Postings, base: number): number {
  const { score, touched, next, end, weight } = room;
  const top = base + BLOCK;
  let hits = 0;
  for (let o = 0; o < next.length; o++) {
    const [own, stop] = [weight[o]!, end[o]!];
    let p = next[o]!;
    for (; p < stop; p++) {
      const record = records[p]!;
      if (record >= top) break;
      const place = record - base;
      const before = score[place]!;
      // Without a branch: about half of the records were touched before, which no processor foresees.
      touched[hits] = place;
      hits += Number(before === 0);
      score[place] = before + own * weights[p]!;
    }
    next[o] = p;
  }
  return hits;
}

/**
 * Left rows to be read against the postings of the right side; `budget` is the number of postings that a row may read.
 */
export type Scan = {
  readonly rows: SparseRows;
  readonly chosen: ArrayLike<number>;
  readonly postings: Postings;
  readonly rightSize: number;
  readonly budget: number;
};

/**
 * One scan of the chosen left rows over the right postings, rarest word first within the budget, keeping the best partners
 * of both sides at once. Place k of `leftTops` belongs to the k-th chosen row. Answers false when `onRecord` did.
 */
export function scan(
  { rows, chosen, postings, rightSize, budget }: Scan,
  leftTops: Tops,
  rightTops: Tops | undefined,
  onRecord: (done: number) => boolean = () => true,
): boolean {
  const { score, touched } = room;
  for (let k = 0; k < chosen.length; k++) {
    const i = chosen[k]!;
    if ((k & 1023) === 0 && !onRecord(k)) return false;
    startReading(rows, entriesToRead(rows, i, postings, budget), postings);
    for (let base = 0; base < rightSize; base += BLOCK) {
      const hits = addUp(postings, base);
      for (let h = 0; h < hits; h++) {
        const record = base + touched[h]!;
        const value = score[touched[h]!]!;
        score[touched[h]!] = 0;
        if (value >= leftTops.worst[k]!) offer(leftTops, k, record, value);
        if (rightTops && value >= rightTops.worst[record]!) offer(rightTops, record, i, value);
      }
    }
  }
  return true;
}
