import { createReadStream } from 'node:fs';
import { listInterner } from '@khop/engine/allocation/compile.ts';
import type { UncheckedInstance } from '@khop/engine/allocation/json/instance.ts';
import { Problem } from '@khop/engine/problem.ts';

type List = keyof UncheckedInstance;
const LISTS: readonly List[] = ['lots', 'lines', 'links', 'previous'];
const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA] = [34, 92, 123, 125, 91, 93, 44];
const END_OF_ROW = '},';
const CHUNK_BYTES = 4 << 20;

/**
 * Reads an allocation instance row by row, so that a file larger than a string may be (or than memory likes) is fine.
 * Texts and profile lists that repeat are kept once. Throws SyntaxError for malformed JSON, BAD_INSTANCE when a list is
 * missing.
 */
export async function readInstanceFile(path: string, chunkBytes = CHUNK_BYTES): Promise<UncheckedInstance> {
  const rows: Partial<Record<List, Row[]>> = {};
  const share = sharing();
  const feed = scanner(
    (list, batch) => {
      for (const row of batch) rows[list]?.push(share(row));
    },
    (list) => {
      rows[list] = [];
    },
  );
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(path, chunkBytes)) {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = data.subarray(feed.read(data, rest.length));
  }
  if (!feed.finished()) throw new SyntaxError('tệp kết thúc giữa chừng');
  const needed = (list: List): Row[] => {
    const found = rows[list];
    if (!found) throw new Problem('BAD_INSTANCE', `Tệp ${path} thiếu mảng «${list}».`, { list });
    return found;
  };
  const { previous } = rows;
  return { lots: needed('lots'), lines: needed('lines'), links: needed('links'), ...(previous && { previous }) };
}

/** The bytes of a file. Of a folder in its place the system does not say which one it is. */
async function* chunksOf(path: string, bytes: number): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: bytes });
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

/** Up to this length the parser keeps one copy of equal texts. */
const SHORT_TEXT = 10;

type Row = { document?: unknown; item?: unknown; date?: unknown; profiles?: unknown };

/** Strings of repeating fields and lists of profiles become one value each. Lines of a document mostly follow one another. */
function sharing(): (row: Row) => Row {
  const texts = new Map<string, string>();
  const lists: unknown[] = [];
  const numberOf = listInterner();
  let last: Row = {};
  const shared = (text: unknown): unknown => {
    // Shorter ones are kept once by the parser itself.
    if (typeof text !== 'string' || text.length <= SHORT_TEXT) return text;
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
  return (row) => {
    if (row.document !== undefined)
      row.document = row.document === last.document ? last.document : shared(row.document);
    if (row.item !== undefined) row.item = shared(row.item);
    if (row.date !== undefined) row.date = row.date === last.date ? last.date : shared(row.date);
    if (Array.isArray(row.profiles)) {
      const number = numberOf(row.profiles);
      lists[number] ??= row.profiles;
      row.profiles = lists[number];
    }
    last = row;
    return row;
  };
}

/** Whole rows, parsed. Throws SyntaxError with the place of the first one that is none, counted from `taken`. */
function rowsOf(list: List, taken: number, text: string): Row[] {
  try {
    return JSON.parse(`[${text}]`) as Row[];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`phần tử ${list}[${taken + wholeRows(text)}] sai cú pháp (dấu phẩy, dấu ngoặc kép, số …)`);
  }
}

/** Ends of objects inside of one row that are tried: behind a bad row every one is in vain. */
const MOST_TRIED = 1000;

/** The rows that parse at the beginning of a text which as a whole does not. */
function wholeRows(text: string): number {
  let count = 0;
  let from = 0;
  let tried = 0;
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      JSON.parse(`[${text.slice(from, end + 1)}]`);
    } catch {
      if (++tried > MOST_TRIED) break;
      continue;
    }
    count++;
    tried = 0;
    from = text.indexOf('{', end);
    if (from < 0) return count;
  }
  return count;
}

