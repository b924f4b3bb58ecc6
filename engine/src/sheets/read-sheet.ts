import { Problem } from '../problem.ts';
import { formatQuantity } from '../quantity.ts';
import { type Cell, cellText, columnLetters, isBlank } from './cell.ts';
import { checkRow } from './checks.ts';
import { compareTotals, exactSum, rowCountOf, type TotalColumn, totalLabelOf } from './control-totals.ts';
import { type Converted, convertCell, isFault } from './convert.ts';
import { type FoundHeader, isSearched, recognise } from './header.ts';
import { issueList } from './issue-list.ts';
import type { Row, Value } from './layout.ts';
import { readPeriodLine } from './period-line.ts';
import type { Issue, ReadResult } from './read-result.ts';

/** Takes the rows of a sheet one by one, from row 1 on and with blank rows included, and gives the result at the end. */
export type SheetReader = {
  /** Throws a Problem as soon as the header turns out not to be there (see `recognise`). */
  push(row: readonly Cell[]): void;
  finish(): ReadResult;
};

export type SheetReaderOptions = {
  /** The layout that the sheet must have; without it the layout is recognised. */
  readonly layout?: string | undefined;
  /** Name of the sheet, for the result. */
  readonly sheet?: string;
  /** Takes each accepted row instead of `rows` and `rowNumbers` of the result, which then stay empty. */
  readonly onRow?: (row: Row, rowNumber: number) => void;
};

/**
 * Cells that may be rejected before the whole file is: nobody goes through more, and each is held with its sentence.
 */
const MOST_REJECTIONS = 200_000;
/** Characters of a wrong value that are told: each of so many is kept with the report. */
const LONGEST_VALUE = 200;

/** Reads a whole sheet. Without a layout name the layout is recognised. Throws TOO_MANY_ERRORS and as `recognise` does. */
export function readSheet(rows: Iterable<readonly Cell[]>, layout?: string, sheet = ''): ReadResult {
  const reader = sheetReader({ layout, sheet });
  for (const row of rows) reader.push(row);
  return reader.finish();
}

/** A reader that holds only what it has read, for sheets that arrive as a stream. */
export function sheetReader(options: SheetReaderOptions = {}): SheetReader {
  const top: (readonly Cell[])[] = [];
  let body: Body | undefined;
  let rowNumber = 0;

  const start = (): Body => {
    const found = recognise(top, options.layout);
    const started = bodyReader(found, top.slice(0, found.headerRow), options);
    for (let row = found.dataRow; row < top.length; row++) started.push(top[row]!, row + 1);
    return started;
  };

  return {
    push(row) {
      rowNumber++;
      if (body) return body.push(row, rowNumber);
      top.push(row.slice());
      if (isSearched(top)) body = start();
    },
    finish: () => (body ?? start()).finish(),
  };
}

type Body = { push(row: readonly Cell[], rowNumber: number): void; finish(): ReadResult };
type Column = TotalColumn;

