import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value in COPY's text form: backslash, tab and line breaks escaped, null as \N. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  // PostgreSQL text cannot hold U+0000; nothing that people type contains it.
  return text.replaceAll('\0', '').replace(/[\\\t\n\r]/g, (mark) => ESCAPES[mark]!);
}
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * Streams rows into a table with COPY on the given connection: the way for more than a few hundred rows, where a
 * multi-row INSERT would pass the limit of 65,535 parameters. Answers the number of rows written.
 *
 * Fails with what the rows or the database fail with; the connection can be used again then.
 *
 * @param columns database column names, in the order of each row's values; objects are written as JSON.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): Promise<number> {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  // Listened to from the start: the database may refuse a row, or go away, while others are still made.
  let failure: Error | undefined;
  const done = finished(stream).catch((error: Error) => {
    failure = error;
    throw error;
  });
  done.catch(() => {});
  let count = 0;
  let buffer = '';
  try {
    for await (const row of rows) {
      if (failure) break;
      buffer += `${row.map(field).join('\t')}\n`;
      count += 1;
      if (buffer.length > 65_536) {
        if (!stream.write(buffer)) await Promise.race([once(stream, 'drain'), done]);
        buffer = '';
      }
    }
    if (!failure) stream.end(buffer);
    await done;
    return count;
  } catch (error) {
    if (!failure) {
      // Without a word from here the database would wait for more rows, and the connection with it.
      stream.destroy(error as Error);
      await done.catch(() => {});
    }
    throw error;
  }
}
