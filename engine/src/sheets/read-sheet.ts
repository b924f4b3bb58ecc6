import type { DateOrder } from '../text/day-text.ts';
import { foreignMoney } from './body/foreign-money.ts';
import { type LegacyCells, legacyCells } from './body/legacy-columns.ts';
import type { ColumnNotations } from './body/notation.ts';
import { type Notations, notationsOf } from './body/notations.ts';
import { pageRows, sectionOf } from './body/page-rows.ts';
import { type Plan, planOf } from './body/plan.ts';
import { noPlace, rowReader } from './body/read-row.ts';
import { receiptWatch } from './body/receipts.ts';
import { type Remarks, remarks } from './body/remarks.ts';
import { rowSink } from './body/row-sink.ts';
import { secondHeader } from './body/second-header.ts';
import { skippedRows } from './body/skipped-rows.ts';
import { totalRows } from './body/total-rows.ts';
import { daysOutside } from './body/watches/days-outside.ts';
import { groupRows } from './body/watches/group-rows.ts';
import { returnSections } from './body/watches/return-sections.ts';
import { shiftedRows } from './body/watches/shifted-rows.ts';
import { shortRows } from './body/watches/short-rows.ts';
import { unreadParts } from './body/watches/unread-parts.ts';
import { type Cell, columnLetters, isBlank, textsIn } from './cell.ts';
import { foldHeader } from './fold-header.ts';
import { isSearched, recognise } from './header.ts';
import type { Row } from './layouts/layout.ts';
import type { ColumnMap } from './mapping/column-map.ts';
import { mappedHeader } from './mapping/mapped-header.ts';
import type { DecimalSign } from './number-text.ts';
import { type StatedPeriod, statedPeriod } from './period-line.ts';
import type { ReadResult } from './read-result.ts';
import { type FoundHeader, withNotations } from './recognise/found.ts';
import { filterRemark, refuseOtherMoney } from './recognise/heading-notes.ts';

/** Takes the rows of a sheet one by one, from row 1 on and with blank rows included, and gives the result at the end. */
export type SheetReader = {
  /** Throws a Problem as soon as the header turns out not to be there (see `recognise`). */
  push(row: readonly Cell[]): void;
  /** Another sheet follows, whose rows go on with those before: its title and header are left out by the caller. */
  turn(): void;
  finish(): ReadResult;
};

export type SheetReaderOptions = {
  /** The layout that the sheet must have; without it the layout is recognised. */
  readonly layout?: string | undefined;
  /** The columns of this sheet, where a person has said what they are; nothing is then recognised. */
  readonly map?: ColumnMap | undefined;
  /** Name of the sheet, for the result. */
  readonly sheet?: string;
  /** The order of days and months in texts such as 09/10/2026, for a file that does not tell (DATE_ORDER_UNKNOWN). */
  readonly dateOrder?: DateOrder | undefined;
  /** The answers of a person about single columns (DATE_ORDER_UNKNOWN, DECIMAL_SIGN_UNKNOWN). */
  readonly notations?: ColumnNotations | undefined;
  /** The decimal sign of texts such as 1.234, for a file that does not tell (DECIMAL_SIGN_UNKNOWN). */
  readonly decimal?: DecimalSign | undefined;
  /** The rows come from a file of separated values, where a separator in a text may have made a row too wide. */
  readonly isDelimited?: boolean | undefined;
  /** Takes each accepted row instead of `rows` and `rowNumbers` of the result, which then stay empty. */
  readonly onRow?: (row: Row, rowNumber: number) => void;
};

/** Reads a whole sheet. Without a layout name the layout is recognised. Throws TOO_MANY_ERRORS and as `sheetReader` does. */
export function readSheet(
  rows: Iterable<readonly Cell[]>,
  layout?: string,
  sheet = '',
  options: Pick<SheetReaderOptions, 'dateOrder' | 'isDelimited' | 'map' | 'notations'> = {},
): ReadResult {
  const reader = sheetReader({ layout, sheet, ...options });
  for (const row of rows) reader.push(row);
  return reader.finish();
}

/**
 * A reader that holds only what it has read, for sheets that arrive as a stream. Throws as `recognise` does,
 * AMOUNTS_NOT_DONG, COLUMNS_MOVED, REPORT_TWICE, MISSING_COLUMN where nothing tells the place of the rows, DATE_ORDER_UNKNOWN, DECIMAL_SIGN_UNKNOWN, DECIMAL_SIGNS_MIXED, and with a map as
 * `mappedHeader` does.
 */
export function sheetReader(options: SheetReaderOptions = {}): SheetReader {
  const top: (readonly Cell[])[] = [];
  let body: Body | undefined;
  let rowNumber = 0;

  const start = (): Body => {
    const found = options.map ? mappedHeader(options.map, top) : recognise(top, options.layout);
    const started = waitingForTexts(bodyReader(withNotations(found, options.notations), top, options));
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
    turn() {
      body ??= start();
      body.turn();
    },
    finish: () => (body ?? start()).finish(),
  };
}

