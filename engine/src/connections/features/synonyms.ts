import { WORD } from '../../text/tokenise.ts';
import { eachColourPair } from '../text/colours.ts';
import { align } from './align.ts';
import type { Comparer } from './comparer.ts';

/** Pairs of records that are each other's nearest: mostly right, though no user has confirmed them. */
export type Anchors = { readonly left: Uint32Array; readonly right: Uint32Array };

/** A word pair must be seen this often, and make up this share of its words' uses, to count as a synonym. */
const SEEN = 2.5;
const MAIN_USE = 0.5;
const OTHER_USE = 0.12;
/**
 * A catalogue that has both words in quantity distinguishes them: the rarer share must stay below these on the two
 * sides.
 */
const FOREIGN = 0.1;
const MIXED = 0.6;

/**
 * Finds the words that this pair of catalogues uses for the same thing ("Vinamilk" and "VNM", "không" and "ko"): words
 * left over together, again and again, in records that otherwise agree. Antonyms do not pass, because "đỏ" is usually
 * met by "đỏ" and only now and then left over beside "xanh"; nor do "Tony" and "Grammy" where one catalogue speaks of
 * both. Numbers and codes are never synonyms. Colours are known in two languages without being seen.
 */
export function mineSynonyms(comparer: Comparer, anchors: Anchors): Set<number> {
  const { compiled, name, lexicon } = comparer;
  const { words } = compiled;
  const together = new Map<number, number>();
  const usesLeft = new Uint32Array(words.count);
  const usesRight = new Uint32Array(words.count);
  for (let k = 0; k < anchors.left.length; k++) {
    align(name, lexicon, compiled, anchors.left[k]!, anchors.right[k]!);
    const [restA, restB]: [number[], number[]] = [[], []];
    for (let t = 0; t < name.a.size; t++) {
      const id = name.a.ids[t]!;
      usesLeft[id]!++;
      if (name.a.sim[t]! < 0.8 && words.kind[id] === WORD) restA.push(id);
    }
    for (let t = 0; t < name.b.size; t++) {
      const id = name.b.ids[t]!;
      usesRight[id]!++;
      if (name.b.sim[t]! < 0.8 && words.kind[id] === WORD) restB.push(id);
    }
    const agreed = (name.a.matched + name.b.matched) / (name.a.weight + name.b.weight);
    if (restA.length === 0 || restB.length === 0 || restA.length > 3 || restB.length > 3 || !(agreed > 0.45)) continue;
    const share = 1 / Math.max(restA.length, restB.length);
    for (const a of restA) {
      for (const b of restB) together.set(a * words.count + b, (together.get(a * words.count + b) ?? 0) + share);
    }
  }
  const inLeft = frequencies(compiled.left.name.values, words.count);
  const inRight = frequencies(compiled.right.name.values, words.count);
  const synonyms = new Set<number>();
  eachColourPair(compiled.kind, words, (a, b) => synonyms.add(a * words.count + b));
  for (const [key, count] of together) {
    if (count < SEEN) continue;
    const [a, b] = [Math.floor(key / words.count), key % words.count];
    const [useA, useB] = [count / usesLeft[a]!, count / usesRight[b]!];
    if (Math.max(useA, useB) < MAIN_USE || Math.min(useA, useB) < OTHER_USE) continue;
    const [mixedLeft, mixedRight] = [inLeft[b]! / inLeft[a]!, inRight[a]! / inRight[b]!];
    if (Math.min(mixedLeft, mixedRight) <= FOREIGN && Math.max(mixedLeft, mixedRight) <= MIXED) synonyms.add(key);
  }
  return synonyms;
}

function frequencies(ids: Uint32Array, count: number): Uint32Array {
  const seen = new Uint32Array(count);
  for (const id of ids) seen[id]!++;
  return seen;
}
