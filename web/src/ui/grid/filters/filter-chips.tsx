import { X } from 'lucide-react';
import { strings } from '../../../strings.ts';
import type { GridColumn } from '../types.ts';
import type { ViewTarget } from '../views.ts';
import { clausesOf, clauseWords, filterKeyOf, withClauses } from './column-clauses.ts';

export type ActiveFilter = { field: string; header: string; words: string };

/** The filters of all columns, a line for each column. */
export function activeFilters<Row>(columns: readonly GridColumn<Row>[], where: string): ActiveFilter[] {
  const clauses = clausesOf(where);
  return [...new Set(clauses.map(({ field }) => field))].map((field) => {
    const column = columns.find((one) => filterKeyOf(one) === field);
    const own = clauses.filter((clause) => clause.field === field);
    return { field, header: column?.header ?? field, words: column ? clauseWords(column, own) : '' };
  });
}

/** The filters of columns in the toolbar, each taken off by a click. */
export function FilterChips({ filters, target }: { filters: readonly ActiveFilter[]; target: ViewTarget }) {
  return filters.map(({ field, header, words }) => (
    <button
      key={field}
      type="button"
      aria-label={`${strings.grid.filterRemove}: ${header} ${words}`}
      onClick={() => target.setWhere?.(withClauses(target.where ?? '', field, []))}
      className="flex h-control max-w-80 shrink-0 items-center gap-1.5 rounded-md border border-primary bg-tint-soft px-2.5 text-base text-tint-ink hover:bg-hover dark:border-accent/60"
    >
      <span className="truncate">
        {header}: {words}
      </span>
      <X aria-hidden className="size-3.5 shrink-0" />
    </button>
  ));
}
