import type { Cell } from '@khop/engine/sheets/cell.ts';
import { recognise } from '@khop/engine/sheets/header.ts';
import { legacyEncodingOf } from '@khop/engine/sheets/legacy-text.ts';
import { fromLegacy, type LegacyEncoding } from '@khop/engine/text/legacy-letters.ts';
import { refuseLostLetters } from '@khop/engine/text/lost-letters.ts';
import type { RowSource } from '../row-source.ts';
import { encodingNotes } from './text-encoding.ts';

/** The rows at the top of a sheet whose texts tell in which code they were typed. */
const SAMPLE_ROWS = 500;

/** The same source with texts that were typed for fonts of TCVN3 or VNI in Unicode, and a warning about it. Reading throws FILE_DAMAGED where texts have lost their letters. */
export function withoutLegacyText(source: RowSource): RowSource {
  return {
    ...source,
    close: () => source.close(),
    async read(sheet, sink, pause) {
      let sample: Cell[][] | undefined = [];
      let encoding: LegacyEncoding | undefined;
      let isEnded = false;
      const give = (cells: Cell[]): boolean => {
        if (encoding) putInUnicode(cells, encoding);
        if (sink(cells) === false) isEnded = true;
        return !isEnded;
      };
      const settle = (): void => {
        const waiting = sample ?? [];
        sample = undefined;
        encoding = encodingOf(waiting);
        if (!encoding) refuseLostLetters(textsOf(waiting));
        for (const row of waiting) if (!give(row)) return;
      };
      const told = await source.read(
        sheet,
        (cells) => {
          if (!sample) return give(cells);
          sample.push(cells.slice());
          if (sample.length >= SAMPLE_ROWS) settle();
          return !isEnded;
        },
        pause,
      );
      if (sample) settle();
      return [...encodingNotes(encoding), ...told];
    },
  };
}

const textsOf = (rows: readonly (readonly Cell[])[]): string[] =>
  rows.flatMap((row) => row.filter((cell) => typeof cell === 'string'));

function putInUnicode(cells: Cell[], encoding: LegacyEncoding): void {
  cells.forEach((cell, at) => {
    if (typeof cell === 'string') cells[at] = fromLegacy(cell, encoding);
  });
}

/** The code of a whole sheet. A header that is known only as it is was typed in Unicode: then each column is judged when it is read. */
function encodingOf(rows: readonly (readonly Cell[])[]): LegacyEncoding | undefined {
  const encoding = legacyEncodingOf(textsOf(rows).join(' '));
  if (!encoding || !isRecognised(rows)) return encoding;
  const converted = rows.map((row) => row.slice());
  for (const row of converted) putInUnicode(row, encoding);
  return isRecognised(converted) ? encoding : undefined;
}

function isRecognised(rows: readonly (readonly Cell[])[]): boolean {
  try {
    recognise(rows);
    return true;
  } catch {
    return false;
  }
}
