import { Readable } from 'node:stream';
import { type ErrorMarker, errorMarker, type MarkedReading } from '@khop/engine/sheets/error-sheet.ts';
import type { SheetRow } from '@khop/engine/sheets/sheet-model.ts';
import { openRows } from '../open-rows.ts';
import type { RowSource } from '../row-source.ts';
import { writeWorkbook } from './write-workbook.ts';

const ROWS_AHEAD = 500;

/**
 * The user's own sheet with a "Lỗi" column behind its last one, as a stream of bytes. `path` must stay until it has ended.
 * Throws as `openRows` does.
 */
export async function markedWorkbook(path: string, result: MarkedReading): Promise<Readable> {
  const marker = errorMarker(result);
  const rows = markedRows(await openRows(path), result.sheet, marker);
  const sheet = { name: result.sheet || 'Loi', columns: marker.columns, rows, freezeRows: result.headerRow };
  const output = writeWorkbook([sheet]);
  output.on('close', () => rows.destroy());
  return output;
}

/** The marked rows as a stream that reads no further ahead than the writer follows. */
function markedRows(source: RowSource, sheet: string, marker: ErrorMarker): Readable & AsyncIterable<SheetRow> {
  let resume: (() => void) | undefined;
  let rowNumber = 0;
  let hasRoom = true;
  const rows = new Readable({
    objectMode: true,
    highWaterMark: ROWS_AHEAD,
    read() {
      hasRoom = true;
      resume?.();
    },
    destroy(error, done) {
      resume?.();
      done(error);
    },
  });
  const pause = () => (hasRoom || rows.destroyed ? undefined : new Promise<void>((resolve) => (resume = resolve)));
  const take = async () => {
    try {
      await source.read(
        sheet,
        (cells) => {
          hasRoom = rows.push(marker.mark(cells, ++rowNumber)) && hasRoom;
          return !rows.destroyed;
        },
        pause,
      );
      rows.push(null);
    } catch (error) {
      rows.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      source.close();
    }
  };
  void take();
  return rows;
}
