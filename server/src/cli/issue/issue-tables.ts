import { join } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { FILLED, type Refuse, type TextRow, valueIn } from '../../adapters/bravo/cells.ts';
import { readTable } from '../../adapters/bravo/csv-table.ts';

export type Table<T> = {
  /** Its place in the folder. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly toValue: (row: TextRow) => T;
  /** The value that no two rows may share, and its name for people. */
  readonly key?: { readonly name: string; readonly code: string; readonly of: (value: T) => string };
};

/**
 * Reads a table of the folder and turns its rows into values. A bad value or a repeated key is refused with its file, row,
 * column and reason; the row numbers are the file's. Throws FILE_NOT_FOUND, BAD_CSV and MISSING_COLUMN too.
 */
export async function table<T>(folder: string, { path, columns, toValue, key }: Table<T>): Promise<T[]> {
  const values: T[] = [];
  const seen = new Map<string, number>();
  let number = 1;
  const refuse = (code: string, message: string, details?: Readonly<Record<string, unknown>>): never => {
    throw new Problem(code, `Tệp ${path}, dòng ${number}: ${message}`, { ...details, path, row: number });
  };
  for await (const row of rowsOf(folder, path, columns)) {
    number++;
    try {
      values.push(toValue(row));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(error.code, error.message, error.details);
    }
    if (!key) continue;
    const own = key.of(values.at(-1)!);
    const first = seen.get(own);
    if (first !== undefined)
      refuse(key.code, `${key.name} «${own}» bị lặp, đã có ở dòng ${first}.`, { firstRow: first });
    seen.set(own, number);
  }
  return values;
}

/** The rows of a CSV file, named in what they are refused for. */
async function* rowsOf(folder: string, path: string, columns: readonly string[]): AsyncGenerator<TextRow> {
  try {
    yield* readTable(join(folder, ...path.split('/')), undefined, columns);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Problem('FILE_NOT_FOUND', `Không thấy tệp ${path} trong thư mục.`, { path });
    if (!(error instanceof Problem)) throw error;
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