type Scanner = {
  /** Scans data from `from`; returns where the unfinished row or key begins, which must be fed again. */
  readonly read: (data: Buffer, from: number) => number;
  readonly finished: () => boolean;
};

/** Finds the rows of the top-level lists without parsing what lies around them. */
function scanner(onRows: (list: List, rows: readonly Row[]) => void, onList: (list: List) => void): Scanner {
  let depth = 0;
  let inText = false;
  let escaped = false;
  let start = -1;
  let key = '';
  let list: List | undefined;
  let ended = false;
  // Whole rows of one list and one chunk are parsed together.
  let batchStart = -1;
  let batchEnd = -1;
  /** Rows of the list that are read. */
  let taken = 0;
  const take = (rows: readonly Row[]): void => {
    taken += rows.length;
    if (list) onRows(list, rows);
  };
  const flush = (data: Buffer): void => {
    if (list && batchStart >= 0) take(rowsOf(list, taken, data.toString('utf8', batchStart, batchEnd)));
    batchStart = -1;
  };
  /**
   * Most of a chunk at once, from between two rows to the last place that looks like the end of one. That it parses
   * proves that the place is one, and that the list goes on until there; else the bytes are looked at one by one.
   * @returns where to go on
   */
  const leap = (data: Buffer, from: number): number => {
    const end = data.lastIndexOf(END_OF_ROW);
    let at = from;
    while (at < end && (data[at]! <= 32 || data[at] === COMMA)) at++;
    if (at >= end) return from;
    let rows: Row[];
    try {
      rows = JSON.parse(`[${data.toString('utf8', at, end + 1)}]`);
    } catch {
      return from;
    }
    if (!rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) return from;
    take(rows);
    return end + 1;
  };
  const fail = (what: string): never => {
    throw new SyntaxError(what);
  };
  /** A byte outside of rows and texts. */
  const structure = (data: Buffer, at: number): void => {
    const byte = data[at]!;
    if (ended && byte > 32) fail('còn ký tự sau dấu } cuối');
    if (byte === OPEN || byte === OPEN_LIST) {
      if (depth === 0 && byte !== OPEN) fail('tệp phải là một đối tượng');
      const opened = depth === 1 && byte === OPEN_LIST ? LISTS.find((name) => name === key) : undefined;
      if (opened) {
        list = opened;
        taken = 0;
        onList(opened);
      }
      depth++;
      if (depth === 3 && list && byte === OPEN) start = at;
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth--;
      if (depth === 2 && start >= 0) {
        if (batchStart < 0) batchStart = start;
        batchEnd = at + 1;
        start = -1;
      } else if (depth === 1) {
        flush(data);
        list = undefined;
      } else if (depth === 0) ended = true;
    } else if (depth === 0 && byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
      fail('tệp phải là một đối tượng');
    else if (depth === 2 && list && byte > 32 && byte !== COMMA) fail(`mảng «${list}» có phần tử không phải đối tượng`);
  };
  return {
    finished: () => ended && depth === 0,
    read: (data, from) => {
      // The piece that was carried over starts at 0: a row or key that was open then.
      if (start >= 0) start = 0;
      let mayLeap = true;
      for (let at = from; at < data.length; at++) {
        const byte = data[at]!;
        if (inText) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) {
            inText = false;
            if (depth === 1) {
              key = data.toString('utf8', start + 1, at);
              start = -1;
            }
          }
        } else if (byte === QUOTE) {
          inText = true;
          if (depth === 1) start = at;
          else if (depth === 0) fail('tệp phải là một đối tượng');
        } else if (byte === OPEN || byte === CLOSE || byte === OPEN_LIST || byte === CLOSE_LIST || start < 0) {
          structure(data, at);
          if (mayLeap && depth === 2 && list && start < 0) {
            mayLeap = false;
            flush(data);
            at = leap(data, at + 1) - 1;
          }
        }
      }
      flush(data);
      return start >= 0 ? start : data.length;
    },
  };
}
