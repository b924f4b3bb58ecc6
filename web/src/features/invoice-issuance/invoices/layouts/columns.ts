import type { OutputOf } from '../../../../api/operations.ts';

export type LayoutDocument = OutputOf<'listExportLayouts'>['items'][number]['document'];
export type LayoutColumn = LayoutDocument['columns'][number];
export type LayoutField = OutputOf<'listExportLayouts'>['fields'][number];

export const CONSTANT = '=';
export const BLANK = '-';

/** The source of a column's value: a field's name, `CONSTANT` or `BLANK`. */
export const sourceOf = ({ field, constant }: LayoutColumn): string =>
  field ?? (constant === undefined ? BLANK : CONSTANT);

/** The source in words. */
export function sourceName(column: LayoutColumn, fields: readonly LayoutField[]): string {
  const { field, constant } = column;
  if (field !== undefined) return fields.find((one) => one.field === field)?.label ?? field;
  return constant === undefined ? 'Để trống' : `Luôn là «${constant}»`;
}

/** The column with another source; what belonged to the old one goes, its header stays. */
export function withSource(column: LayoutColumn, source: string): LayoutColumn {
  const { header } = column;
  if (source === BLANK) return { header };
  if (source === CONSTANT) return { header, constant: column.constant ?? '' };
  return {
    header,
    field: source,
    ...(column.field !== undefined && column.whenEmpty !== undefined && { whenEmpty: column.whenEmpty }),
  };
}

/** The list with one item at another place; places beyond the ends are the ends. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item === undefined) return next;
  next.splice(Math.max(0, Math.min(items.length - 1, to)), 0, item);
  return next;
}

/** A column for a field, or a blank one, under a header that no other has. */
export function newColumn(columns: readonly LayoutColumn[], field?: LayoutField): LayoutColumn {
  const wanted = field?.label ?? 'Cột mới';
  const taken = new Set(columns.map(({ header }) => header.trim().toLowerCase()));
  let header = wanted;
  for (let n = 2; taken.has(header.toLowerCase()); n += 1) header = `${wanted} (${n})`;
  return { header, ...(field && { field: field.field }) };
}

/** A fixed value as it is typed: a number when it is one and is to be written as one. */
export const fixedValue = (text: string, isNumber: boolean): string | number => {
  const value = Number(text.trim().replace(',', '.'));
  return isNumber && text.trim() !== '' && Number.isFinite(value) ? value : text;
};
