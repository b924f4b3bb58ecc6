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
  return {
    sheets: [''],
    notes: encodingNotes(encoding),
    async read(_, sink, pause) {
      const parser = parse({
        bom: true,
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: 1_000_000,
      });
      const feed = feedParser(path, textDecoderOf(encoding), parser);
      try {
        let rows = 0;
        for await (const record of parser as AsyncIterable<string[]>) {
          if (++rows > limits.rows) throw new Problem('FILE_TOO_LARGE', `Tệp có hơn ${limits.rows} dòng.`);
          const cells: Cell[] = record.slice(0, limits.columns).map(cellOf);
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

/** A program that writes a text for spreadsheets to keep as it is, zeros in front included: `="00024"`. */
const KEPT_TEXT = /^="([^"]*)"$/;

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
  const bare = head.replace(/"[^"]*"/g, '');
  const lines = bare.split(/\r?\n/, 40);
  const parts = (line: string, separator: string): number => line.split(separator).length;
  const most = (separator: string) => Math.max(...lines.map((line) => parts(line, separator)));
  const best = [',', ';', '\t'].reduce((best, one) => (most(one) > most(best) ? one : best));
  const busiest = (separator: string): readonly string[] =>
    most(separator) === 1 ? [] : lines.filter((line) => parts(line, separator) === most(separator));
  const [barred = '', ...others] = busiest(BAR);
  return parts(barred, BAR) > parts(barred, best) && others.length >= busiest(best).length ? BAR : best;
}
