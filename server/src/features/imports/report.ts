import type { ImportDifferences, ImportReport } from '@khop/contract/runs.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import type { Issue, ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { Applied, ImportPayload, ImportWarning, RejectedCell } from './target.ts';

/** Rejected cells that a report itself carries; the error workbook has all. */
const REPORTED_REJECTIONS = 500;

export const rejectedCell = ({ row, column, value, code, message }: Issue): RejectedCell => ({
  row,
  column: column ?? '',
  value: value === null ? '' : String(value),
  code,
  message,
});

export const countRows = (cells: readonly { readonly row: number }[]): number =>
  new Set(cells.map((cell) => cell.row)).size;

type Taken = {
  readonly importId: string | null;
  readonly runId: string;
  readonly differences: ImportDifferences;
  readonly payload: ImportPayload;
  readonly result: ReadResult;
  readonly sameFile: boolean;
  readonly applied: Applied;
  /** From the reader, the target and the database. */
  readonly rejected: readonly RejectedCell[];
};

/**
 * The report for the person who uploaded: every row of the file is new, changed, unchanged or rejected, and the totals
 * are compared.
 */
export function importReport(taken: Taken): ImportReport {
  const { importId, runId, differences, payload, result, sameFile, applied, rejected } = taken;
  const warnings: ImportWarning[] = result.warnings
    // A repeated key is among the rejected rows already.
    .filter((warning) => warning.code !== 'DUPLICATE_KEY')
    .map(({ row, code, message }) => ({ code, message, ...(row > 0 && { row }) }));
  const { created, changed, unchanged } = applied;
  const rejectedRows = countRows(rejected);
  return {
    importId,
    runId,
    fileName: payload.fileName,
    sha256: payload.sha256,
    layout: result.layout,
    sheet: result.sheet,
    dryRun: payload.dryRun,
    sameFile,
    read: created + changed + unchanged + rejectedRows,
    created,
    changed,
    unchanged,
    rejected: rejectedRows,
    rejectedRows: rejected
      .slice(0, REPORTED_REJECTIONS)
      .map(({ row, column, value, code, message }) => ({ row, column, value, code, message })),
    controlTotals: controlTotals(result),
    warnings: [...warnings, ...(applied.warnings ?? [])],
    fromDate: result.fromDate,
    toDate: result.toDate,
    differences,
    ...(result.map && { mappedBy: mapNamed(result.map.id, payload) }),
  };
}

/** The map by which a file was read, by the name that its person gave it. */
function mapNamed(id: string | null, { map, maps, fileName }: ImportPayload): ImportReport['mappedBy'] {
  const remembered = id === null ? map : maps?.find((one) => one.id === id);
  return { id: remembered?.id ?? null, name: remembered?.name ?? fileName };
}

/** The file's own total row beside what was read, field by field; nothing when the file has no total row. */
function controlTotals({ layout, totals, rejected }: ReadResult): ImportReport['controlTotals'] {
  return Object.entries(totals.file ?? {}).map(([field, stated]) => {
    const definition = layouts[layout].fields.find((one) => one.field === field);
    const label = definition ? [definition.group, definition.header].filter(Boolean).join(' – ') : 'Số dòng';
    // The file counts its rejected rows too.
    const read = field === 'rowCount' ? Number(totals.read.rowCount ?? 0) + countRows(rejected) : totals.read[field];
    return {
      field,
      label,
      file: String(stated),
      read: String(read ?? ''),
      agrees: String(stated) === String(read ?? ''),
    };
  });
}

/** The answer to a file that was taken in before: it changes nothing. */
export function sameFileReport(
  { differences: _, runId: __, ...earlier }: ImportReport,
  importId: string,
  { dryRun, fileName }: Pick<ImportPayload, 'dryRun' | 'fileName'>,
): ImportReport {
  return {
    ...earlier,
    importId: dryRun ? null : importId,
    fileName,
    dryRun,
    sameFile: true,
    created: 0,
    changed: 0,
    unchanged: earlier.created + earlier.changed + earlier.unchanged,
  };
}
