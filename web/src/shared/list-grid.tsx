import type { ListSearch } from '../search.ts';
import { Grid } from '../ui/grid/grid.tsx';
import type { GridProps } from '../ui/grid/grid-props.ts';
import { exportGrid } from '../ui/grid/sheet/export-grid.ts';

type Searched = 'sort' | 'onSort' | 'filtered' | 'views' | 'onExport';

/**
 * A list of the service in the page's own search: its order, filters and saved views are those of the address, and
 * "Xuất Excel" saves all rows that match.
 */
export function ListGrid<Row>({
  search,
  file,
  sheet,
  ...grid
}: Omit<GridProps<Row>, Searched> & {
  readonly search: Pick<ListSearch<never>, 'sort' | 'setSort' | 'filtered' | 'view'>;
  /** The name of the saved workbook, without the day that is added to it; without a name nothing is saved. */
  readonly file?: string;
  /** The name of its sheet, where it is not the label. */
  readonly sheet?: string;
}) {
  const { columns, source, label } = grid;
  return (
    <Grid
      {...grid}
      sort={search.sort}
      onSort={search.setSort}
      filtered={search.filtered}
      views={search.view}
      {...(file !== undefined && { onExport: (view) => exportGrid(view, columns, source, file, sheet ?? label) })}
    />
  );
}
