import { newComparer } from '../features/comparer.ts';
import { mineContrasts } from '../features/contrasts.ts';
import { FEATURE_COUNT } from '../features/feature-list.ts';
import { compareRecords } from '../features/features.ts';
import { compile } from '../index/catalogue.ts';
import { weigh } from '../index/retrieval.ts';
import type { MatchRecord } from '../record.ts';

const filler = Array.from({ length: 40 }, (_, i) => ({ id: `f${i}`, name: `nền ${i}a danh mục` }));

/** The features of two goods among a background; `others` are further goods of the left side. */
export function featuresOf(left: Omit<MatchRecord, 'id'>, right: Omit<MatchRecord, 'id'>, others: string[] = []) {
  const more = others.map((name, i) => ({ id: `o${i}`, name }));
  const compiled = compile('product', [{ id: 'a', ...left }, ...more, ...filler], [{ id: 'b', ...right }, ...filler]);
  const comparer = newComparer(compiled, weigh(compiled), mineContrasts(compiled));
  const row = new Float32Array(FEATURE_COUNT);
  compareRecords(comparer, 0, 0, row, 0);
  return row;
}
