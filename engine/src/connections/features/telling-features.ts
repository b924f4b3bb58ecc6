import { PACK, WORD } from '../../text/tokenise.ts';
import { holds } from '../index/ragged.ts';
import type { Comparer } from './comparer.ts';
import { contrastOf } from './contrasts.ts';
import { FEATURE as F } from './feature-list.ts';

/**
 * Features of the words left over: whether they distinguish siblings within a catalogue, and whether the other record
 * has them elsewhere, in its brand, code or description. Reads the alignment that `nameFeatures` left behind.
 */
export function tellingFeatures(comparer: Comparer, i: number, j: number, out: Float32Array, at: number): void {
  const { compiled, contrasts, name } = comparer;
  const { left, right, words } = compiled;
  const { idf, top } = comparer.weights;
  const { telling } = contrasts;
  let [contrast, tellA, tellB, strangeA, strangeB, elsewhereA, elsewhereB] = [0, 0, 0, 0, 0, 0, 0];
  for (let t = 0; t < name.a.size; t++) {
    const id = name.a.ids[t]!;
    const sim = name.a.sim[t]!;
    if (sim === 1) continue;
    if (sim > 0) {
      const partner = name.a.partner[t]!;
      if (partner >= 0) contrast = Math.max(contrast, contrastOf(contrasts, id, name.b.ids[partner]!));
      continue;
    }
    if (words.kind[id] === PACK) {
      tellA = Math.max(tellA, telling[id] ?? 0);
      continue;
    }
    if (holds(right.bag, j, id)) elsewhereA += idf[id]!;
    else strangeA = Math.max(strangeA, idf[id]!);
    tellA = Math.max(tellA, telling[id] ?? 0);
    if (words.kind[id] !== WORD) continue;
    for (let u = 0; u < name.b.size; u++) {
      const other = name.b.ids[u]!;
      if (name.b.sim[u] === 0 && words.kind[other] === WORD)
        contrast = Math.max(contrast, contrastOf(contrasts, id, other));
    }
  }
  for (let u = 0; u < name.b.size; u++) {
    const id = name.b.ids[u]!;
    if (name.b.sim[u] !== 0) continue;
    if (words.kind[id] === PACK) {
      tellB = Math.max(tellB, telling[id] ?? 0);
      continue;
    }
    if (holds(left.bag, i, id)) elsewhereB += idf[id]!;
    else strangeB = Math.max(strangeB, idf[id]!);
    tellB = Math.max(tellB, telling[id] ?? 0);
  }
  out[at + F.contrast] = Math.log1p(Math.min(contrast, 50));
  out[at + F.tellingMax] = Math.max(tellA, tellB);
  out[at + F.tellingMin] = Math.min(tellA, tellB);
  // Words can only be elsewhere if there is an elsewhere: a brand or a description.
  const besideA = right.extra.start[j + 1]! > right.extra.start[j]!;
  const besideB = left.extra.start[i + 1]! > left.extra.start[i]!;
  const coverA = besideA && name.a.weight > 0 ? (name.a.matched + elsewhereA) / name.a.weight : Number.NaN;
  const coverB = besideB && name.b.weight > 0 ? (name.b.matched + elsewhereB) / name.b.weight : Number.NaN;
  out[at + F.coverMin] = besideA && besideB ? Math.min(coverA, coverB) : besideA ? coverA : coverB;
  out[at + F.strangeMax] =
    besideA || besideB ? Math.max(besideA ? strangeA : 0, besideB ? strangeB : 0) / top : Number.NaN;
  out[at + F.strangeMin] = besideA && besideB ? Math.min(strangeA, strangeB) / top : Number.NaN;
}
