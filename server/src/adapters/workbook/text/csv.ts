import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { refuseLostLetters } from '@khop/engine/text/lost-letters.ts';
import { parse } from 'csv-parse';
import { limits } from '../limits.ts';
import type { RowSource } from '../row-source.ts';
import { encodingNotes, encodingOfBytes, textDecoderOf } from './text-encoding.ts';

const HEAD_BYTES = 64 * 1024;
const BAR = '|';

const notUnicode = () =>
  new Problem(
    'FILE_TYPE_NOT_SUPPORTED',
    'Tệp CSV không phải mã UTF-8. Hãy mở bằng Excel và lưu lại dạng «CSV UTF-8» hoặc .xlsx.',
  );

/** Bytes that the encoding does not allow are refused. */
function decodedOrRefused(decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    throw error instanceof TypeError ? notUnicode() : error;
  }
}

/**
 * Opens a CSV file: UTF-8 (with or without byte-order mark), UTF-16, or an old Vietnamese code; comma, semicolon, tab or bar,
 * by the top of the file. Throws FILE_TYPE_NOT_SUPPORTED for any other code, FILE_DAMAGED where texts have lost their letters.
 */
export async function openCsv(path: string): Promise<RowSource> {
  const head = await readHead(path);
  const encoding = encodingOfBytes(head);
  if (!encoding) throw notUnicode();
  const top = decodedOrRefused(() => textDecoderOf(encoding)(head));
  refuseLostLetters([top]);
  const delimiter = delimiterOf(top);
  const { width, ends } = linesOf(top, delimiter);
  return {
    sheets: [''],
    isDelimited: true,
    notes: encodingNotes(encoding),
    async read(_, sink, pause) {
      const parser = parse({
        bom: true,
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: 1_000_000,
        ...(ends && { record_delimiter: ends }),
      });
      const feed = feedParser(path, textDecoderOf(encoding), parser);
      try {
        let rows = 0;
        for await (const record of parser as AsyncIterable<string[]>) {
          if (++rows > limits.rows) throw new Problem('FILE_TOO_LARGE', `Tệp có hơn ${limits.rows} dòng.`);
          if (isGlued(record, width)) throw gluedLines(rows);
          if (holdsLines(record, delimiter, width)) throw openQuote(rows);
          const cells: Cell[] = record.slice(0, limits.columns).map(cellOf);
          if (isEndOfText(cells)) continue;
          if (sink(cells) === false) break;
          await pause?.();
        }
      } catch (error) {
        if (error instanceof Problem) throw error;
        throw new Problem(
          'FILE_DAMAGED',
          'Tệp CSV sai cấu trúc (dấu ngoặc kép không khớp, hoặc có dòng quá dài). Hãy xuất lại tệp.',
        );
      } finally {
        parser.destroy();
        await feed;
      }
      return [];
    },
    close() {},
  };
}

/** A text without the cells in quotes. A mark of inches within a text («21" PVC») opens none. */
const unquoted = (text: string): string => text.replace(/(^|[,;\t|\r\n])"(?:[^"]|"")*"(?=$|[,;\t|\r\n])/g, '$1');

/** The width of the widest line at the top of a file, and its ends of lines where the first one is not that of all. */
function linesOf(head: string, delimiter: string): { readonly width: number; readonly ends: string[] | undefined } {
  const bare = unquoted(head);
  const widest = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.split(delimiter).length));
  const width = widest(bare.split(/\r\n|[\r\n]/));
  const [first] = /\r\n|[\r\n]/.exec(bare) ?? [];
  if (first === undefined) return { width, ends: undefined };
  // A break within a text makes no line wider than others.
  if (isGluedWidth(widest(bare.split(first)), width)) return { width, ends: ['\r\n', '\n', '\r'] };
  return { width, ends: first === '\n' && bare.includes('\r\n') ? ['\r\n', '\n'] : undefined };
}

/** Two lines that are read as one share a cell. */
const isGluedWidth = (cells: number, width: number): boolean => width > 1 && cells >= 2 * width - 1;

const isGlued = (record: readonly string[], width: number): boolean =>
  isGluedWidth(record.length, width) && record.some((cell) => /[\r\n]/.test(cell));

