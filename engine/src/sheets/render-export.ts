import { formatDay, isDay } from '../day.ts';
import { type Cell, columnLetters, decimalText } from './cell.ts';
import { type ExportColumn, type ExportLayout, type ExportType, exportLayoutOf } from './layouts/export-layouts.ts';
import type { Row, Value } from './layouts/layout.ts';
import type { ColumnFormat, SheetModel, SheetRow } from './sheet-model.ts';

const FORMATS: Readonly<Record<ExportType, ColumnFormat>> = {
  text: 'text',
  day: 'text',
  flag: 'integer',
  vnd: 'vnd',
  quantity: 'quantity',
  number: 'quantity',
  vatRate: 'text',
  vatOther: 'quantity',
};

/**
 * A sheet in an import template, a shipped one by its name or the installation's own: header in row 1, one row per
 * line, nothing below. Throws UNKNOWN_LAYOUT.
 */
export function renderExport(layout: string | ExportLayout, rows: Iterable<Row>): SheetModel {
  const { sheetName, columns } = typeof layout === 'string' ? exportLayoutOf(layout) : layout;
  function* all(): Generator<SheetRow> {
    yield { style: 'header', cells: columns.map((column) => column.header) };
    for (const row of rows) yield columns.map((column) => exportCell(column, row));
  }
  return {
    name: sheetName,
    columns: columns.map((column) => ({ format: FORMATS[column.type], width: widthOf(column) })),
    rows: all(),
    freezeRows: 1,
    autoFilter: `A1:${columnLetters(columns.length - 1)}1`,
  };
}

const widthOf = ({ header, field }: ExportColumn): number =>
  /name$|^address$|^description$/i.test(field ?? '') ? 36 : Math.min(24, Math.max(12, header.length + 2));

function exportCell({ field, type, fallback }: ExportColumn, row: Row): Cell {
  const value = field === undefined ? null : (row[field] ?? null);
  return value === null ? (fallback ?? null) : writtenAs(type, value);
}

function writtenAs(type: ExportType, value: Exclude<Value, null>): Cell {
  switch (type) {
    case 'flag':
      return value === true || value === 1 || value === '1' ? 1 : 0;
    case 'day':
      return typeof value === 'string' && isDay(value) ? formatDay(value) : String(value);
    case 'vnd':
    case 'quantity':
    case 'number':
      return numberCell(String(value));
    case 'vatRate': {
      const rate = String(value);
      return rate.startsWith('KHAC:') ? 'KHAC' : numberCell(rate);
    }
    case 'vatOther': {
      const rate = String(value);
      return rate.startsWith('KHAC:') ? numberCell(rate.slice(5)) : null;
    }
    case 'text':
      return String(value);
  }
}

/** A number when the double reads back as the same decimal, else the text itself (KCT, or more digits than a double has). */
function numberCell(text: string): Cell {
  const number = Number(text);
  return decimalText(number) === text ? number : text;
}
