import { quickToCopy, type Row, type Value } from '@khop/engine/sheets/layouts/layout.ts';

/**
 * Rows on their way between threads, column by column. What a column has had before goes as a code of it: a ledger repeats its customers,
 * goods, units and days in thousands of rows, so that each of their texts is copied once, and the receiver has one of it.
 */
export type RowBatch = {
  readonly fields: readonly string[];
  readonly rowNumbers: Uint32Array;
  readonly columns: readonly PackedColumn[];
  /** The codes of all columns that have one per row, one column behind the other. */
  readonly codes: Uint16Array;
};

/** One column of a batch. */
export type PackedColumn = {
  /** Values that the column has for the first time, whose codes follow on those known; or, without codes, that of each row. */
  readonly values: readonly Value[] | Float64Array;
  /** The one code of all rows; or each row has its own in the batch's codes; or there are none. */
  readonly code: number | 'each' | 'none';
  /** The column has forgotten what it had: codes begin at 0. */
  readonly isAnew: boolean;
};

/** Rows of a batch. */
export const BATCH_ROWS = 1_024;
/** Batches that may be on their way before the reading waits until one is taken. */
export const BATCHES_AHEAD = 4;

/** A column of which more values are remembered at the end of a batch forgets them: codes are 16 bits, and memory has an end. */
const MOST_KNOWN = 8_192;
/** If more of that batch were new, the column hardly repeats itself. */
const MOST_NEW = 0.75 * BATCH_ROWS;
/** Batches for which the values of such a column go as they are. */
const AS_THEY_ARE = 60;

/** Texts of a column that are at hand. */
const AT_HAND = 1 << 13;

/** The place at hand of a text, by its last characters: codes of goods and customers differ there. */
function placeOf(text: string): number {
  let place = text.length;
  for (let at = Math.max(0, text.length - 4); at < text.length; at++) place = place * 10 + text.charCodeAt(at);
  return place & (AT_HAND - 1);
}

/** Gathers the values of one column. */
class ColumnPacker {
  readonly #known = new Map<Value, number>();
  /** Texts at hand and their codes: as a rule the very text that is asked for, which costs a tenth of asking the map. */
  #texts: (string | undefined)[] = [];
  #textCodes = new Uint16Array(0);
  readonly #codes = new Uint16Array(BATCH_ROWS);
  #values: Value[] = [];
  /** The value above, its code, and the row of the batch from which on it is the value. */
  #last: Value | undefined;
  #code = 0;
  #since = 0;
  #isAnew = true;
  /** Batches for which the values still go as they are. */
  #plain = 0;

  add(value: Value, at: number): void {
    if (this.#plain > 0) this.#values.push(value);
    // Most columns repeat the value above: blank ones always.
    else if (value !== this.#last) this.#change(value, at);
  }

  #change(value: Value, at: number): void {
    this.#fill(at);
    this.#last = value;
    if (typeof value !== 'string') {
      this.#code = this.#codeOf(value);
      return;
    }
    const place = placeOf(value);
    if (this.#texts[place] !== value) {
      if (this.#texts.length === 0) {
        this.#texts = new Array(AT_HAND).fill(undefined);
        this.#textCodes = new Uint16Array(AT_HAND);
      }
      this.#textCodes[place] = this.#codeOf(value);
      this.#texts[place] = value;
    }
    this.#code = this.#textCodes[place]!;
  }

  #codeOf(value: Value): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    this.#values.push(value);
    this.#known.set(value, this.#known.size);
    return this.#known.size - 1;
  }

  /** Notes the code of the rows up to one. */
  #fill(to: number): void {
    for (let at = this.#since; at < to; at++) this.#codes[at] = this.#code;
    this.#since = to;
  }

