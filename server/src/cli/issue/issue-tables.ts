import { join } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { FILLED, type Refuse, type TextRow, valueIn } from '../../adapters/bravo/cells.ts';
import { type NumberedRow, readNumbered } from '../../adapters/bravo/csv-table.ts';

export type Table<T> = {
  /** Its place in the folder. */
  readonly path: string;
  readonly columns: readonly string[];
  /** `number` is the row's in the file. */
  readonly toValue: (row: TextRow, number: number) => T;
  /** The value that no two rows may share, and its name for people. */
  readonly key?: { readonly name: string; readonly code: string; readonly of: (value: T) => string };
};

/** Bad rows that are named; who mends these sees at the next run what is left. */
const MOST_NAMED = 20;

/**
 * Reads a table of the folder and turns its rows into values. Bad values and repeated keys are refused together, the first
 * ones with row, column and reason; the row numbers are the file's. Throws FILE_NOT_FOUND, BAD_CSV and MISSING_COLUMN too.
 */
export async function table<T>(folder: string, { path, columns, toValue, key }: Table<T>): Promise<T[]> {
  const values: T[] = [];
  const seen = new Map<string, number>();
  const bad = new BadRows(path);
  const readRow = ({ row, number }: NumberedRow): T => {
    refuseUnreadable(row);
    const value = toValue(row, number);
    if (!key) return value;
    const own = key.of(value);
    const first = seen.get(own);
    if (first !== undefined)
      throw new Problem(key.code, `${key.name} «${own}» bị lặp, đã có ở dòng ${first}.`, { firstRow: first });
    seen.set(own, number);
    return value;
  };
  try {
    for await (const one of rowsOf(folder, path, columns)) {
      try {
        values.push(readRow(one));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        bad.add(one.number, error);
      }
    }
  } catch (error) {
    // The rest of a file that breaks off is unknown; what is known of its rows is said all the same.
    if (bad.isNone || !(error instanceof Problem)) throw error;
    bad.refuse(error.message);
  }
  if (!bad.isNone) bad.refuse();
  return values;
}

/** In what is no UTF-8 every letter with a mark is lost, and names would reach invoices without them. */
function refuseUnreadable(row: TextRow): void {
  for (const column in row)
    if (row[column]!.includes('\uFFFD'))
      throw new Problem(
        'BAD_CSV',
        `cột «${column}»: «${row[column]}» có chữ không đọc được; lưu tệp thành «CSV UTF-8», ô hỏng sẵn thì gõ lại.`,
        { column },
      );
}

/** The rows of a file that are refused, each with its reason. */
class BadRows {
  readonly #named: { readonly row: number; readonly problem: Problem }[] = [];
  #count = 0;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get isNone(): boolean {
    return this.#count === 0;
  }

  add(row: number, problem: Problem): void {
    this.#count++;
    if (this.#named.length < MOST_NAMED) this.#named.push({ row, problem });
  }

  /** Throws a Problem under the first one's code, which names the only row as it always did, or lists the rows. */
  refuse(after?: string): never {
    const { row, problem } = this.#named[0]!;
    const details = { ...problem.details, path: this.#path, row };
    if (this.#count === 1 && after === undefined)
      throw new Problem(problem.code, `Tệp ${this.#path}, dòng ${row}: ${problem.message}`, details);
    const rows = this.#named.map((one) => `\n  dòng ${one.row}: ${one.problem.message}`);
    const more = this.#count - this.#named.length;
    throw new Problem(
      problem.code,
      [
        `Tệp ${this.#path} có ${this.#count} dòng phải sửa:`,
        ...rows,
        ...(more > 0 ? [`\n  … và ${more} dòng nữa.`] : []),
        ...(after === undefined ? [] : [`\n  ${after}`]),
      ].join(''),
      { ...details, badRows: this.#count },
    );
  }
}

/** The rows of a CSV file, named in what they are refused for. */
async function* rowsOf(folder: string, path: string, columns: readonly string[]): AsyncGenerator<NumberedRow> {
  try {
    yield* readNumbered(join(folder, ...path.split('/')), undefined, columns);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Problem('FILE_NOT_FOUND', `Không thấy tệp ${path} trong thư mục.`, { path });
    // Of a folder in a file's place the system does not say which one.
    if (!(error instanceof Problem)) throw error instanceof Error ? Object.assign(error, { path }) : error;
    const code = error.code === 'BRAVO_QUERY_INVALID' ? 'BAD_CSV' : error.code;
    throw new Problem(code, `Tệp ${path} ${error.message}`, { ...error.details, path });
  }
}

/** Says what is wrong with a cell by the column's name. */
export const refuseCell: Refuse = (_row, column, { code, message, details }) => {
  throw new Problem(code, `cột «${column}»: ${message}`, { ...details, column });
};

/** A cell's value; what is wrong with it is said with the column's name. */
export const cell = <T>(row: TextRow, column: string, read: (text: string) => T): T =>
  valueIn(refuseCell, { expected: '', read }, row, column);

/** A cell that has to say something. */
export const filled = (row: TextRow, column: string): string => valueIn(refuseCell, FILLED, row, column);
