import { compareAll, prepareComparer, compileShared } from '@khop/engine/connections/pipeline.ts';
import { weigh } from '@khop/engine/connections/index/retrieval.ts';
import { findCandidates } from '@khop/engine/connections/search/candidates.ts';
import { onThisThread } from '@khop/engine/connections/search/spread.ts';
import { shippedModel } from '@khop/engine/connections/suggest.ts';
import { compareRecords } from '@khop/engine/connections/features/features.ts';
import { FEATURE as F } from '@khop/engine/connections/features/feature-list.ts';
import { ROW } from '@khop/engine/connections/model/list-features.ts';
import { scaleSet, vietnamesePartners } from './generated.ts';
for (const set of [scaleSet(20000), vietnamesePartners(1002, 8000)]) {
const compiled = compileShared(set.kind, set.left, set.right, onThisThread);
const weights = weigh(compiled);
const found = findCandidates(compiled, weights)!;
const comparer = prepareComparer(compiled, weights, found);
const { first } = shippedModel();
const row = new Float32Array(ROW);
const c = { all: 0, cheapMaybe: 0, stranger: 0, at40: 0, at70: 0, end: 0, kept: 0, over0: 0, m3: 0, m4: 0 };
const sum = (a: number, b: number) => { let s = 0; for (let t = a; t < b; t++) { let n = first.roots[t]!; let l = first.nodes[n * 4 + 2]!; while (l >= 0) { const w = first.nodes[n * 4]!; const x = row[w & 65535]!; n = x <= first.thresholds[n * 4 + 1]! || (w >= 65536 && Number.isNaN(x)) ? l : l + 1; l = first.nodes[n * 4 + 2]!; } s += first.value[n]!; } return s; };
for (let k = 0; k < found.candidates.count; k++) {
  compareRecords(comparer, found.candidates.left[k]!, found.candidates.right[k]!, row, 0); c.all++;
  const cheap = row[F.gramDice]! < 0.3 && row[F.bagCosine]! < 0.25 && row[F.taxCode]! <= 0 && row[F.phone]! <= 0 && row[F.email]! <= 0;
  if (cheap) c.cheapMaybe++;
  if (cheap && row[F.nameSoft]! < 0.25 && row[F.codeField]! <= 0 && !(row[F.addressSoft]! >= 0.5)) { c.stranger++; continue; }
  let s = first.base + sum(0, 40); if (s < -5.5) { c.at40++; continue; }
  s += sum(40, 70); if (s < -5.5) { c.at70++; continue; }
  s += sum(70, first.roots.length); if (s < -5) { c.end++; continue; }
  c.kept++; if (s > -4) c.m4++; if (s > -3) c.m3++; if (s > 0) c.over0++;
}
console.log(set.left.length, set.right.length, c);
}