  /** Packs the values of so many rows, whose codes go to a place of those of the batch if each has one. */
  pack(count: number, codes: Uint16Array, place: number): PackedColumn {
    const [values, isAnew] = [this.#values, this.#isAnew];
    this.#values = [];
    this.#isAnew = false;
    if (this.#plain > 0) {
      this.#plain--;
      return { values: areNumbers(values) ? Float64Array.from(values) : values, code: 'none', isAnew };
    }
    const code = this.#since === 0 ? this.#code : 'each';
    if (code === 'each') {
      this.#fill(count);
      codes.set(this.#codes.subarray(0, count), place);
    }
    this.#since = 0;
    if (this.#known.size > MOST_KNOWN) {
      if (values.length > MOST_NEW) this.#plain = AS_THEY_ARE;
      this.#known.clear();
      this.#texts.fill(undefined);
      this.#last = undefined;
      this.#isAnew = true;
    }
    return { values, code, isAnew };
  }
}

const areNumbers = (values: readonly Value[]): values is readonly number[] =>
  values.every((value) => typeof value === 'number');

/** Packs the rows of one file, which all have the fields of the first one, in its order. */
export class RowPacker {
  #fields: readonly string[] = [];
  #columns: readonly ColumnPacker[] = [];
  #rowNumbers = new Uint32Array(BATCH_ROWS);
  #count = 0;

  /** Adds a row; the batch that it fills. */
  add(row: Row, rowNumber: number): RowBatch | undefined {
    if (this.#columns.length === 0) {
      this.#fields = Object.keys(row);
      this.#columns = this.#fields.map(() => new ColumnPacker());
    }
    // All of a row at once: to ask for each field by its name costs as much again as all the rest.
    const values = Object.values(row);
    if (values.length !== this.#columns.length) throw new Error('A row has other fields than the first one');
    for (let column = 0; column < values.length; column++) this.#columns[column]!.add(values[column]!, this.#count);
    this.#rowNumbers[this.#count++] = rowNumber;
    return this.#count === BATCH_ROWS ? this.rest() : undefined;
  }

  /** The rows that are not in a batch yet, if there are any. */
  rest(): RowBatch | undefined {
    const count = this.#count;
    if (count === 0) return undefined;
    this.#count = 0;
    const codes = new Uint16Array(this.#columns.length * count);
    let taken = 0;
    const columns: PackedColumn[] = [];
    for (const column of this.#columns) {
      const packed = column.pack(count, codes, taken);
      if (packed.code === 'each') taken += count;
      columns.push(packed);
    }
    return {
      fields: this.#fields,
      rowNumbers: this.#rowNumbers.slice(0, count),
      columns,
      codes: codes.slice(0, taken),
    };
  }
}

/**
 * Unpacks the batches of one file one after another. Where all rows are kept, equal texts are one copy over all columns and batches; where
 * each goes at once, the copies would be what stays.
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
  const known: Value[][] = [];
  return ({ fields, rowNumbers, columns, codes }, each) => {
    const count = rowNumbers.length;
    const first: Row = {};
    const varying: VaryingColumn[] = [];
    let taken = 0;
    columns.forEach(({ values, code, isAnew }, at) => {
      const field = fields[at]!;
      if (isAnew) known[at] = [];
      if (code === 'none') {
        first[field] = null;
        varying.push({ field, values: areKept ? Array.from(values, keep) : values, codes: undefined });
        return;
      }
      const all = known[at]!;
      for (const value of values) all.push(keep(value));
      first[field] = code === 'each' ? null : all[code]!;
      if (code !== 'each') return;
      varying.push({ field, values: all, codes: codes.subarray(taken, taken + count) });
      taken += count;
    });
    // The row at hand, of which each row is a copy: what is as above is not written again.
    const row = quickToCopy(first);
    for (let at = 0; at < count; at++) {
      for (const { field, values, codes } of varying) {
        if (codes === undefined) row[field] = values[at]!;
        else if (at === 0 || codes[at] !== codes[at - 1]) row[field] = values[codes[at]!]!;
      }
      each({ ...row }, rowNumbers[at]!);
    }
  };
}

/** A column whose rows differ: its values, and which of them each row has; without codes, that of each row. */
type VaryingColumn = {
  readonly field: string;
  readonly values: ArrayLike<Value>;
  readonly codes: Uint16Array | undefined;
};
