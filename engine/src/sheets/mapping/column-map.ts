import { Problem } from '../../problem.ts';
import type { DateOrder } from '../../text/day-text.ts';
import type { Notation } from '../body/notation.ts';
import type { LayoutName } from '../layouts/layout.ts';
import { layoutOf } from '../layouts/layouts.ts';

/** A column of a sheet and the field of the layout that a person says it is. */
export type MappedColumn = Notation & {
  readonly field: string;
  /** Its letters in the sheet: "C". */
  readonly column: string;
  /** Its header as the sheet has it, see `headersAt`; '' for a column without one. */
  readonly header: string;
};

/** The way to read a workbook whose headers are not recognised: said by a person, once for each layout of its own. */
export type ColumnMap = {
  readonly layout: LayoutName;
  /** Name of the sheet; one with the same headers is read as well. */
  readonly sheet: string;
  /** First row of the header, from 1, and how many rows it has. */
  readonly headerRow: number;
  readonly headerRows: 1 | 2;
  readonly columns: readonly MappedColumn[];
  /** All headers of that sheet, in their order: they tell columns of the same name from each other. */
  readonly headers?: readonly string[] | undefined;
};

/** Headers are looked at up to so many characters. */
export const LONGEST_HEADER_SHOWN = 200;
/** Columns that a map may have. */
const MOST_COLUMNS = 512;

const DAYS: readonly unknown[] = ['dmy', 'mdy', 'ymd'] satisfies DateOrder[];
const SIGNS: readonly unknown[] = [',', '.'];

/** A map as a file of JSON has it. Throws MAP_INVALID with the place and the form that is needed. */
export function readColumnMap(value: unknown): ColumnMap {
  const { layout, sheet, headerRow, headerRows, columns, headers } = objectAt(value, 'Cách đọc');
  if (typeof layout !== 'string') throw invalid('«layout» cần là tên mẫu tệp, ví dụ "amis-inventory".');
  const { name } = layoutOf(layout);
  if (typeof sheet !== 'string') throw invalid('«sheet» cần là tên trang tính.');
  if (!Number.isInteger(headerRow) || Number(headerRow) < 1) throw invalid('«headerRow» cần là số dòng tiêu đề, từ 1.');
  if (headerRows !== undefined && headerRows !== 1 && headerRows !== 2) throw invalid('«headerRows» cần là 1 hoặc 2.');
  if (!Array.isArray(columns) || columns.length === 0 || columns.length > MOST_COLUMNS)
    throw invalid('«columns» cần là danh sách cột.');
  if (headers !== undefined && !isTexts(headers)) throw invalid('«headers» cần là danh sách tiêu đề.');
  return {
    ...{ layout: name, sheet, headerRow: Number(headerRow), headerRows: headerRows === 2 ? 2 : 1 },
    columns: columns.map(readColumn),
    ...(headers !== undefined && { headers }),
  };
}

function readColumn(value: unknown, at: number): MappedColumn {
  const place = `Cột thứ ${at + 1} của cách đọc`;
  const { field, column, header = '', days, decimal } = objectAt(value, place);
  if (typeof field !== 'string' || typeof column !== 'string' || typeof header !== 'string')
    throw invalid(`${place} cần «field», «column» (chữ cái của cột) và «header» là chuỗi chữ.`);
  if (days !== undefined && !DAYS.includes(days)) throw invalid(`${place}: «days» cần là dmy, mdy hoặc ymd.`);
  if (decimal !== undefined && !SIGNS.includes(decimal)) throw invalid(`${place}: «decimal» cần là "," hoặc ".".`);
  return {
    ...{ field, column: column.toUpperCase(), header: header.slice(0, LONGEST_HEADER_SHOWN) },
    // Both lists above hold nothing but these.
    ...(days !== undefined && { days: days as DateOrder }),
    ...(decimal !== undefined && { decimal: decimal as ',' | '.' }),
  };
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${place} cần là một nhóm trường có tên.`);
  // An object that is no list has names.
  return value as Readonly<Record<string, unknown>>;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

const invalid = (message: string): Problem => new Problem('MAP_INVALID', message);
