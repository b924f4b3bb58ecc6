import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';

/** Takes a row (blank rows in gaps included); false ends the reading. The array is reused: copy what is kept. */
export type RowSink = (cells: Cell[]) => boolean | undefined;

/** Asked every now and then, and waited for: the taker of the rows may be slower than the file. */
export type Pause = () => Promise<void> | undefined;

/** An opened file of rows, whatever its format. */
export type RowSource = {
  /** Names of the sheets, visible ones first. */
  readonly sheets: readonly string[];
  /** Those of them that the file hides. */
  readonly hidden?: readonly string[];
  /** A text file, whose cells are what lies between separators. */
  readonly isDelimited?: boolean;
  /** Gives the rows of one sheet to the sink, until it answers false; answers with warnings about what was given. */
  read(sheet: string, sink: RowSink, pause?: Pause): Promise<readonly Issue[]>;
  /** Warnings about the whole of the file. */
  readonly notes?: readonly Issue[];
  /** When the file says that it was made and last saved, as it writes that down. */
  readonly moments?: readonly string[];
  close(): void;
};

/** Sheets as `RowSource` orders them. */
export const visibleFirst = <S extends { readonly name: string; readonly isHidden: boolean }>(sheets: readonly S[]) => {
  const hidden = sheets.filter((sheet) => sheet.isHidden).map((sheet) => sheet.name);
  const visible = sheets.filter((sheet) => !sheet.isHidden).map((sheet) => sheet.name);
  return { sheets: [...visible, ...hidden], hidden };
};