/** The rows behind the first would be lost without a word. */
const gluedLines = (row: number): Problem =>
  new Problem(
    'FILE_DAMAGED',
    `Dòng ${row} của tệp CSV dính với các dòng sau nó: tệp dùng lẫn nhiều kiểu xuống dòng. Hãy xuất lại tệp, hoặc lưu lại dạng .xlsx.`,
  );

/** Narrow lists have as many separators in a note. */
const [LEAST_FOR_LINES, LEAST_FOR_HALVES] = [4, 8];

/**
 * True of a record with a cell that has taken in whole lines, or the halves of two, because a mark that opens its text is closed in
 * another line: its first line ends what the cells before it begin, and its last line begins what those behind it end. A note of
 * several lines may have as many separators as a whole line, hardly so many in all of these places.
 */
function holdsLines(record: readonly string[], delimiter: string, width: number): boolean {
  if (width < LEAST_FOR_LINES) return false;
  return record.some((cell, at) => {
    if (!/[\r\n]/.test(cell)) return false;
    const parts = cell.split(/\r\n|[\r\n]/).map((line) => line.split(delimiter).length);
    if (parts[0] !== width - at || parts.at(-1) !== width - (record.length - 1 - at)) return false;
    return parts.length > 2 ? parts.slice(1, -1).includes(width) : width >= LEAST_FOR_HALVES;
  });
}

/** The rows in the cell would be lost without a word. */
const openQuote = (row: number): Problem =>
  new Problem(
    'FILE_DAMAGED',
    `Dòng ${row} của tệp CSV nuốt các dòng sau nó: một ô mở dấu ngoặc kép (ví dụ dấu inch ở đầu tên) mà đóng ở dòng khác. Hãy xuất lại tệp dạng .xlsx.`,
  );

/** A program that writes a text for spreadsheets to keep as it is, zeros in front included: `="00024"`. */
const KEPT_TEXT = /^="([^"]*)"$/;

/** The sign by which programs of DOS end a text (Ctrl+Z), in a line of its own or behind the last cell. */
const END_OF_TEXT = '\x1a';

/** True for a line of nothing but the sign; taken away where it follows the last cell. */
function isEndOfText(cells: Cell[]): boolean {
  const last = cells.at(-1);
  if (typeof last !== 'string' || !last.endsWith(END_OF_TEXT)) return false;
  const kept = last.slice(0, -END_OF_TEXT.length);
  cells[cells.length - 1] = kept === '' ? null : kept;
  return cells.length === 1 && kept === '';
}

function cellOf(text: string): Cell {
  const kept = text.startsWith('="') ? (KEPT_TEXT.exec(text)?.[1] ?? text) : text;
  return kept === '' ? null : kept;
}

/** Writes the decoded text into the parser, at its pace; what goes wrong ends the parser with that error. */
async function feedParser(
  path: string,
  decode: (chunk?: Buffer) => string,
  parser: ReturnType<typeof parse>,
): Promise<void> {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
  parser.on('close', () => stream.destroy());
  try {
    for await (const chunk of stream) {
      if (parser.destroyed) return;
      if (!parser.write(decode(chunk as Buffer))) {
        await new Promise<void>((resolve) => {
          const goOn = () => {
            parser.off('drain', goOn).off('close', goOn);
            resolve();
          };
          parser.on('drain', goOn).on('close', goOn);
        });
      }
    }
    if (!parser.destroyed) parser.end(decode());
  } catch (error) {
    if (!parser.destroyed) parser.destroy(error instanceof TypeError ? notUnicode() : (error as Error));
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The separator met most often outside quotes on the busiest of the first lines: titles above a header hold few. Bars are one where a line has
 * more of them, and more lines agree in their number than in that of the other's: texts hold bars, too, and they hold commas.
 */
function delimiterOf(head: string): string {
  const bare = unquoted(head);
  const lines = bare.split(/\r?\n/, 40);
  const parts = (line: string, separator: string): number => line.split(separator).length;
  const most = (separator: string) => Math.max(...lines.map((line) => parts(line, separator)));
  const best = [',', ';', '\t'].reduce((best, one) => (most(one) > most(best) ? one : best));
  const busiest = (separator: string): readonly string[] =>
    most(separator) === 1 ? [] : lines.filter((line) => parts(line, separator) === most(separator));
  const [barred = '', ...others] = busiest(BAR);
  return parts(barred, BAR) > parts(barred, best) && others.length >= busiest(best).length ? BAR : best;
}
