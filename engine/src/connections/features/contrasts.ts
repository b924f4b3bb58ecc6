import { CODE, PACK, WORD } from '../../text/tokenise.ts';
import type { Catalogue, Tables } from '../index/catalogue.ts';
import { eachExclusivePair, KNOWN } from '../text/exclusive-words.ts';

/**
 * The words by which a catalogue distinguishes its records. Two records of one catalogue are two things; where their
 * names differ by a word or two ("thép tấm 6mm", "thép hộp 6mm"), those words are in contrast, and meeting them across
 * the catalogues speaks against a pair even where the right partner is absent.
 */
export type Contrasts = {
  /** Open-addressing table of word pairs, smaller id × `stride` + larger id; −1 is a free place. */
  readonly keys: Float64Array;
  /** The number of pairs of siblings that showed the contrast, parallel to `keys`. */
  readonly counts: Uint16Array;
  /** 1 for the words that are in any of the pairs. */
  readonly paired: Uint8Array;
  readonly stride: number;
  /** Per word: the share of the records with it that have a sibling which differs by this word. */
  readonly telling: Float32Array;
};

/** Siblings looked at per group: more only repeat what the first say. */
const GROUP = 6;
/** Longer names have no siblings that differ by a word. */
const LONGEST = 24;

const mix = (id: number, seed: number): number => {
  let hash = Math.imul(id + seed, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
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
  /** 1: a sibling differs by these words; 2: by a single word on either side. */
  readonly told: Uint8Array;
};

/** Finds the contrasts of both catalogues. */
export function mineContrasts(compiled: Tables): Contrasts {
  const { words, left, right } = compiled;
  const pairs = new Map<number, number>();
  const told = new Uint32Array(words.count);
  const held = new Uint32Array(words.count);
  const mined: Mined = { kind: words.kind, stride: words.count, pairs, told, held };
  for (const side of [left, right]) readSide(side, mined);
  eachExclusivePair(compiled.kind, words, (a, b) => {
    const key = a < b ? a * words.count + b : b * words.count + a;
    pairs.set(key, Math.max(KNOWN, pairs.get(key) ?? 0));
  });
  let capacity = 64;
  while (capacity < pairs.size * 2) capacity *= 2;
  const keys = new Float64Array(capacity).fill(-1);
  const counts = new Uint16Array(capacity);
  const paired = new Uint8Array(words.count);
  for (const [key, count] of pairs) {
    const [a, b] = [Math.floor(key / words.count), key % words.count];
    paired[a] = 1;
    paired[b] = 1;
    let slot = slotFor(a, b, capacity);
    while (keys[slot]! >= 0) slot = (slot + 1) & (capacity - 1);
    keys[slot] = key;
    counts[slot] = Math.min(count, 65_535);
  }
  const telling = Float32Array.from(told, (n, id) => n / Math.max(1, held[id]!));
  return { keys, counts, paired, stride: words.count, telling };
}

/** The first place to look at for a pair of words, the smaller id first. */
const slotFor = (a: number, b: number, capacity: number): number => (mix(a, 17) ^ mix(b, 3)) & (capacity - 1);

/** The number of pairs of siblings that these two words distinguish; 0 for words that came later. */
export function contrastOf({ keys, counts, paired, stride }: Contrasts, a: number, b: number): number {
  if (a >= stride || b >= stride || paired[a] === 0 || paired[b] === 0) return 0;
  const [low, high] = a < b ? [a, b] : [b, a];
  const key = low * stride + high;
  const mask = keys.length - 1;
  for (let slot = slotFor(low, high, keys.length); keys[slot]! >= 0; slot = (slot + 1) & mask) {
    if (keys[slot] === key) return counts[slot]!;
  }
  return 0;
}

function spansOf(side: Catalogue): Spans {
  let room = 0;
  for (let i = 0; i < side.size; i++) {
    const size = side.name.start[i + 1]! - side.name.start[i]!;
    if (size <= LONGEST) room += 2 * size;
  }
  const spans: Spans = {
    count: 0,
    remainder: new Int32Array(room),
    check: new Int32Array(room),
    record: new Int32Array(room),
    first: new Int32Array(room),
    second: new Int32Array(room),
    next: new Int32Array(room),
    told: new Uint8Array(room),
  };
  for (let i = 0; i < side.size; i++) {
    const [from, to] = [side.name.start[i]!, side.name.start[i + 1]!];
    if (to - from > LONGEST || to - from < 2) continue;
    let [sum, check] = [0, 0];
    for (let t = from; t < to; t++) {
      sum = (sum + mix(side.name.values[t]!, 1)) | 0;
      check = (check + mix(side.name.values[t]!, 7919)) | 0;
    }
    const add = (first: number, second: number): void => {
      const without = (value: number, seed: number): number =>
        (value - (first < 0 ? 0 : mix(first, seed)) - (second < 0 ? 0 : mix(second, seed))) | 0;
      const at = spans.count++;
      spans.remainder[at] = without(sum, 1);
      spans.check[at] = without(check, 7919);
      spans.record[at] = i;
      spans.first[at] = first;
      spans.second[at] = second;
    };
    add(-1, -1);
    for (let t = from; t < to; t++) {
      add(side.name.values[t]!, -1);
      if (t + 1 < to && to - from > 2) add(side.name.values[t]!, side.name.values[t + 1]!);
    }
  }
  return spans;
}

/** The contrasts found so far. */
type Mined = {
  readonly kind: Uint8Array;
  readonly stride: number;
  /** Word pairs in contrast, smaller id × `stride` + larger id, with how many pairs of siblings show it. */
  readonly pairs: Map<number, number>;
  /** Per word: records with it that have a sibling which differs by it, and all records with it. */
  readonly told: Uint32Array;
  readonly held: Uint32Array;
};

function readSide(side: Catalogue, mined: Mined): void {
  const { kind, stride, told, held } = mined;
  const spans = spansOf(side);
  let capacity = 64;
  while (capacity < spans.count * 2) capacity *= 2;
  const heads = new Int32Array(capacity).fill(-1);
  for (let e = 0; e < spans.count; e++) {
    const slot = (spans.remainder[e]! ^ (spans.remainder[e]! >>> 16)) & (capacity - 1);
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
  const counted = new Int32Array(stride).fill(-1);
  for (let e = 0; e < spans.count; e++) {
    if (spans.told[e] === 0) continue;
    for (const id of [spans.first[e]!, spans.second[e]!]) {
      if (id < 0 || counted[id] === spans.record[e]) continue;
      // Another size comes in another carton: only a carton that differs alone makes two articles.
      if (kind[id] === PACK && spans.told[e] === 1) continue;
      counted[id] = spans.record[e]!;
      told[id]!++;
    }
  }
  for (const id of side.name.values) held[id]!++;
}

function contrast(spans: Spans, e: number, f: number, { kind, stride, pairs }: Mined): void {
  const mine = [spans.first[e]!, spans.second[e]!];
  const theirs = [spans.first[f]!, spans.second[f]!];
  // A word that both left out tells nothing; the shorter spans of the same two records say it better.
  if (mine.some((id) => id >= 0 && theirs.includes(id))) return;
  const told = mine[1]! < 0 && theirs[1]! < 0 ? 2 : 1;
  spans.told[e] = Math.max(spans.told[e]!, told);
  spans.told[f] = Math.max(spans.told[f]!, told);
  for (const a of mine) {
    if (a < 0 || !isNamed(kind[a]!)) continue;
    for (const b of theirs) {
      if (b < 0 || !isNamed(kind[b]!)) continue;
      const key = a < b ? a * stride + b : b * stride + a;
      pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
  }
}

/** Numbers and sizes have features of their own. */
const isNamed = (kind: number): boolean => kind === WORD || kind === CODE;
