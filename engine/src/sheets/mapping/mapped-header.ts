import { Problem } from '../../problem.ts';
import type { Cell } from '../cell.ts';
import { headerOf, refuseOtherTitle } from '../header.ts';
import { layoutOf } from '../layouts/layouts.ts';
import type { FoundHeader } from '../recognise/found.ts';
import type { ColumnMap } from './column-map.ts';
import { faultsOfMap, faultsOnSheet, mappedColumns } from './faults.ts';
import { headersAt } from './headers.ts';

/**
 * The header of a sheet as a map says it, for the reader of all sheets: a map renames columns, and no more. A title that names
 * another report overrules it. Throws MAP_INVALID with all faults, WRONG_REPORT, WRONG_LAYOUT.
 */
export function mappedHeader(map: ColumnMap, top: readonly (readonly Cell[])[]): FoundHeader {
  refuseFaults([...faultsOfMap(map), ...faultsOnSheet(map, top)]);
  const layout = layoutOf(map.layout);
  const headerRow = map.headerRow - 1;
  refuseOtherTitle(top.slice(0, headerRow + 1), layout);
  return headerOf(layout, {
    headerRow,
    dataRow: headerRow + map.headerRows,
    columns: mappedColumns(layout, map, headersAt(top, headerRow, map.headerRows)),
  });
}

/** Refuses a map that has faults. Throws MAP_INVALID. */
export function refuseFaults(faults: ReturnType<typeof faultsOfMap>): void {
  const [first, ...others] = faults;
  if (!first) return;
  const more = others.length > 0 ? ` Còn ${others.length} chỗ nữa.` : '';
  throw new Problem('MAP_INVALID', `${first.message}${more}`, { faults });
}
