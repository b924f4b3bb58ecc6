/**
 * The way in which a feature takes in a workbook. One mechanism for every upload:
 *
 *   1. The handler calls `startImport` (start.ts): a run with the uploaded file, its target and its scope.
 *   2. The runner (run-import.ts) reads the file off the main thread, has each row turned by the target's `stager`,
 *      and stages the rows in chunks with checkpoints (table `staged_rows`). A killed worker's successor reads the file
 *      again, passes over what was staged, and goes on.
 *   3. One last transaction calls the target's `apply`, which takes the staged rows over with set-based SQL, and writes
 *      the import batch with its report, the audit event and the run's success. A dry run rolls `apply` back.
 *
 * A new upload is therefore: a layout in the engine, one `ImportTarget` value (see amis/import-products.ts; `upsertStaged`
 * in db/staging.ts is the usual `apply`), a handler of one line, and the target's name in the list in runners.ts.
 */

import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { DateOrder } from '@khop/engine/text/day-text.ts';
import type { RememberedMap } from '../../adapters/workbook/choose-sheet.ts';
import type { Context } from '../../context.ts';
import type { StagedRow, UpsertCounts } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ToldRows } from './differences/told.ts';
import type { CodeSource } from './known/known-codes.ts';
import type { UndoCounts } from './undo/keep-changes.ts';

/** A map with the name by which reports tell of it; `id` once it is remembered. */
export type NamedMap = { readonly id: string | null; readonly name: string; readonly map: ColumnMap };

/** The payload that an import's run carries from the request to the worker. */
export type ImportPayload = {
  /** Name of the target. */
  readonly target: string;
  /** Its layout; runs of earlier versions do not have it. */
  readonly layout?: LayoutName | undefined;
  readonly uploadId: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly profileId: string | null;
  readonly dryRun: boolean;
  /** A person wants the file read once more, though it is the one that went in last. */
  readonly again?: boolean | undefined;
  /** Which of day and month comes first in the file's texts, where a person has said so. */
  readonly dateOrder?: DateOrder | undefined;
  /** The answers of a person about single columns, as `readNotations` takes it. */
  readonly notations?: string | undefined;
  /** The columns of this file as a person says them. */
  readonly map?: NamedMap | undefined;
  /** Remembered maps of the place as they were when the file came: a later attempt reads it no other way. */
  readonly maps?: readonly RememberedMap[] | undefined;
  /** The target's own, e.g. the id of a period. */
  readonly options: Readonly<Record<string, string>>;
};

/** The reason why a cell or a row is not taken in. `column` is a letter of the sheet, '' for the whole row. */
export type RejectedCell = {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly code: string;
  readonly message: string;
  /** The data that it was checked against may change, so the same file may do better next time. */
  readonly mayPass?: boolean;
};

export type ImportWarning = { readonly code: string; readonly message: string; readonly row?: number };

/** The result of `stager` for a row: the staged row without its number, or why it is rejected. */
export type Stage = Omit<StagedRow, 'rowNumber'> | { readonly reject: Omit<RejectedCell, 'row'> };

export type ImportTarget = {
  /** Unique; written into runs, so it does not change. */
  readonly name: string;
  readonly layout: LayoutName;
  /**
   * Makes a function that turns the rows of one file, called for every accepted row in the file's order. It must be
   * deterministic but for new ids: a resumed import calls it again from the first row on. Rows with a key that came
   * before are rejected as duplicates by the caller.
   */
  readonly stager: (payload: ImportPayload) => (row: Row, rowNumber: number) => Stage;
  /** Refuses before the file is read, e.g. for a locked period. Checked again by `apply` if it may change. */
  readonly check?: (context: Context, payload: ImportPayload) => Promise<void>;
  /**
   * True when what the latest file left may lack something that is read from files today: then the same file is taken in
   * again instead of changing nothing.
   */
  readonly mayTakeAgain?: (context: Context, payload: ImportPayload) => Promise<boolean>;
  /** Takes the staged rows over. Set-based; may refuse, and then nothing is written. */
  readonly apply: (tx: Tx, batch: ImportBatch) => Promise<Applied>;
  /** Its keys are made so that no two rows of a file have one: a million of them are not looked for again. */
  readonly makesKeys?: boolean;
  /** A file without any row is a valid statement ("nothing was sold"); otherwise it is EMPTY_SHEET. */
  readonly mayBeEmpty?: boolean;
  /** Column of the staged `data` with product codes: tells whose file it is, and refuses another profile's. */
  readonly productColumn?: string;
  /** Columns of the staged `data` with codes of records, and where these are known: the spelling there is taken over. */
  readonly codes?: Readonly<Record<string, CodeSource>>;
  /** Rows may name their warehouse (`warehouse_name`) instead of giving its `warehouse_code`: the profile's codes are put in. */
  readonly hasWarehouseNames?: boolean;
  /** The table with a row for each row of the file. */
  readonly table: string;
  /** The words for these rows, where a person sees the changes of a file. */
  readonly told: ToldRows;
  /**
   * The reasons why an import of this kind cannot be taken back, beside rows that have moved on: sentences with
   * remedies. Locks what it asks.
   */
  readonly reasonsToKeep?: (tx: Tx, undone: UndoneImport) => Promise<readonly string[]>;
  /** The work that follows once the rows are as they were; `import_changes` still says which those are. */
  readonly afterUndo?: (tx: Tx, undone: UndoneImport) => Promise<void>;
  /** The file brings records in by their codes, where a ledger or stock list speaks about ones that should be known. */
  readonly isCatalogue?: boolean;
};

export type ImportBatch = {
  readonly runId: string;
  readonly importId: string;
  readonly createdBy: string;
  readonly payload: ImportPayload;
  /** The file's profile, for targets that have one. */
  readonly profileId: string;
  /** The reading without its rows: period, columns, totals. */
  readonly result: ReadResult;
  /** True when the file has a column for this field. */
  readonly has: (field: string) => boolean;
  /** Number of rows rejected so far. */
  readonly rejectedRows: number;
  readonly now: Date;
};

/** An import that is to be taken back. */
export type UndoneImport = Pick<ImportBatch, 'importId' | 'payload' | 'profileId'> & {
  readonly createdAt: string;
  readonly counts: UndoCounts;
  /** The person who takes it back, and the call. */
  readonly told: { readonly by: string; readonly at: Date; readonly requestId: string };
};

export type Applied = UpsertCounts & {
  /** Rows that turn out to be wrong against the database; they count as rejected, not in the other counts. */
  readonly rejected?: readonly RejectedCell[];
  readonly warnings?: readonly ImportWarning[];
};
