import { join } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { readTable } from '../adapters/bravo/csv-table.ts';
import type { TextRow } from '../adapters/bravo/records.ts';

/** The rows of a CSV file, named in what they are refused for. */
async function* rowsOf(folder: string, path: string, columns: readonly string[]): AsyncGenerator<TextRow> {
  try {
    yield* readTable(join(folder, ...path.split('/')), undefined, columns);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, `Tệp ${path} ${error.message}`, { ...error.details, path });
  }
}

/** Reads a table and turns its rows into values; a bad value is refused with its file, row and reason. */
export async function table<T>(
  folder: string,
  path: string,
  columns: readonly string[],
  toValue: (row: TextRow) => T,
): Promise<T[]> {
  const values: T[] = [];
  let number = 1;
  for await (const row of rowsOf(folder, path, columns)) {
    number++;
    try {
      values.push(toValue(row));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `Tệp ${path}, dòng ${number}: ${error.message}`, {
        ...error.details,
        path,
        row: number,
      });
    }
  }
  return values;
}
