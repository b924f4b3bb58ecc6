import { CODE, PACK, WORD } from '../../text/tokenise.ts';
import type { Ragged } from '../index/ragged.ts';
import { countPair, mix, newPairCounts, type PairCounts } from './pair-counts.ts';

/** Siblings looked at per group: more only repeat what the first say. */
const GROUP = 6;
/** Longer names have no siblings that differ by a word. */
const LONGEST = 24;

/** Names are looked through in as many parts as keep each near this many spans, but in no more than `MOST_PARTS`. */
const SPANS = 1 << 18;
const MOST_PARTS = 16;

export type SiblingsInput = {
  readonly kind: Uint8Array;
  /** The number of words. */
  readonly stride: number;
  /** The names of both catalogues. */
  readonly left: Ragged;
  readonly right: Ragged;
};

/** The siblings that the names of one catalogue show. */
export type Siblings = {
  /** Word pairs in contrast, and how many pairs of siblings show each. */
  readonly pairs: PairCounts;
  /** Per word: records with it that have a sibling which differs by it, and how often names have it. */
  readonly told: Uint32Array;
  readonly held: Uint32Array;
};

/** Names with a word or two left out, joined by the rest. */
type Spans = {
  count: number;
  readonly remainder: Int32Array;
  readonly check: Int32Array;
  readonly record: Int32Array;
  /** The words left out, −1 for none. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly next: Int32Array;
  /** The place in `told` of what is left out. */
  readonly place: Int32Array;
};

/** The contrasts found so far in one catalogue. */
type Mined = {
  readonly kind: Uint8Array;
  readonly pairs: PairCounts;
  /**
   * Per word of the names, left out alone and with the next: 1 when a sibling differs by what is left out, 2 when by a
   * single word on either side. The first place is that of names left whole.
   */
  readonly told: Uint8Array;
};

/** The number of catalogues. */
export const SIDES = 2;

/** Finds the siblings within the catalogues from…to: the left is the first. */
export function siblingsShard({ kind, stride, left, right }: SiblingsInput, from: number, to: number): Siblings[] {
  return [left, right].slice(from, to).map((name) => {
    const mined: Mined = { kind, pairs: newPairCounts(stride), told: new Uint8Array(1 + 2 * name.values.length) };
    const parts = partsOf(name);
    for (const [part, size] of parts.entries()) readPart(spansOf(name, part, parts.length, size), mined);
    const held = new Uint32Array(stride);
    for (const id of name.values) held[id]!++;
    return { pairs: mined.pairs, told: countTold(name, stride, mined), held };
  });
}

const partOf = (remainder: number, parts: number): number => (remainder >>> 8) & (parts - 1);

/** The number of spans in every part. */
function partsOf(name: Ragged): Uint32Array {
  let all = 0;
  for (let i = 0; i + 1 < name.start.length; i++) {
    const size = name.start[i + 1]! - name.start[i]!;
    if (size <= LONGEST) all += 2 * size;
  }
  let parts = 1;
  while (parts < MOST_PARTS && all > parts * SPANS) parts *= 2;
  const sizes = new Uint32Array(parts);
  eachSpan(name, (remainder) => {
    sizes[partOf(remainder, parts)]!++;
  });
  return sizes;
}

type Visit = (remainder: number, record: number, place: number, first: number, second: number) => void;

/** The sum of the words of a name without these. */
const without = (sum: number, seed: number, first: number, second: number): number =>
  (sum - (first < 0 ? 0 : mix(first, seed)) - (second < 0 ? 0 : mix(second, seed))) | 0;

function sumOf({ start, values }: Ragged, i: number, seed: number): number {
  let sum = 0;
  for (let t = start[i]!; t < start[i + 1]!; t++) sum = (sum + mix(values[t]!, seed)) | 0;
  return sum;
}

/** Seeds of the two sums by which remainders are known. */
const [REMAINDER, CHECK] = [1, 7919];