type Body = { push(row: readonly Cell[], rowNumber: number): void; turn(): void; finish(): ReadResult };
type Numbered = { readonly cells: readonly Cell[]; readonly rowNumber: number };

type OpenBody = Body & { readonly notations: Notations; readonly legacy: LegacyCells };

/** Holds rows back while it is not known which day or which number their texts mean, or in which code the texts were typed. */
function waitingForTexts({ notations, legacy, ...body }: OpenBody): Body {
  const waiting: (Numbered | 'turn')[] = [];
  const give = (cells: readonly Cell[], rowNumber: number) => body.push(legacy.mended(cells), rowNumber);
  const release = () => {
    for (const one of waiting.splice(0)) {
      if (one === 'turn') body.turn();
      else give(one.cells, one.rowNumber);
    }
  };
  return {
    push(cells, rowNumber) {
      const isRead = notations.settle(cells);
      const isSettled = legacy.settle(cells) && isRead;
      if (isSettled && waiting.length === 0) return give(cells, rowNumber);
      waiting.push({ cells: cells.slice(), rowNumber });
      if (isSettled) release();
    },
    turn() {
      if (waiting.length === 0) body.turn();
      else waiting.push('turn');
    },
    finish() {
      notations.decide();
      legacy.decide();
      release();
      return body.finish();
    },
  };
}

function bodyReader(found: FoundHeader, top: readonly (readonly Cell[])[], options: SheetReaderOptions): OpenBody {
  const plan = planOf(found);
  const above = top.slice(0, found.headerRow);
  const period = statedPeriod(above);
  const [rows, rowNumbers]: [Row[], number[]] = [[], []];
  const told = remarks();
  const { dateOrder = found.layout.dateOrder } = options;
  const notations = notationsOf(plan, period, { ...options, dateOrder });
  const totals = totalRows(plan, notations);
  const keep = (row: Row, rowNumber: number) => {
    rows.push(row);
    rowNumbers.push(rowNumber);
  };
  const sink = rowSink(plan, told, options.onRow ?? keep);
  const foreign = foreignMoney(plan, found, above, told);
  const delimited = options.isDelimited ? top.slice(found.headerRow, found.dataRow) : undefined;
  const shifted = delimited && shiftedRows(delimited);
  const reader = rowReader(plan, told, { notations, above, period, foreign, shifted });
  const isPageRow = pageRows(plan, top.slice(0, found.dataRow), found.dataRow + 1);
  const refuseMoved = secondHeader(top[found.headerRow]!, found.headerRow + 1);
  const watch = rowWatch(found, period, told, delimited);
  const natureOf = skippedRows(plan, told, notations);
  const groups = groupRows(plan, told);
  const held: Numbered[] = [];
  let ofAllPlaces = 0;
  remarkOnTop(found, above, told);

  const readRow = (cells: readonly Cell[], rowNumber: number): void => {
    const row = reader.read(cells, rowNumber);
    if (!row) return;
    if (!watch.take(row, cells, rowNumber)) reader.countRejected();
    else if (groups) groups.hold(row, rowNumber);
    else handOn(row, rowNumber);
  };
  const handOn = (row: Row, rowNumber: number): void => {
    if (!sink.take(row, rowNumber)) reader.countRejected();
  };
  /** Titles, sections, totals and the print around them: everything but data. */
  const isAround = (cells: readonly Cell[], rowNumber: number): boolean => {
    if (totals.take(cells, rowNumber)) return true;
    const first = cells.find((cell) => !isBlank(cell));
    if (typeof first !== 'string') return rowNumber === found.dataRow + 1 && isPageRow('', cells, rowNumber);
    const section = sectionOf(first, cells, plan.required);
    if (section) reader.open(section);
    return section !== undefined || isPageRow(first, cells, rowNumber);
  };

  return {
    notations,
    legacy: legacyCells(plan, told),
    push(cells, rowNumber) {
      if (cells.every(isBlank)) return;
      refuseMoved(cells, rowNumber);
      if (isAround(cells, rowNumber)) return watch.pass(cells);
      const nature = natureOf(cells, rowNumber, totals.stated() !== null);
      if (nature === 'all-places') ofAllPlaces += 1;
      if (nature === 'heading' || nature === 'all-places') return watch.pass(cells);
      // A row of nothing but its sequence number says nothing.
      if (plan.columns.every((column) => isBlank(cells[column.index]))) return;
      // Signatures and notes follow the totals, unless data go on: then it was a subtotal, and they are bad rows.
      const mayBeNote = nature === 'record' && plan.required.some((column) => isBlank(cells[column.index]));
      if (totals.stated() && mayBeNote) {
        held.push({ cells: cells.slice(), rowNumber });
        return;
      }
      for (const bad of held.splice(0)) readRow(bad.cells, bad.rowNumber);
      readRow(cells, rowNumber);
    },
    turn() {
      totals.turn();
      held.length = 0;
    },
    finish() {
      watch.finish();
      for (const { row, rowNumber } of groups?.finish() ?? []) handOn(row, rowNumber);
      const read = sink.finish();
      const { dataRows: rowsRead, rejectedRows } = reader.counts();
      const dataRows = rowsRead - (groups?.count() ?? 0);
      if (dataRows === 0) tellNoRows(plan, told, ofAllPlaces);
      totals.compare({ ...read, rowCount: dataRows }, rejectedRows).forEach(told.warnings.add);
      return {
        layout: plan.layout.name,
        sheet: options.sheet ?? '',
        heading: textsIn(above),
        headerRow: found.headerRow + 1,
        columns: shownColumns(found),
        rows,
        rowNumbers,
        rejected: told.rejected,
        totals: { file: totals.ofAll({ ...read, rowCount: dataRows }), read },
        warnings: told.warnings.all(),
        fromDate: period.fromDate,
        toDate: period.toDate,
      };
    },
  };
}

