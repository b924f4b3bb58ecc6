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

const lineOf = (row: readonly unknown[]): string => `${row.map(field).join('\t')}\n`;

/** Characters that are written at once. */
const PIECE = 65_536;

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
  let count = 0;
  async function* pieces() {
    let text = '';
    for await (const row of rows) {
      text += lineOf(row);
      count += 1;
      if (text.length > PIECE) {
        yield text;
        text = '';
      }
    }
    yield text;
  }
  await send(client, table, columns, pieces());
  return count;
}

/** Rows written down as COPY takes them. Bytes lie outside the heap: a tenth of the rows, and no work for its collector. */
export type CopyText = { readonly rows: number; readonly pieces: readonly Buffer[] };

/** Writes rows down one after another; `take` answers what was written since it was last asked. */
export function copyWriter() {
  let [rows, text, pieces]: [number, string, Buffer[]] = [0, '', []];
  const close = () => {
    if (text !== '') pieces.push(Buffer.from(text));
    text = '';
  };
  return {
    rows: () => rows,
    add(row: readonly unknown[]): void {
      text += lineOf(row);
      rows += 1;
      if (text.length > PIECE) close();
    },
    take(): CopyText {
      close();
      const taken = { rows, pieces };
      [rows, pieces] = [0, []];
      return taken;
    },
  };
}

/** Streams rows that were written down into a table, as `copyRows` does. */
export const copyText = (
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  { pieces }: CopyText,
): Promise<void> => send(client, table, columns, pieces);

async function send(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  pieces: Iterable<Buffer> | AsyncIterable<string>,
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  // Listened to from the start: the database may refuse a row, or go away, while others are still made.
  let failure: Error | undefined;
  const done = finished(stream).catch((error: Error) => {
    failure = error;
    throw error;
  });
  done.catch(() => {});
  try {
    for await (const piece of pieces) {
      if (failure) break;
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
    }
    if (!failure) stream.end();
    await done;
  } catch (error) {
    if (!failure) {
      // Without a word from here the database would wait for more rows, and the connection with it.
      stream.destroy(error as Error);
      await done.catch(() => {});
    }
    throw error;
  }
}