function eachSpan(name: Ragged, visit: Visit): void {
  const { start, values } = name;
  for (let i = 0; i + 1 < start.length; i++) {
    const [from, to] = [start[i]!, start[i + 1]!];
    if (to - from > LONGEST || to - from < 2) continue;
    const sum = sumOf(name, i, REMAINDER);
    visit(sum, i, 0, -1, -1);
    for (let t = from; t < to; t++) {
      const [id, after] = [values[t]!, t + 1 < to && to - from > 2 ? values[t + 1]! : -1];
      visit(without(sum, REMAINDER, id, -1), i, 1 + 2 * t, id, -1);
      if (after >= 0) visit(without(sum, REMAINDER, id, after), i, 2 + 2 * t, id, after);
    }
  }
}

function spansOf(name: Ragged, part: number, parts: number, size: number): Spans {
  const spans: Spans = {
    count: 0,
    remainder: new Int32Array(size),
    check: new Int32Array(size),
    record: new Int32Array(size),
    first: new Int32Array(size),
    second: new Int32Array(size),
    next: new Int32Array(size),
    place: new Int32Array(size),
  };
  let [of, check] = [-1, 0];
  eachSpan(name, (remainder, record, place, first, second) => {
    if (partOf(remainder, parts) !== part) return;
    if (of !== record) [of, check] = [record, sumOf(name, record, CHECK)];
    const at = spans.count++;
    spans.remainder[at] = remainder;
    spans.check[at] = without(check, CHECK, first, second);
    spans.record[at] = record;
    spans.first[at] = first;
    spans.second[at] = second;
    spans.place[at] = place;
  });
  return spans;
}

/** Brings the spans of equal remainder together. */
function readPart(spans: Spans, mined: Mined): void {
  let capacity = 64;
  while (capacity < spans.count * 2) capacity *= 2;
  const heads = new Int32Array(capacity).fill(-1);
  for (let e = 0; e < spans.count; e++) {
    const slot = mix(spans.remainder[e]!, 0) & (capacity - 1);
    let seen = 0;
    for (let f = heads[slot]!; f >= 0 && seen < GROUP; f = spans.next[f]!) {
      if (spans.remainder[f] !== spans.remainder[e] || spans.check[f] !== spans.check[e]) continue;
      if (spans.record[f] === spans.record[e]) continue;
      seen++;
      contrast(spans, e, f, mined);
    }
    spans.next[e] = heads[slot]!;
    heads[slot] = e;
  }
}

function contrast(spans: Spans, e: number, f: number, mined: Mined): void {
  const { told } = mined;
  const [a, b, c, d] = [spans.first[e]!, spans.second[e]!, spans.first[f]!, spans.second[f]!];
  // A word that both left out tells nothing; the shorter spans of the same two records say it better.
  if ((a >= 0 && (a === c || a === d)) || (b >= 0 && (b === c || b === d))) return;
  const level = b < 0 && d < 0 ? 2 : 1;
  for (const place of [spans.place[e]!, spans.place[f]!]) if (told[place]! < level) told[place] = level;
  countNamed(mined, a, c);
  countNamed(mined, a, d);
  countNamed(mined, b, c);
  countNamed(mined, b, d);
}

function countNamed({ kind, pairs }: Mined, a: number, b: number): void {
  if (a >= 0 && b >= 0 && isNamed(kind[a]!) && isNamed(kind[b]!)) countPair(pairs, a, b, 1);
}

/** Numbers and sizes have features of their own. */
const isNamed = (kind: number): boolean => kind === WORD || kind === CODE;

/** Per word the records that have a sibling which differs by it. */
function countTold(name: Ragged, stride: number, { kind, told }: Mined): Uint32Array {
  const records = new Uint32Array(stride);
  const counted = new Int32Array(stride).fill(-1);
  const { start, values } = name;
  for (let i = 0; i + 1 < start.length; i++) {
    const count = (id: number, level: number): void => {
      // Another size comes in another carton: only a carton that differs alone makes two articles.
      if (counted[id] === i || (kind[id] === PACK && level === 1)) return;
      counted[id] = i;
      records[id]!++;
    };
    for (let t = start[i]!; t < start[i + 1]!; t++) {
      const [alone, both] = [told[1 + 2 * t]!, told[2 + 2 * t]!];
      if (alone > 0) count(values[t]!, alone);
      if (both === 0) continue;
      count(values[t]!, both);
      count(values[t + 1]!, both);
    }
  }
  return records;
}
