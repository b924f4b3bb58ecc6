import { addDecimals, type Decimal, decimalText, divideDecimal, toDecimal, ZERO } from '../format/decimal.ts';
import { formatDecimal } from '../format/number.ts';
import { formatDay, formatInstant } from '../format/time.ts';
import type { CellAddress, CellKind, CellRange, CellValue, GridColumn, RowSelection } from './types.ts';

export type Bounds = { top: number; bottom: number; left: number; right: number };
export type Size = { rows: number; cols: number };

export const boundsOf = ({ anchor, focus }: CellRange): Bounds => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.col, focus.col),
  right: Math.max(anchor.col, focus.col),
});

export const isWithin = ({ row, col }: CellAddress, { top, bottom, left, right }: Bounds): boolean =>
  row >= top && row <= bottom && col >= left && col <= right;

export const cellCount = ({ top, bottom, left, right }: Bounds): number => (bottom - top + 1) * (right - left + 1);

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** The address kept inside a grid of this size; undefined when the grid is empty. */
export function inside(address: CellAddress, size: Size): CellAddress | undefined {
  if (size.rows === 0 || size.cols === 0) return undefined;
  return { row: clamp(address.row, size.rows - 1), col: clamp(address.col, size.cols - 1) };
}

export type Key = { key: string; ctrl: boolean; shift: boolean };

/**
 * The cell to which a key leads from another one, as in a spreadsheet: arrows by one, with Ctrl to the edge; Home and
 * End in the row, with Ctrl to the corners; Page Up and Down by a screenful. Undefined when the key moves nothing.
 */
export function moveCell(from: CellAddress, pressed: Key, size: Size, pageRows: number): CellAddress | undefined {
  const { key, ctrl } = pressed;
  const { row, col } = from;
  const last = { row: size.rows - 1, col: size.cols - 1 };
  switch (key) {
    case 'ArrowUp':
      return inside({ row: ctrl ? 0 : row - 1, col }, size);
    case 'ArrowDown':
      return inside({ row: ctrl ? last.row : row + 1, col }, size);
    case 'ArrowLeft':
      return inside({ row, col: ctrl ? 0 : col - 1 }, size);
    case 'ArrowRight':
      return inside({ row, col: ctrl ? last.col : col + 1 }, size);
    case 'Home':
      return inside({ row: ctrl ? 0 : row, col: 0 }, size);
    case 'End':
      return inside({ row: ctrl ? last.row : row, col: last.col }, size);
    case 'PageUp':
      return inside({ row: row - pageRows, col }, size);
    case 'PageDown':
      return inside({ row: row + pageRows, col }, size);
    default:
      return undefined;
  }
}

export type Summary = {
  cells: number;
  /** Cells with something in them. */
  filled: number;
  /** Cells that hold a number. */
  numbers: number;
  sum: string;
  /** Two decimals, halves away from zero. */
  average: string;
  /** Rows of the selection that have not been fetched, and so are in none of the figures. */
  missingRows: number;
};

const NUMERIC: ReadonlySet<CellKind> = new Set(['vnd', 'quantity', 'count']);

export const isNumeric = (kind: CellKind | undefined): boolean => kind !== undefined && NUMERIC.has(kind);

/** Σ, count and average over a range, exact to the last digit. */
export function summarise<Row>(
  bounds: Bounds,
  columns: readonly GridColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
): Summary {
  let sum: Decimal = ZERO;
  let filled = 0;
  let numbers = 0;
  let missingRows = 0;
  const chosen = columns.slice(bounds.left, bounds.right + 1);
  for (let index = bounds.top; index <= bounds.bottom; index += 1) {
    const row = rowAt(index);
    if (row === undefined) {
      missingRows += 1;
      continue;
    }
    for (const column of chosen) {
      const value = column.value(row);
      if (value === null || value === undefined || value === '') continue;
      filled += 1;
      const decimal = isNumeric(column.kind) && typeof value !== 'boolean' ? toDecimal(value) : undefined;
      if (!decimal) continue;
      numbers += 1;
      sum = addDecimals(sum, decimal);
    }
  }
  return {
    cells: cellCount(bounds),
    filled,
    numbers,
    sum: decimalText(sum),
    average: numbers === 0 ? '' : decimalText(divideDecimal(sum, numbers, 2)),
    missingRows,
  };
}

