import type { Pause, RowSink } from '../row-source.ts';
import type { NumberStyle } from '../values/number-styles.ts';
import type { SharedStrings } from './shared-texts.ts';
import type { SheetContext } from './xlsx-sheet.ts';

/** The facts of the workbook part: its sheets in their order and the day from which it counts. */
export type WorkbookPart = {
  readonly sheets: readonly { readonly name: string; readonly id: string; readonly isHidden: boolean }[];
  readonly from1904: boolean;
};

type Part = AsyncIterable<Buffer>;

/** The readers of a package's parts: those of XML (.xlsx, .xlsm) or of records (.xlsb). */
export type PartReaders = {
  readonly workbook: (part: Part) => Promise<WorkbookPart>;
  readonly strings: (part: Part) => Promise<SharedStrings>;
  /** For every cell style, the look of its numbers. */
  readonly numberStyles: (part: Part) => Promise<NumberStyle[]>;
  readonly sheet: (part: Part, context: SheetContext, sink: RowSink, pause?: Pause) => Promise<void>;
};
