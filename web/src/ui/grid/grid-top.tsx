import { FilterNotes } from '../fields/filter-notes.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import type { ColumnFilters } from './filters/use-column-filter.tsx';
import { BulkBar, GridToolbar } from './grid-parts.tsx';
import type { GridProps } from './grid-props.ts';
import type { GridModel } from './use-grid.ts';
import { ViewMenu } from './view-menu.tsx';

/** Over the rows: filters, actions and menus; or what can be done with the rows that are chosen. */
export function GridTop<Row>({
  props,
  grid,
  filter,
  notes,
  filterWords,
}: {
  props: GridProps<Row>;
  grid: GridModel<Row>;
  filter: ColumnFilters<Row>;
  /** Filled by the filters with what they say, for paper and for exports. */
  notes: Map<string, string>;
  filterWords: readonly string[];
}) {
  const { columns, source, bulk, views } = props;
  const { saved, changeLayout, chosen, visible } = grid;
  const isChosen = bulk !== undefined && chosen.count > 0;
  const chips = filter.active.length > 0 && views ? <FilterChips filters={filter.active} target={views} /> : null;
  return (
    <div className="relative print:hidden">
      {/* The bar covers the filters instead of pushing the rows down. */}
      <div className={isChosen ? 'invisible' : undefined}>
        <FilterNotes value={notes}>
          <GridToolbar
            columns={columns}
            saved={saved}
            onLayout={changeLayout}
            filters={
              chips ? (
                <>
                  {props.filters}
                  {chips}
                </>
              ) : (
                props.filters
              )
            }
            actions={props.actions}
            views={
              views ? (
                <ViewMenu
                  gridId={props.id}
                  target={views}
                  layout={saved}
                  onLayout={(layout) => changeLayout(() => layout)}
                />
              ) : null
            }
            onExport={props.onExport}
            view={{
              columns: visible.map(({ id, header, kind }) => ({ id, header, kind: kind ?? 'text' })),
              total: source.total,
              filters: filterWords,
            }}
          />
        </FilterNotes>
      </div>
      {isChosen ? (
        <BulkBar
          count={chosen.count}
          total={source.total}
          matching={chosen.selection.kind === 'matching'}
          onMatching={chosen.chooseMatching}
          onClear={chosen.clear}
        >
          {bulk({ selection: chosen.selection, count: chosen.count, clear: chosen.clear, resolve: chosen.resolve })}
        </BulkBar>
      ) : null}
    </div>
  );
}
