import type { Day } from '../day.ts';
import { formatDay } from '../day.ts';
import { formatQuantity, parseQuantity } from '../quantity.ts';
import { type Cell, columnLetters, decimalText } from './cell.ts';
import type { FieldType, Layout, LayoutField, LayoutName, Row, Value } from './layouts/layout.ts';
import { layoutOf } from './layouts/layouts.ts';
import type { ColumnFormat, SheetColumn, SheetModel, SheetRow } from './sheet-model.ts';

/** The texts above the header of a rendered report. */
export type RenderMeta = {
  /** Default: the layout's own title. */
  readonly title?: string;
  readonly fromDate?: Day;
  readonly toDate?: Day;
  /** Default: the layout's own name. */
  readonly sheetName?: string;
};

/** The look of a field's cells in a written sheet. */
export const fieldFormats: Readonly<Record<FieldType, ColumnFormat>> = {
  text: 'text',
  code: 'text',
  taxCode: 'text',
  phone: 'text',
  vnd: 'vnd',
  quantity: 'quantity',
  price: 'quantity',
  factor: 'text',
  day: 'day',
  boolean: 'text',
  vatRate: 'text',
  choice: 'text',
};

const WIDTHS: Readonly<Record<ColumnFormat, number>> = { text: 18, vnd: 16, quantity: 14, day: 13, integer: 8 };

/** Field names whose texts run long. */
const WIDE = /name$|^address$|description$|note$/i;

/**
 * A sheet as the system itself exports it: title, period, header (two merged rows where the layout has groups), a row
 * number column for lists, the rows, and the total row. `readSheet` reads it back to the same rows.
 */
export function renderLayout(layoutName: LayoutName, rows: Iterable<Row>, meta: RenderMeta = {}): SheetModel {
  const layout = layoutOf(layoutName);
  const fields = layout.fields.filter((field) => !field.readOnly);
  const hasNumbers = layout.headerRow > 1 && !layout.hasPeriod;
  const lead: readonly Cell[] = hasNumbers ? [''] : [];
  const grouped = fields.some((field) => field.group);
  const headerRows = layout.headerRow + (grouped ? 1 : 0);
  const lastColumn = columnLetters(lead.length + fields.length - 1);

  function* all(): Generator<SheetRow> {
    yield* headings(layout, fields, hasNumbers, meta);
    const sums = new Map<string, bigint>();
    let number = 0;
    for (const row of rows) {
      number++;
      for (const { field, total } of fields) if (total) add(sums, field, row[field]);
      yield [...(hasNumbers ? [number] : []), ...fields.map((field) => toCell(field, row[field.field] ?? null))];
    }
    const { totalLabel } = layout;
    if (!totalLabel) return;
    yield {
      style: 'total',
      cells: [
        ...lead,
        ...fields.map((field) =>
          field.field === totalLabel.field ? totalLabel.label : field.total ? sumCell(field, sums) : null,
        ),
      ],
    };
  }

  return {
    name: meta.sheetName ?? layout.sheetName,
    columns: [...(hasNumbers ? [{ width: 6, format: 'integer' as const }] : []), ...fields.map(columnOf)],
    rows: all(),
    freezeRows: headerRows,
    merges: merges(layout, fields, lead.length, lastColumn),
    ...(layout.headerRow === 1 ? { autoFilter: `A1:${lastColumn}1` } : {}),
  };
}

function* headings(
  layout: Layout,
  fields: readonly LayoutField[],
  hasNumbers: boolean,
  meta: RenderMeta,
): Generator<SheetRow> {
  const period =
    meta.fromDate && meta.toDate ? `Từ ngày ${formatDay(meta.fromDate)} đến ngày ${formatDay(meta.toDate)}` : null;
  for (let row = 1; row < layout.headerRow; row++) {
    if (row === 1) yield { style: 'title', cells: [meta.title ?? layout.title] };
    else yield { style: 'subtitle', cells: row === 2 && layout.hasPeriod ? [period] : [] };
  }
  const lead = hasNumbers ? ['STT'] : [];
  const isFirst = (index: number) => fields[index]?.group !== fields[index - 1]?.group;
  yield {
    style: 'header',
    cells: [...lead, ...fields.map(({ group, header }, at) => (group ? (isFirst(at) ? group : null) : header))],
  };
  if (fields.some((field) => field.group)) {
    yield {
      style: 'header',
      cells: [...lead.map(() => null), ...fields.map((field) => (field.group ? field.header : null))],
    };
  }
}

/** The title across the table; in a two-row header, groups across their columns and plain headers down both rows. */
function merges(layout: Layout, fields: readonly LayoutField[], lead: number, lastColumn: string): string[] {
  const ranges = layout.headerRow > 1 ? [`A1:${lastColumn}1`] : [];
  if (layout.hasPeriod) ranges.push(`A2:${lastColumn}2`);
  if (!fields.some((field) => field.group)) return ranges;
  const [upper, lower] = [layout.headerRow, layout.headerRow + 1];
  for (let at = 0; at < fields.length; at++) {
    const { group } = fields[at]!;
    const column = columnLetters(at + lead);
    if (!group) ranges.push(`${column}${upper}:${column}${lower}`);
    else if (fields[at - 1]?.group !== group) {
      let last = at;
      while (fields[last + 1]?.group === group) last++;
      ranges.push(`${column}${upper}:${columnLetters(last + lead)}${upper}`);
    }
  }
  return ranges;
}

const columnOf = (field: LayoutField): SheetColumn => {
  const format = fieldFormats[field.type];
  return { format, width: format === 'text' && WIDE.test(field.field) ? 36 : WIDTHS[format] };
};

/** The cell that holds a value of a field: real numbers and dates, choices and booleans in the system's own words. */
function toCell(field: LayoutField, value: Value): Cell {
  if (value === null) return null;
  switch (field.type) {
    case 'boolean':
      return value === true ? '✓' : null;
    case 'choice':
      return field.choices?.[String(value)]?.[0] ?? (value === field.blank ? null : String(value));
    case 'day':
      return { day: String(value) };
    case 'vnd':
      return Number(value);
    case 'quantity':
    case 'price':
      return decimalCell(String(value));
    default:
      return String(value);
  }
}

/** A number cell when a double holds the decimal exactly enough to read back the same, else the text itself. */
function decimalCell(text: string): Cell {
  const number = Number(text);
  return decimalText(number) === text ? number : text;
}

function add(sums: Map<string, bigint>, field: string, value: Value | undefined): void {
  const exact = typeof value === 'number' ? BigInt(value) : typeof value === 'string' ? parseQuantity(value) : 0n;
  sums.set(field, (sums.get(field) ?? 0n) + exact);
}

function sumCell(field: LayoutField, sums: ReadonlyMap<string, bigint>): Cell {
  const sum = sums.get(field.field) ?? 0n;
  return field.type === 'vnd' ? Number(sum) : decimalCell(formatQuantity(sum));
}