function bodyReader(found: FoundHeader, above: readonly (readonly Cell[])[], options: SheetReaderOptions): Body {
  const { layout } = found;
  const columns: Column[] = found.columns.flatMap(({ field, ...column }) => (field ? [{ ...column, field }] : []));
  const rows: Row[] = [];
  const rowNumbers: number[] = [];
  const rejected: Issue[] = [];
  const warnings = issueList();
  const sums = columns
    .filter((column) => column.field.total)
    .map((column) => ({ ...column, sum: exactSum(column.field.type !== 'vnd') }));
  const keyColumns = (layout.key ?? []).map((name) => columns.find((column) => column.field.field === name));
  const requiredColumns = columns.filter((column) => column.field.required === 'value');
  const dataColumns = (layout.dataWhen ?? []).map((name) => columns.find((column) => column.field.field === name));
  const firstRowOf = new Map<string, number>();
  const derivesNet = columns.some((column) => column.field.field === 'amount') && layout.name.endsWith('-ledger');
  const blankRow: Row = {};
  for (const field of layout.fields) blankRow[field.field] = field.blank ?? null;
  if (derivesNet) blankRow.netAmount = 0;
  // Headers that are the fields' own names come from a program, not from a person's Excel.
  const plain = columns.every((column) => column.header === column.field.field);
  const held: { readonly cells: readonly Cell[]; readonly rowNumber: number }[] = [];
  let fileTotals: Record<string, number | string> | undefined;
  const totalRows = new Map<string, number>();
  let [acceptedRows, rejectedRows, dataRows] = [0, 0, 0];

  const issue = (row: number, column: Column, cell: Cell | undefined, code: string, sentence: string): Issue => {
    const letters = columnLetters(column.index);
    const whole = cell === null || cell === undefined ? null : typeof cell === 'object' ? cellText(cell) : cell;
    const value =
      typeof whole === 'string' && whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)}…` : whole;
    const shown = value === null ? '' : ` giá trị «${cellText(cell).slice(0, 80)}»`;
    const message = `Dòng ${row}, cột ${letters} «${column.header.slice(0, 80)}»:${shown} ${sentence}`;
    return { row, column: letters, value, code, message };
  };

  for (const column of found.columns) {
    const { repeats } = column;
    if (!repeats) continue;
    const first = columns.find((one) => one.field === repeats)!;
    const sentence = `trùng tiêu đề với cột ${columnLetters(first.index)}: chỉ cột ${columnLetters(first.index)} được đọc.`;
    warnings.add(issue(found.headerRow + 1, { ...column, field: repeats }, null, 'HEADER_REPEATED', sentence));
  }

  const readTotalRow = (cells: readonly Cell[], rowNumber: number): boolean => {
    const label = totalLabelOf(cells);
    if (label === undefined || requiredColumns.every((column) => !isBlank(cells[column.index]))) return false;
    fileTotals ??= {};
    const count = rowCountOf(label, cells);
    if (count !== undefined) {
      fileTotals.rowCount = count;
      totalRows.set('rowCount', rowNumber);
    }
    for (const { field, index } of sums) {
      const cell = cells[index];
      if (cell === undefined || cell === null || isBlank(cell)) continue;
      const value = convertCell(field, cell, plain);
      const kept = isFault(value) ? value.value : value;
      if (typeof kept !== 'number' && typeof kept !== 'string') continue;
      fileTotals[field.field] = kept;
      totalRows.set(field.field, rowNumber);
    }
    return true;
  };

  const readRow = (cells: readonly Cell[], rowNumber: number): void => {
    dataRows++;
    const row: Row = { ...blankRow };
    let isRejected = false;
    for (const column of columns) {
      const { field } = column;
      const cell = cells[column.index];
      if (cell === null || cell === undefined || isBlank(cell)) {
        if (field.required !== 'value') continue;
        isRejected = true;
        rejected.push(issue(rowNumber, column, null, 'REQUIRED', 'đang trống. Hãy điền rồi tải lại.'));
        continue;
      }
      const value: Converted = convertCell(field, cell, plain);
      if (!isFault(value)) row[field.field] = value ?? field.blank ?? null;
      else if (value.value === undefined) {
        isRejected = true;
        rejected.push(issue(rowNumber, column, cell, value.code, value.sentence));
      } else {
        row[field.field] = value.value;
        warnings.add(issue(rowNumber, column, cell, value.code, value.sentence));
      }
    }
    if (isRejected) {
      rejectedRows++;
      if (rejected.length > MOST_REJECTIONS) throw tooManyRejections(rejected[0]!);
      return;
    }
    if (derivesNet) row.netAmount = netAmountOf(row);
    for (const { field, sum } of sums) sum.add(row[field.field] ?? null);
    for (const { field, code, sentence } of checkRow(layout, row)) {
      const column = columns.find((one) => one.field.field === field);
      if (column) warnings.add(issue(rowNumber, column, cells[column.index], code, sentence));
    }
    warnAboutRepeatedKey(row, cells, rowNumber);
    acceptedRows++;
    if (options.onRow) options.onRow(row, rowNumber);
    else {
      rows.push(row);
      rowNumbers.push(rowNumber);
    }
  };

  const warnAboutRepeatedKey = (row: Row, cells: readonly Cell[], rowNumber: number): void => {
    const last = keyColumns.at(-1);
    if (!last) return;
    const key = JSON.stringify(layout.key!.map((name) => row[name]));
    const firstRow = firstRowOf.get(key);
    if (firstRow === undefined) firstRowOf.set(key, rowNumber);
    else warnings.add(issue(rowNumber, last, cells[last.index], 'DUPLICATE_KEY', `trùng với dòng ${firstRow}.`));
  };

  const skipsRow = (cells: readonly Cell[], rowNumber: number): boolean => {
    if (dataColumns.every((column) => column && !isBlank(cells[column.index]))) return false;
    const withAmount = sums.find((column) => typeof cells[column.index] === 'number' && cells[column.index] !== 0);
    if (withAmount && fileTotals === undefined) {
      const cell = cells[withAmount.index];
      const what = dataColumns.map((column) => `«${column?.header ?? ''}»`).join(' và ');
      warnings.add(issue(rowNumber, withAmount, cell, 'ROW_SKIPPED', `dòng không có ${what} nên không được đọc.`));
    }
    return true;
  };

  return {
    push(cells, rowNumber) {
      if (cells.every(isBlank) || readTotalRow(cells, rowNumber)) return;
      if (dataColumns.length > 0 && skipsRow(cells, rowNumber)) return;
      // A row of nothing but its sequence number says nothing.
      if (columns.every((column) => isBlank(cells[column.index]))) return;
      // Below the totals stand signatures and notes, unless data goes on: then it was a subtotal, and they are bad rows.
      if (fileTotals && requiredColumns.some((column) => isBlank(cells[column.index]))) {
        held.push({ cells: cells.slice(), rowNumber });
        return;
      }
      for (const bad of held.splice(0)) readRow(bad.cells, bad.rowNumber);
      readRow(cells, rowNumber);
    },
    finish() {
      const read: Record<string, number | string> = { rowCount: acceptedRows };
      for (const { field, sum } of sums)
        read[field.field] = field.type === 'vnd' ? Number(sum.total()) : formatQuantity(sum.total());
      if (dataRows === 0) {
        warnings.add({
          row: 0,
          column: null,
          value: null,
          code: 'NO_ROWS',
          message: 'Tệp chỉ có tiêu đề, không có dòng nào.',
        });
      }
      compareTotals(fileTotals, { ...read, rowCount: dataRows }, rejectedRows, columns, totalRows).forEach(
        warnings.add,
      );
      const period = statedPeriod(above);
      return {
        layout: layout.name,
        sheet: options.sheet ?? '',
        heading: above.flatMap((row) =>
          row.filter((cell): cell is string => typeof cell === 'string' && !isBlank(cell)),
        ),
        headerRow: found.headerRow + 1,
        columns: found.columns.map(({ index, header, field }) => ({
          column: columnLetters(index),
          header,
          field: field?.field ?? null,
        })),
        rows,
        rowNumbers,
        rejected,
        totals: { file: fileTotals ?? null, read },
        warnings: warnings.all(),
        fromDate: period.fromDate,
        toDate: period.toDate,
      };
    },
  };
}

const tooManyRejections = ({ message }: Issue): Problem =>
  new Problem(
    'TOO_MANY_ERRORS',
    `Tệp có hơn ${MOST_REJECTIONS / 1000} nghìn ô sai nên không được đọc tiếp. Ô đầu tiên: ${message}`,
  );

const dong = (value: Value | undefined): number => (typeof value === 'number' ? value : 0);

const netAmountOf = (row: Row): number =>
  dong(row.amount) - dong(row.discount) - dong(row.returnAmount) - dong(row.allowanceAmount);

function statedPeriod(above: readonly (readonly Cell[])[]) {
  for (const row of above) {
    for (const cell of row) {
      const period = typeof cell === 'string' ? readPeriodLine(cell) : undefined;
      if (period) return period;
    }
  }
  return { fromDate: null, toDate: null };
}