/** The watches over all rows of a sheet together. `delimited`: the header of a file of separated values. */
function rowWatch(found: FoundHeader, period: StatedPeriod, told: Remarks, delimited?: readonly (readonly Cell[])[]) {
  const plan = planOf(found);
  const receipts = plan.layout.name === 'bravo-sales' ? receiptWatch(plan) : undefined;
  const outside = daysOutside(plan, period);
  const short = delimited && shortRows(plan, delimited);
  const returns = returnSections(plan, told);
  const parts = unreadParts(found, plan, told);
  return {
    /** A row that is no data. */
    pass: (cells: readonly Cell[]): void => returns?.pass(cells),
    /** False for a row that was rejected. */
    take(row: Row, cells: readonly Cell[], rowNumber: number): boolean {
      if (parts?.(cells, rowNumber) === false || returns?.take(row, cells, rowNumber) === false) return false;
      short?.take(cells, rowNumber);
      receipts?.take(row);
      outside?.take(row, rowNumber);
      return true;
    },
    finish(): void {
      receipts?.finish();
      outside?.finish(told);
      short?.finish(told);
    },
  };
}

const shownColumns = ({ columns }: FoundHeader): ReadResult['columns'] =>
  columns.map(({ index, header, field, standsFor }) => ({
    column: columnLetters(index),
    header,
    field: (standsFor ?? field)?.field ?? null,
  }));

/** Refuses a heading of other money, and says what heading and header leave out. */
function remarkOnTop(found: FoundHeader, above: readonly (readonly Cell[])[], told: Remarks): void {
  refuseOtherMoney(above, found.layout);
  remarkOnHeader(found, told);
  const filtered = filterRemark(above, found.layout);
  if (filtered !== undefined) told.tell('REPORT_FILTERED', filtered);
}

/** A report that has only sums over all warehouses is not one of an empty stock. */
function tellNoRows(plan: Plan, told: Remarks, ofAllPlaces: number): void {
  if (ofAllPlaces > 0) throw noPlace(plan);
  told.tell('NO_ROWS', 'Tệp chỉ có tiêu đề, không có dòng nào.');
}

/** Says which columns are not read because an earlier one has their header, and which serve another field. */
function remarkOnHeader({ columns, headerRow, layout }: FoundHeader, told: Remarks): void {
  for (const column of columns) {
    const { repeats, standsFor } = column;
    if (repeats) {
      const read = columns.find((one) => one.field === repeats)!;
      const letters = columnLetters(read.index);
      const isSame = foldHeader(read.header) === foldHeader(column.header);
      const sentence = isSame
        ? `trùng tiêu đề với cột ${letters}: chỉ cột ${letters} được đọc.`
        : `cũng là một cách gọi của cột ${letters} «${read.header}»: chỉ cột ${letters} được đọc. Không đúng cột thì xóa cột thừa, hoặc chọn cột bằng tay.`;
      told.warn(headerRow + 1, { ...column, field: repeats }, null, 'HEADER_REPEATED', sentence);
    }
    const isTold = layout.standIns?.some(({ pairs, warns }) => warns && pairs.some(([to]) => to === standsFor?.field));
    if (standsFor && isTold) {
      const sentence = `tệp không có cột «${standsFor.header}», cột này được dùng thay.`;
      told.warn(headerRow + 1, { ...column, field: standsFor }, null, 'COLUMN_STANDS_IN', sentence);
    }
  }
}
