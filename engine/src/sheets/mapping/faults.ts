import { type Cell, isBlank } from '../cell.ts';
import { headerOf, labelOf } from '../header.ts';
import type { Layout } from '../layouts/layout.ts';
import { layoutOf } from '../layouts/layouts.ts';
import type { FoundColumn } from '../recognise/found.ts';
import type { ColumnMap } from './column-map.ts';
import { columnIndex, headersAt } from './headers.ts';

/** A fault of a map; `field` is the one that it is about. */
export type MapFault = { readonly field: string | null; readonly message: string };

/** The faults of a map that say nothing about a sheet: unknown fields, one thing said twice, columns that are missing. */
export function faultsOfMap(map: ColumnMap): readonly MapFault[] {
  const layout = layoutOf(map.layout);
  const faults: MapFault[] = [];
  const [byField, byColumn] = [new Map<string, string>(), new Map<string, string>()];
  const labels = new Map(layout.fields.map((field) => [field.field, labelOf(field)]));
  for (const { field, column } of map.columns) {
    const label = labels.get(field);
    const [other, taken] = [byField.get(field), byColumn.get(column)];
    if (label === undefined) faults.push({ field, message: `Mẫu «${layout.title}» không có mục «${field}».` });
    else if (other !== undefined && other !== column)
      faults.push({ field, message: `«${label}» được chọn ở hai cột ${other} và ${column}. Hãy giữ một cột.` });
    else if (taken !== undefined)
      faults.push({ field, message: `Cột ${column} được chọn cho cả «${taken}» và «${label}». Hãy giữ một.` });
    if (columnIndex(column) === undefined)
      faults.push({ field, message: `«${column}» không phải tên cột. Cần chữ cái như A, B, AA.` });
    byField.set(field, column);
    byColumn.set(column, label ?? field);
  }
  for (const { field, label } of missingOf(layout, map))
    faults.push({ field, message: `Chưa chọn cột nào là «${label}».` });
  return faults;
}

function missingOf(layout: Layout, map: ColumnMap): readonly { field: string; label: string }[] {
  const { missing } = headerOf(layout, { headerRow: 0, dataRow: 0, columns: mappedColumns(layout, map, []) });
  return layout.fields
    .filter((field) => field.required && missing.includes(labelOf(field)))
    .map((field) => ({ field: field.field, label: labelOf(field) }));
}

/** The columns of a sheet with these headers, as the map says what they are. */
export function mappedColumns(layout: Layout, map: ColumnMap, headers: readonly string[]): readonly FoundColumn[] {
  const byIndex = new Map(map.columns.map((one) => [columnIndex(one.column) ?? -1, one]));
  const width = Math.max(headers.length, ...[...byIndex.keys()].map((index) => index + 1));
  return Array.from({ length: width }, (_, index): FoundColumn => {
    const mapped = byIndex.get(index);
    const field = mapped && layout.fields.find((one) => one.field === mapped.field);
    const header = headers[index] ?? '';
    if (!mapped || !field) return { index, header, field: null };
    const { days, decimal } = mapped;
    return { index, header: header || labelOf(field), field, notation: { days, decimal } };
  });
}

/** The faults of a map on a sheet, whose top rows these are. */
export function faultsOnSheet(map: ColumnMap, top: readonly (readonly Cell[])[]): readonly MapFault[] {
  const { headerRow, headerRows, columns } = map;
  const last = headerRow + headerRows - 1;
  if (headerRow < 1 || last > top.length)
    return [
      { field: null, message: `Dòng tiêu đề ${headerRow} nằm ngoài phần đầu của trang tính (${top.length} dòng).` },
    ];
  if (top.slice(headerRow - 1, last).every((row) => row.every(isBlank)))
    return [{ field: null, message: `Dòng ${headerRow} trống nên không phải dòng tiêu đề.` }];
  const width = Math.max(headersAt(top, headerRow - 1, headerRows).length, ...top.map((row) => row.length));
  return columns
    .filter(({ column }) => (columnIndex(column) ?? 0) >= width)
    .map(({ field, column }) => ({ field, message: `Cột ${column} nằm ngoài trang tính.` }));
}
