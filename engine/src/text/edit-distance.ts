/** Words by number: the UTF-16 units of word w are chars[start[w] … start[w + 1]]. */
export type Spellings = { readonly chars: Uint16Array; readonly start: Uint32Array };

export function spellingsOf(words: readonly string[]): Spellings {
  const start = new Uint32Array(words.length + 1);
  words.forEach((word, w) => {
    start[w + 1] = start[w]! + word.length;
  });
  return { chars: Uint16Array.from(words.join('').split(''), (unit) => unit.charCodeAt(0)), start };
}

/**
 * Optimal string alignment distance (insert, delete, replace, swap neighbours) between two words,
 * given up as soon as it must exceed `limit`; returns limit + 1 then.
 */
export function boundedEditDistance({ chars, start }: Spellings, a: number, b: number, limit: number): number {
  let aStart = start[a]!;
  let aEnd = start[a + 1]!;
  let bStart = start[b]!;
  let bEnd = start[b + 1]!;
  while (aStart < aEnd && bStart < bEnd && chars[aStart] === chars[bStart]) {
    aStart++;
    bStart++;
  }
  while (aStart < aEnd && bStart < bEnd && chars[aEnd - 1] === chars[bEnd - 1]) {
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
    const ca = chars[aStart + i - 1]!;
    for (let j = 1; j <= m; j++) {
      const cb = chars[bStart + j - 1]!;
      let cost = last[j - 1]! + (ca === cb ? 0 : 1);
      const up = last[j]! + 1;
      const side = row[j - 1]! + 1;
      if (up < cost) cost = up;
      if (side < cost) cost = side;
      if (i > 1 && j > 1 && ca === chars[bStart + j - 2] && chars[aStart + i - 2] === cb && before[j - 2]! + 1 < cost) {
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
