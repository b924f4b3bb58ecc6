import { hash } from 'node:crypto';
import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank, textsIn } from '@khop/engine/sheets/cell.ts';
import { totalLabelOf } from '@khop/engine/sheets/control-totals.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';
import type { FoundHeader } from '@khop/engine/sheets/recognise/found.ts';
import type { RowSource } from './row-source.ts';
import { fileRemark } from './sheet-remarks.ts';

/** A sheet that a layout was found in. */
export type FoundSheet = {
  readonly name: string;
  readonly header: FoundHeader;
  readonly top: readonly (readonly Cell[])[];
};

/** No name of a sheet holds this sign. */
const BETWEEN = ' / ';

/** The one name of sheets that are read together. */
export const joinedName = (names: readonly string[]): string => names.join(BETWEEN);

/** The names of sheets that go by one. */
export const namesJoined = (name: string): readonly string[] => name.split(BETWEEN);

/** The same source, which also reads sheets that go by one name of `joinedName`, one behind the other. */
export function withJoinedSheets(source: RowSource): RowSource {
  return {
    ...source,
    close: () => source.close(),
    async read(name, sink, pause) {
      if (source.sheets.includes(name)) return source.read(name, sink, pause);
      let isEnded = false;
      const told: Issue[] = [];
      for (const part of namesJoined(name)) {
        const give = (cells: Cell[]): boolean => {
          if (sink(cells) === false) isEnded = true;
          return !isEnded;
        };
        told.push(...(await source.read(part, give, pause)));
        if (isEnded) break;
      }
      return told;
    },
  };
}

const unclear = (message: string, sheets: readonly string[]): Problem =>
  new Problem('SHEETS_UNCLEAR', message, { sheets });

/** The columns of a header with their fields, for comparing two. */
const columnsOf = ({ columns }: FoundHeader): string =>
  JSON.stringify(
    columns.flatMap(({ index, field, standsFor }) => (field ? [[index, field.field, standsFor?.field]] : [])),
  );

const headingOf = ({ top, header }: FoundSheet): readonly string[] => textsIn(top.slice(0, header.headerRow));

/**
 * Refuses sheets of one layout that may be something else than parts of one report: with columns in other places, or under a title, a period
 * or a filter that the first one does not have. Throws SHEETS_UNCLEAR.
 */
export function refuseOtherParts([first, ...others]: readonly FoundSheet[]): void {
  if (!first) return;
  const known = new Set(headingOf(first));
  for (const other of others) {
    const names = [first.name, other.name];
    const both = `Hai trang «${first.name}» và «${other.name}» cùng là «${first.header.layout.title}»`;
    if (columnsOf(other.header) !== columnsOf(first.header))
      throw unclear(
        `${both} nhưng cột không giống nhau. Hãy tách mỗi trang một tệp, hoặc chỉ để lại một trang.`,
        names,
      );
    const foreign = headingOf(other).find((text) => !known.has(text));
    if (foreign !== undefined)
      throw unclear(
        `${both} nhưng phần đầu khác nhau («${foreign.slice(0, 80)}» chỉ có ở trang sau). Hãy tách mỗi trang một tệp, hoặc chỉ để lại một trang.`,
        names,
      );
  }
}

/** Watches sheets that are read together for rows that a sheet before has already: then one is a copy or an extract of the other. */
export type RepeatWatch = {
  /** Throws SHEETS_UNCLEAR. */
  take(cells: readonly Cell[], sheet: string, rowNumber: number): void;
};

/** `isTextOnly`: amounts do not make two rows of the same goods different, since their layout adds such rows up. */
export function repeatWatch(isTextOnly: boolean): RepeatWatch {
  const seen = new Map<number, string>();
  return {
    take(cells, sheet, rowNumber) {
      const said = cells.filter((cell) => !isBlank(cell));
      if (said.length < 3 || said.every((cell) => typeof cell === 'string') || totalLabelOf(cells) !== undefined)
        return;
      const key = hashOf(JSON.stringify(isTextOnly ? said.filter((cell) => typeof cell !== 'number') : said));
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, sheet);
      else if (earlier !== sheet)
        throw unclear(
          `Dòng ${rowNumber} của trang «${sheet}» đã có ở trang «${earlier}»: một trang có thể là bản chép của trang kia. Hãy chỉ để lại một trang rồi tải lại.`,
          [earlier, sheet],
        );
    },
  };
}

/** 53 bits of a text: of a million rows two that differ share them less often than once in ten thousand files. */
function hashOf(text: string): number {
  const bytes = hash('sha1', text, 'buffer');
  return bytes.readUInt32BE(0) * 2 ** 21 + (bytes.readUInt32BE(4) >>> 11);
}

/** Says which sheets were read together, and which row of the report is which of the file. */
export function joinedRemark(parts: readonly { readonly name: string; readonly rows: number }[]): Issue {
  let from = 0;
  const shown = parts.map(({ name, rows }) => {
    const place = `«${name}» (dòng ${from + 1}–${from + rows})`;
    from += rows;
    return place;
  });
  return fileRemark(
    'SHEETS_JOINED',
    `Tệp có ${parts.length} trang cùng mẫu, được đọc nối nhau: ${shown.join(', ')}. Số dòng trong báo cáo này đếm liền qua các trang.`,
    parts.length,
  );
}

/** Says which sheets were not read, if any. */
export const notReadRemark = (names: readonly string[]): readonly Issue[] =>
  names.length === 0
    ? []
    : [
        fileRemark(
          'SHEETS_NOT_READ',
          `Không đọc trang ${names.map((name) => `«${name}»`).join(', ')} của tệp.`,
          names.length,
        ),
      ];
