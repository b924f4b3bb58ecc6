import type { Row, Value } from '@khop/engine/sheets/layout.ts';

/**
 * Rows on their way between threads: per field the distinct values and, per row, which one. A ledger repeats its
 * customers, units and days, so this is small, quick to copy, and lets the receiver keep each text once.
 */
export type RowBatch = {
  readonly fields: readonly string[];
  readonly rowNumbers: Uint32Array;
  readonly columns: readonly { readonly values: readonly Value[]; readonly codes: Uint16Array }[];
};

/** Rows of a batch, at most 65,535: codes are 16 bits. */
export const BATCH_ROWS = 4_096;

/** Packs rows that all have the fields of the first one. */
export function packRows(rows: readonly Row[], rowNumbers: readonly number[]): RowBatch {
  const fields = Object.keys(rows[0] ?? {});
  return {
    fields,
    rowNumbers: Uint32Array.from(rowNumbers),
    columns: fields.map((field) => {
      const known = new Map<Value, number>();
      const codes = new Uint16Array(rows.length);
      for (let at = 0; at < rows.length; at++) {
        const value = rows[at]![field] ?? null;
        const code = known.get(value) ?? known.size;
        if (code === known.size) known.set(value, code);
        codes[at] = code;
      }
      return { values: [...known.keys()], codes };
    }),
  };
}

/** Unpacks batches one after another, keeping one copy of equal short texts over all of them. */
export function rowUnpacker(): (batch: RowBatch, each: (row: Row, rowNumber: number) => void) => void {
  const texts = new Map<string, string>();
  const keep = (value: Value): Value => {
    if (typeof value !== 'string' || texts.size > 200_000) return value;
    const known = texts.get(value);
    if (known !== undefined) return known;
    texts.set(value, value);
    return value;
  };
  return ({ fields, rowNumbers, columns }, each) => {
    const kept = columns.map((column) => ({ values: column.values.map(keep), codes: column.codes }));
    const blank: Row = {};
    for (const field of fields) blank[field] = null;
    for (let at = 0; at < rowNumbers.length; at++) {
      const row = { ...blank };
      for (let column = 0; column < fields.length; column++) {
        const { values, codes } = kept[column]!;
        row[fields[column]!] = values[codes[at]!] ?? null;
      }
      each(row, rowNumbers[at]!);
    }
  };
}