/** A value as people read it in a cell. */
export function formatCell(kind: CellKind | undefined, value: CellValue): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kind) {
    case 'vnd':
    case 'quantity':
    case 'count':
      return typeof value === 'boolean' ? '' : formatDecimal(value);
    case 'percent':
      return typeof value === 'number' ? `${formatDecimal(String(Math.round(value * 1000) / 10))}%` : String(value);
    case 'day':
      return formatDay(String(value));
    case 'instant':
      return formatInstant(String(value));
    case 'bool':
      return value ? 'Có' : 'Không';
    default:
      return String(value);
  }
}

/**
 * A value for a spreadsheet: numbers without grouping and with a decimal comma, as a Vietnamese Excel reads them;
 * everything else as shown, on one line.
 */
function plainCell<Row>(column: GridColumn<Row>, row: Row): string {
  if (column.text) return oneLine(column.text(row));
  const value = column.value(row);
  if (isNumeric(column.kind) && value !== null && value !== undefined && typeof value !== 'boolean') {
    const decimal = toDecimal(value);
    if (decimal) return decimalText(decimal).replace('.', ',');
  }
  return oneLine(formatCell(column.kind, value));
}

const oneLine = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');

/** The range as tab-separated text, below the names of its columns when they are wanted. */
export function rangeAsText<Row>(
  bounds: Bounds,
  columns: readonly GridColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
  withHeader = false,
): string {
  const names = columns.slice(bounds.left, bounds.right + 1).map(({ header }) => oneLine(header));
  const lines: string[] = withHeader ? [names.join('\t')] : [];
  for (let index = bounds.top; index <= bounds.bottom; index += 1) {
    const row = rowAt(index);
    const cells = columns.slice(bounds.left, bounds.right + 1).map((column) => (row ? plainCell(column, row) : ''));
    lines.push(cells.join('\t'));
  }
  return lines.join('\r\n');
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The range as a table for spreadsheets, with numbers that no regional setting can misread. */
export function rangeAsHtml<Row>(
  bounds: Bounds,
  columns: readonly GridColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
  withHeader = false,
): string {
  const names = columns.slice(bounds.left, bounds.right + 1).map(({ header }) => `<th>${escapeHtml(header)}</th>`);
  const lines: string[] = withHeader ? [`<tr>${names.join('')}</tr>`] : [];
  for (let index = bounds.top; index <= bounds.bottom; index += 1) {
    const row = rowAt(index);
    const cells = columns.slice(bounds.left, bounds.right + 1).map((column) => {
      if (!row) return '<td></td>';
      const value = column.value(row);
      const decimal = isNumeric(column.kind) && typeof value !== 'boolean' ? toDecimal(value) : undefined;
      return decimal
        ? `<td x:num="${decimalText(decimal)}">${plainCell(column, row)}</td>`
        : `<td style="mso-number-format:'\\@'">${escapeHtml(plainCell(column, row))}</td>`;
    });
    lines.push(`<tr>${cells.join('')}</tr>`);
  }
  return `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>${lines.join('')}</table></body></html>`;
}

export const isRowSelected = (selection: RowSelection, key: string): boolean =>
  selection.kind === 'rows' ? selection.keys.has(key) : !selection.except.has(key);

export const selectedCount = (selection: RowSelection, total: number): number =>
  selection.kind === 'rows' ? selection.keys.size : Math.max(0, total - selection.except.size);

/** Adds or removes rows from the selection. */
export function withRows(selection: RowSelection, keys: readonly string[], selected: boolean): RowSelection {
  const set = new Set(selection.kind === 'rows' ? selection.keys : selection.except);
  const add = selection.kind === 'rows' ? selected : !selected;
  for (const key of keys) {
    if (add) set.add(key);
    else set.delete(key);
  }
  return selection.kind === 'rows' ? { kind: 'rows', keys: set } : { kind: 'matching', except: set };
}
