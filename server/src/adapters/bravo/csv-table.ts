import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { Problem } from '@khop/engine/problem.ts';
import { CsvError, parse } from 'csv-parse';
import type { TextRow } from './cells.ts';

/** A row of a CSV file, and its number in a spreadsheet that opens it: the header is row 1, blank lines are rows too. */
export type NumberedRow = { readonly row: TextRow; readonly number: number };

/**
 * Rows of a CSV file (UTF-8, header in the first line), one at a time. Throws MISSING_COLUMN when the header lacks one of
 * `needed`, BRAVO_QUERY_INVALID when it is not such a file.
 */
export async function* readTable(path: string, signal?: AbortSignal): AsyncGenerator<TextRow> {
  for await (const { row } of readNumbered(path, signal)) yield row;
}

/** The same, with the rows' numbers. */
export async function* readNumbered(
  path: string,
  signal?: AbortSignal,
  needed: readonly string[] = [],
): AsyncGenerator<NumberedRow> {
  let lacking: readonly string[] = needed;
  const columns = (header: string[]): string[] => {
    const names = header.map((name) => name.trim());
    if (names.some((name) => name.includes('\0')))
      throw new Problem('BRAVO_QUERY_INVALID', 'không phải UTF-8: lưu tệp thành «CSV UTF-8».');
    lacking = needed.filter((name) => !names.includes(name));
    return names;
  };
  const parser = parse({
    columns,
    bom: true,
    skip_empty_lines: true,
    on_record: (row: TextRow, { records, empty_lines: blank }): NumberedRow => ({ row, number: records + blank + 1 }),
  });
  pipeline(createReadStream(path), parser, () => {});
  try {
    for await (const row of parser) {
      signal?.throwIfAborted();
      if (lacking.length > 0) break;
      yield row as NumberedRow;
    }
  } catch (error) {
    // Not by the beginning of its code: that of a quote within a cell has none of the library's prefix.
    if (!(error instanceof CsvError)) throw error;
    throw new Problem('BRAVO_QUERY_INVALID', `không phải CSV hợp lệ: ${csvFault(error)}`);
  } finally {
    parser.destroy();
  }
  if (lacking.length > 0) {
    const names = lacking.map((name) => `«${name}»`).join(', ');
    throw new Problem('MISSING_COLUMN', `thiếu cột ${names} (cần CSV ngăn cách bằng dấu phẩy).`, { columns: lacking });
  }
}

/** The line at which the parser gave up, and the reason as far as a person can mend it. */
function csvFault(error: Error): string {
  const { code, lines } = error as Error & { code?: unknown; lines?: unknown };
  const where = typeof lines === 'number' ? ` (dòng ${lines})` : '';
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS' || code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH')
    return `số ô của dòng khác số cột của tiêu đề${where}.`;
  return `dấu ngoặc kép không khớp${where}.`;
}

/** Groups what comes one by one; no batch is empty. */
export async function* inBatches<T>(
  source: AsyncIterable<T> | Iterable<T>,
  size: number,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const each of source) {
    batch.push(each);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
