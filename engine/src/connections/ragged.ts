import { enlarged } from './vocabulary.ts';

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

export function finishCsr(csr: CsrBuilder): { start: Uint32Array; values: Uint32Array } {
  return { start: csr.start, values: csr.values.slice(0, csr.count) };
}
