import { Suspense, useMemo, useState } from 'react';
import { part } from '../../part.ts';
import type { GridColumn, GridSource } from '../types.ts';
import type { ViewTarget } from '../views.ts';
import { clausesOf, filterKeyOf, withClauses } from './column-clauses.ts';
import { activeFilters } from './filter-chips.tsx';

const ColumnFilter = part(() => import('./column-filter.tsx'), 'ColumnFilter');

export type ColumnFilters<Row> = ReturnType<typeof useColumnFilter<Row>>;

/** The filters of a grid's columns, where the list behind it takes conditions. */
export function useColumnFilter<Row>(
  columns: readonly GridColumn<Row>[],
  source: GridSource<Row>,
  target: ViewTarget | undefined,
) {
  const [open, setOpen] = useState<{ column: GridColumn<Row>; anchor: HTMLElement } | undefined>(undefined);
  const where = target?.where ?? '';
  const setWhere = target?.setWhere;
  const active = useMemo(() => activeFilters(columns, where), [columns, where]);
  const fields = useMemo(() => new Set(active.map(({ field }) => field)), [active]);
  const field = open && filterKeyOf(open.column);
  return {
    active,
    fields: fields as ReadonlySet<string>,
    onFilter: setWhere && ((column: GridColumn<Row>, anchor: HTMLElement) => setOpen({ column, anchor })),
    /** Shows only the rows with one value; undefined where that cannot be asked. */
    only: (column: GridColumn<Row>, row: Row): (() => void) | undefined => {
      const key = filterKeyOf(column);
      const value = column.value(row);
      if (!setWhere || key === undefined || column.options || typeof value !== 'string' || value === '')
        return undefined;
      return () => setWhere(withClauses(where, key, [{ field: key, op: 'in', values: [value] }]));
    },
    panel:
      open && field !== undefined && setWhere ? (
        <Suspense>
          <ColumnFilter
            key={field}
            anchor={open.anchor}
            column={open.column as GridColumn<unknown>}
            field={field}
            clauses={clausesOf(where).filter((clause) => clause.field === field)}
            rowAt={source.rowAt}
            total={source.total}
            onApply={(clauses: Parameters<typeof withClauses>[2]) => setWhere(withClauses(where, field, clauses))}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null,
  };
}
