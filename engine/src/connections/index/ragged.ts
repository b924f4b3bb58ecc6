import { enlarged } from '../text/vocabulary.ts';

/** Rows of different lengths in two flat arrays: row i is values[start[i]]…values[start[i + 1] − 1]. */
export type Ragged = { readonly start: Uint32Array; readonly values: Uint32Array };

/** Builds rows of different lengths into flat arrays. */
export type CsrBuilder = { rows: number; readonly start: Uint32Array; values: Uint32Array; count: number };

export const newCsr = (rows: number): CsrBuilder => ({
  rows: 0,
  start: new Uint32Array(rows + 1),
  values: new Uint32Array(Math.max(16, rows * 8)),
  count: 0,
});

export function pushValue(csr: CsrBuilder, value: number): void {
  if (csr.count === csr.values.length) csr.values = enlarged(csr.values, csr.count + 1);
  csr.values[csr.count++] = value;
}

export function closeRow(csr: CsrBuilder): void {
  csr.start[++csr.rows] = csr.count;
}

export function finishCsr(csr: CsrBuilder): Ragged {
  return { start: csr.start, values: csr.values.slice(0, csr.count) };
}

/** Closes a row of these values in order, each once. */
export function pushDistinct(csr: CsrBuilder, values: readonly number[]): void {
  const from = csr.count;
  for (const value of values) pushValue(csr, value);
  sortPart(csr.values, from, csr.count);
  csr.count = from;
  for (let e = from; e < from + values.length; e++) {
    const value = csr.values[e]!;
    if (csr.count === from || value !== csr.values[csr.count - 1]) csr.values[csr.count++] = value;
  }
  closeRow(csr);
}

/** Shorter lists are sorted by insertion. */
const SHORT = 48;

/** Sorts the values from…to. */
export function sortPart(values: Uint32Array, from: number, to: number): void {
  if (to - from > SHORT) {
    values.subarray(from, to).sort();
    return;
  }
  for (let e = from + 1; e < to; e++) {
    const value = values[e]!;
    let at = e;
    for (; at > from && values[at - 1]! > value; at--) values[at] = values[at - 1]!;
    values[at] = value;
  }
}

/** The arrays one after another, in one. */
export function joined<T extends Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array>(
  parts: readonly T[],
): T {
  if (parts.length === 1) return parts[0]!;
  const Constructor = (parts[0]?.constructor ?? Uint32Array) as new (length: number) => T;
  const whole = new Constructor(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** True when a sorted row holds a value. */
export function holds(rows: Ragged, i: number, value: number): boolean {
  let [low, high] = [rows.start[i]!, rows.start[i + 1]!];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows.values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low < rows.start[i + 1]! && rows.values[low] === value;
}
