import { quickToCopy, type Row, type Value } from '@khop/engine/sheets/layouts/layout.ts';

/**
 * Rows on their way between threads: per field the distinct values and, per row, which one. A ledger repeats its
 * customers, units and days, so this is small, quick to copy, and lets the receiver keep each text once.
 */
export type RowBatch = {
  readonly fields: readonly string[];
  readonly rowNumbers: Uint32Array;
  /** `codes` is empty for a column with one value. */
  readonly columns: readonly { readonly values: readonly Value[]; readonly codes: Uint16Array }[];
};

/** Rows of a batch, at most 65,535: codes are 16 bits. */
export const BATCH_ROWS = 1_024;
/** Batches that may be on their way before the reading waits until one is taken. */
export const BATCHES_AHEAD = 4;

/** Packs rows that all have the fields of the first one, in its order. */
export function packRows(rows: readonly Row[], rowNumbers: readonly number[]): RowBatch {
  const fields = Object.keys(rows[0] ?? {});
  const columns = fields.map(() => new ColumnPacker(rows.length));
  rows.forEach((row, at) => {
    // All at once: to ask for each field by its name costs as much again as all the rest.
    const values = Object.values(row);
    for (let column = 0; column < columns.length; column++) columns[column]!.add(at, values[column] ?? null);
  });
  return { fields, rowNumbers: Uint32Array.from(rowNumbers), columns: columns.map((column) => column.packed()) };
}

/** One column: its distinct values as they come, and which of them each row has. */
class ColumnPacker {
  readonly #codes: Uint16Array;
  readonly #known = new Map<Value, number>();
  #last: Value | undefined;
  #code = 0;

  constructor(rows: number) {
    this.#codes = new Uint16Array(rows);
  }

  add(at: number, value: Value): void {
    // Most columns repeat the value above: blank ones always.
    if (value !== this.#last) {
      this.#last = value;
      this.#code = this.#known.get(value) ?? this.#known.size;
      if (this.#code === this.#known.size) this.#known.set(value, this.#code);
    }
    this.#codes[at] = this.#code;
  }

  packed(): RowBatch['columns'][number] {
    return { values: [...this.#known.keys()], codes: this.#known.size === 1 ? new Uint16Array(0) : this.#codes };
  }
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
    const varying: { field: string; values: readonly Value[]; codes: Uint16Array }[] = [];
    columns.forEach(({ values, codes }, at) => {
      const field = fields[at]!;
      const kept = values.map(keep);
      first[field] = kept[0] ?? null;
      if (kept.length > 1) varying.push({ field, values: kept, codes });
    });
    const common = quickToCopy(first);
    for (let at = 0; at < rowNumbers.length; at++) {
      const row = { ...common };
      for (const { field, values, codes } of varying) row[field] = values[codes[at]!] ?? null;
      each(row, rowNumbers[at]!);
    }
  };
}
