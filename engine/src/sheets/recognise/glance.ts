import type { Day } from '../../day.ts';
import { type Cell, isBlank, textsIn } from '../cell.ts';
import { recognise } from '../header.ts';
import type { LayoutName } from '../layouts/layout.ts';
import type { ColumnMap } from '../mapping/column-map.ts';
import { mappedHeader } from '../mapping/mapped-header.ts';
import { statedPeriod } from '../period-line.ts';
import type { FoundHeader } from './found.ts';

/** The facts about a file that the top of its sheet tells, without its rows. */
export type Glance = {
  readonly layout: LayoutName;
  /** Vietnamese name of the layout. */
  readonly title: string;
  /** Texts above the header, where systems print the entity's name and tax code. */
  readonly heading: readonly string[];
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  /** False when no row below the header has the fields that every row needs; totals have not. */
  readonly hasRows: boolean;
  /** The remembered map that says what its columns are; absent when the file was recognised. */
  readonly mapId?: string | null;
};

/** Looks at the top rows of a sheet. Throws as `recognise` does. */
export const glanceAt = (top: readonly (readonly Cell[])[]): Glance => glanceBelow(recognise(top), top);

/** Looks at the top rows of a sheet whose columns a map says. Throws as `mappedHeader` does. */
export const glanceByMap = (top: readonly (readonly Cell[])[], map: ColumnMap): Glance =>
  glanceBelow(mappedHeader(map, top), top);

function glanceBelow({ layout, headerRow, dataRow, columns }: FoundHeader, top: readonly (readonly Cell[])[]): Glance {
  const needed = columns.filter(({ field, standsFor }) => (standsFor ?? field)?.required === 'value');
  const above = top.slice(0, headerRow);
  return {
    layout: layout.name,
    title: layout.title,
    heading: textsIn(above),
    ...statedPeriod(above),
    hasRows: top.slice(dataRow).some((row) => needed.every(({ index }) => !isBlank(row[index]))),
  };
}
