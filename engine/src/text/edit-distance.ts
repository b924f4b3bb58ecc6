/**
 * Optimal string alignment distance (insert, delete, replace, swap neighbours) between two runs of UTF-16 units,
 * given up as soon as it must exceed `limit`; returns limit + 1 then.
 */
export function boundedEditDistance(
  a: Uint16Array,
  aStart: number,
  aEnd: number,
  b: Uint16Array,
  bStart: number,
  bEnd: number,
  limit: number,
): number {
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
  }
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const [n, m] = [aEnd - aStart, bEnd - bStart];
  if (n === 0 || m === 0) return Math.min(Math.max(n, m), limit + 1);
  if (Math.abs(n - m) > limit || m >= WIDTH) return limit + 1;
  let [before, last, row] = [rowA, rowB, rowC];
  for (let j = 0; j <= m; j++) last[j] = j;
  for (let i = 1; i <= n; i++) {
    row[0] = i;
    let best = i;
    const ca = a[aStart + i - 1]!;
    for (let j = 1; j <= m; j++) {
      const cb = b[bStart + j - 1]!;
      let cost = last[j - 1]! + (ca === cb ? 0 : 1);
      const up = last[j]! + 1;
      const side = row[j - 1]! + 1;
      if (up < cost) cost = up;
      if (side < cost) cost = side;
      if (i > 1 && j > 1 && ca === b[bStart + j - 2] && a[aStart + i - 2] === cb && before[j - 2]! + 1 < cost) {
        cost = before[j - 2]! + 1;
      }
      row[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[m]!, limit + 1);
}

const WIDTH = 64;
const rowA = new Uint8Array(WIDTH);
const rowB = new Uint8Array(WIDTH);
const rowC = new Uint8Array(WIDTH);
