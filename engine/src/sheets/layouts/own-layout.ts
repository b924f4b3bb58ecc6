import type { Cell } from '../cell.ts';
import { buyerColumns, type ExportColumn, type ExportLayout, exportLayouts } from './export-layouts.ts';

/**
 * A column of an installation's own template: a header with the field it takes, a constant, or nothing (a blank
 * column).
 */
export type OwnColumn = {
  readonly header: string;
  readonly field?: string;
  readonly constant?: string | number;
  /** Written where the field has no value. */
  readonly whenEmpty?: string | number;
};

export type OwnLayout = { readonly sheetName: string; readonly columns: readonly OwnColumn[] };

export type LayoutProblem = { readonly path: string; readonly message: string };

const MOST_COLUMNS = 200;
const LONGEST_HEADER = 200;
const LONGEST_TEXT = 500;
/** Excel's own limits of a sheet's name. */
const SHEET_NAME = /^(?!')[^[\]:*?/\\]{1,31}(?<!')$/;

/** The shipped templates' columns by the field of a row that they take; the second of a VAT rate is a field of its own. */
const columnOfField = new Map<string, ExportColumn>();
for (const name of ['amis-sales-voucher', 'amis-sales-voucher-short'] as const) {
  for (const column of exportLayouts[name].columns) {
    const field = column.type === 'vatOther' ? 'vatOther' : column.field;
    if (field !== undefined && !columnOfField.has(field)) columnOfField.set(field, { ...column, field });
  }
}

for (const column of buyerColumns) columnOfField.set(column.field!, column);

/** The fields that a column may take, under the words of AMIS's own template. */
export const exportFields: readonly { readonly field: string; readonly label: string; readonly type: string }[] = [
  ...columnOfField,
].map(([field, { header, type }]) => ({ field, label: header.replace(' (*)', ''), type }));

/** Without these AMIS takes no voucher in, and Khớp would not know its own invoices again. */
const REQUIRED = ['voucherNumber', 'productCode', 'quantity', 'amount'];

/**
 * Reads an installation's own template, as an administrator wrote it. Answers the layout, or every problem with its
 * place and the expected form; unknown words are problems too, so that a typing error is not a blank column.
 */
export function readOwnLayout(name: string, document: unknown): ExportLayout | { readonly problems: LayoutProblem[] } {
  const problems: LayoutProblem[] = [];
  const find = (path: string, message: string): void => void problems.push({ path, message });
  if (!isRecord(document))
    return { problems: [{ path: '', message: 'Cần một đối tượng có «sheetName» và «columns».' }] };
  refuseUnknown(document, ['sheetName', 'columns'], '', find);
  const { sheetName, columns } = document;
  if (typeof sheetName !== 'string' || !SHEET_NAME.test(sheetName))
    find(
      'sheetName',
      'Tên trang tính cần từ 1 đến 31 ký tự, không có [ ] : * ? / \\ và không bắt đầu hay kết thúc bằng dấu nháy.',
    );
  if (!Array.isArray(columns) || columns.length === 0 || columns.length > MOST_COLUMNS) {
    find('columns', `Cần từ 1 đến ${MOST_COLUMNS} cột.`);
    return { problems };
  }
  const seen = new Map<string, number>();
  const read = columns.flatMap((column: unknown, index) => readColumn(column, index, seen, find) ?? []);
  const fields = new Set(read.map((column) => column.field));
  for (const field of REQUIRED) {
    if (!fields.has(field))
      find(
        'columns',
        `Thiếu cột lấy «${field}» (${columnOfField.get(field)!.header.replace(' (*)', '')}): AMIS không nhập được.`,
      );
  }
  return problems.length > 0 ? { problems } : { name, sheetName: sheetName as string, columns: read };
}

function readColumn(
  column: unknown,
  index: number,
  seen: Map<string, number>,
  find: (path: string, message: string) => void,
): ExportColumn | undefined {
  const place = `columns[${index}]`;
  if (!isRecord(column)) {
    find(place, 'Mỗi cột là một đối tượng có «header».');
    return undefined;
  }
  refuseUnknown(column, ['header', 'field', 'constant', 'whenEmpty'], `${place}.`, find);
  const { header, field, constant, whenEmpty } = column;
  if (typeof header !== 'string' || header.trim() === '' || header.length > LONGEST_HEADER) {
    find(`${place}.header`, `Tiêu đề cột cần từ 1 đến ${LONGEST_HEADER} ký tự.`);
    return undefined;
  }
  const same = header.trim().toLowerCase();
  if (seen.has(same)) find(`${place}.header`, `Tiêu đề «${header}» đã có ở cột ${seen.get(same)! + 1}.`);
  else seen.set(same, index);
  if (field !== undefined && constant !== undefined)
    find(place, `Cột «${header}» chỉ lấy một trong hai: «field» hoặc «constant».`);
  if (field !== undefined && (typeof field !== 'string' || !columnOfField.has(field)))
    find(`${place}.field`, `Không có trường «${String(field)}»${nearest(String(field))}.`);
  for (const [key, value] of [['constant', constant] as const, ['whenEmpty', whenEmpty] as const]) {
    if (value !== undefined && !isPlain(value))
      find(`${place}.${key}`, `«${key}» cần là chữ (tối đa ${LONGEST_TEXT} ký tự) hoặc số.`);
  }
  if (whenEmpty !== undefined && field === undefined)
    find(`${place}.whenEmpty`, '«whenEmpty» chỉ dùng cùng «field»; giá trị cố định thì ghi «constant».');
  const known = typeof field === 'string' ? columnOfField.get(field) : undefined;
  const fallback = (known ? whenEmpty : constant) as Cell | undefined;
  return {
    header,
    type: known?.type ?? (typeof constant === 'number' ? 'number' : 'text'),
    ...(known?.field !== undefined && { field: known.field }),
    ...(fallback !== undefined && { fallback }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' && value.length <= LONGEST_TEXT) || (typeof value === 'number' && Number.isFinite(value));

function refuseUnknown(
  value: Record<string, unknown>,
  known: readonly string[],
  place: string,
  find: (path: string, message: string) => void,
): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) find(`${place}${key}`, `Không có mục «${key}». Các mục: ${known.join(', ')}.`);
  }
}

/** A field that begins alike, for an administrator who nearly knew. */
function nearest(field: string): string {
  const start = field.slice(0, 4).toLowerCase();
  const near = start.length < 3 ? undefined : exportFields.find((one) => one.field.toLowerCase().startsWith(start));
  return near ? `, có lẽ là «${near.field}» (${near.label})` : '';
}
