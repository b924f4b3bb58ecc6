import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { Problem } from '@khop/engine/problem.ts';
import { parse } from 'csv-parse';
import type { TextRow } from './records.ts';

/** Rows of a CSV file (UTF-8, header in the first line), one at a time. Throws BRAVO_QUERY_INVALID when it is not such a file. */
export async function* readTable(path: string, signal?: AbortSignal): AsyncGenerator<TextRow> {
  const parser = parse({ columns: true, bom: true, skip_empty_lines: true });
  pipeline(createReadStream(path), parser, () => {});
  try {
    for await (const row of parser) {
      signal?.throwIfAborted();
      yield row as TextRow;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error;
    throw new Problem('BRAVO_QUERY_INVALID', `Tệp dữ liệu Bravo không phải CSV hợp lệ: ${error.message}`);
  } finally {
    parser.destroy();
  }
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
