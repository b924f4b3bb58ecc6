import { quickToCopy, type Row, type Value } from '@khop/engine/sheets/layouts/layout.ts';

/**
 * Rows on their way between threads: per field the distinct values and, per row, which one. A ledger repeats its
 * customers, units and days, so this is small, quick to copy, and lets the receiver keep each text once.
 */
export type RowBatch = {
  readonly fields: readonly string[];
  readonly rowNumbers: Uint32Array;
  /** `codes` is empty for a column with one value, and for one that has the value of each row. */
  readonly columns: readonly { readonly values: readonly Value[]; readonly codes: Uint16Array }[];
};

/** Rows of a batch, at most 65,535: codes are 16 bits. */
export const BATCH_ROWS = 1_024;
/** Batches that may be on their way before the reading waits until one is taken. */
export const BATCHES_AHEAD = 4;

/** Packs rows that all have the fields of the first one, in its order. */
export function packRows(rows: readonly Row[], rowNumbers: readonly number[]): RowBatch {
  const fields = Object.keys(rows[0] ?? {});
  // All of a row at once: to ask for each field by its name costs as much again as all the rest.
  const values = rows.map((row) => Object.values(row));
  return { fields, rowNumbers: Uint32Array.from(rowNumbers), columns: fields.map((_, at) => packColumn(values, at)) };
}

/** Rows after which it is asked whether a column repeats itself, and how many of their values may be new if it does. */
const TRIED = 128;
const MOST_NEW = 96;

/** One column: its distinct values as they come, and which of them each row has; or all values, where few come again within a batch. */
function packColumn(rows: readonly (readonly Value[])[], column: number): RowBatch['columns'][number] {
  const codes = new Uint16Array(rows.length);
  const known = new Map<Value, number>();
  let last: Value | undefined;
  let code = 0;
  for (let at = 0; at < rows.length; at++) {
    const value = rows[at]![column] ?? null;
    // Most columns repeat the value above: blank ones always.
    if (value !== last) {
      last = value;
      code = known.get(value) ?? known.size;
      if (code === known.size) known.set(value, code);
    }
    codes[at] = code;
    if (at === TRIED && known.size > MOST_NEW) return { values: valuesOf(rows, column), codes: new Uint16Array(0) };
  }
  return { values: [...known.keys()], codes: known.size === 1 ? new Uint16Array(0) : codes };
}

/** The values of a column one by one: an array that `map` makes may have holes, and is copied between threads as one that has. */
function valuesOf(rows: readonly (readonly Value[])[], column: number): readonly Value[] {
  const values: Value[] = [];
  for (const row of rows) values.push(row[column] ?? null);
  return values;
}

/**
 * Unpacks batches one after another. Where all rows are kept, equal texts are one copy over all of them; where each goes at
 * once, the copies would be what stays.
 */
export function rowUnpacker(areKept: boolean): (batch: RowBatch, each: (row: Row, rowNumber: number) => void) => void {
  const texts = new Map<string, string>();
  const keep = (value: Value): Value => {
    if (!areKept || typeof value !== 'string' || texts.size > 200_000) return value;
    const known = texts.get(value);
    if (known !== undefined) return known;
    texts.set(value, value);
    return value;
  };
  return ({ fields, rowNumbers, columns }, each) => {
    const first: Row = {};
    const varying: { field: string; values: readonly Value[]; codes: Uint16Array | undefined }[] = [];
    columns.forEach(({ values, codes }, at) => {
      const field = fields[at]!;
      const kept = values.map(keep);
      first[field] = kept[0] ?? null;
      if (kept.length > 1) varying.push({ field, values: kept, codes: codes.length > 0 ? codes : undefined });
    });
    const common = quickToCopy(first);
    for (let at = 0; at < rowNumbers.length; at++) {
      const row = { ...common };
      for (const { field, values, codes } of varying) row[field] = values[codes ? codes[at]! : at] ?? null;
      each(row, rowNumbers[at]!);
    }
  };
}
