import { strings } from '../../../strings.ts';
import { formatCount } from '../../format/number.ts';
import { today } from '../../format/time.ts';
import { toast } from '../../overlays/toast.tsx';
import { saveBlob } from '../../save.ts';
import type { GridColumn, GridSource, GridView } from '../types.ts';

/**
 * Saves everything that matches the filter as an .xlsx with the columns as they are shown:
 * `onExport={(view) => exportGrid(view, columns, source, 'vat-tu-bravo')}`.
 */
export async function exportGrid<Row>(
  view: GridView,
  columns: readonly GridColumn<Row>[],
  source: Pick<GridSource<Row>, 'all'> & Partial<Pick<GridSource<Row>, 'totals'>>,
  fileName: string,
  sheetName = fileName,
): Promise<void> {
  try {
    const { workbookOf } = await import('./workbook.ts');
    const shown = view.columns.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
    const { blob, rows, complete } = await workbookOf(sheetName, shown, source.all(), {
      filters: view.filters,
      totals: source.totals,
      totalLabel: strings.grid.total,
    });
    saveBlob(blob, `${fileName}-${today()}.xlsx`);
    const told = `${strings.grid.exported} ${formatCount(rows)} ${strings.grid.rows}`;
    if (complete) toast.success(told, { id: 'grid-export' });
    else toast.warning(told, { id: 'grid-export', description: strings.grid.exportCut });
  } catch (error) {
    toast.error(strings.grid.exportFailed, {
      id: 'grid-export',
      description: error instanceof Error ? error.message : undefined,
    });
  }
}
