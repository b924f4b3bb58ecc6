import { type Clause, parseWhere, whereText } from '@khop/contract/clauses.ts';
import { strings } from '../../../strings.ts';
import { formatDecimal } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { isNumeric } from '../selection.ts';
import type { GridColumn } from '../types.ts';

const words = strings.grid.clauses;

/** The name under which the server filters a column; undefined where it does not. */
export function filterKeyOf<Row>({ filter, sort, id }: GridColumn<Row>): string | undefined {
  if (filter === false) return undefined;
  if (filter !== undefined) return filter === true ? id : filter;
  return sort === true ? id : sort || undefined;
}

/** The conditions of an address; what it cannot be read as is left to the service to refuse. */
export const clausesOf = (where: string): readonly Clause[] => parseWhere(where) ?? [];

/** The conditions with those on one column replaced. */
export const withClauses = (where: string, field: string, clauses: readonly Clause[]): string =>
  whereText([...clausesOf(where).filter((clause) => clause.field !== field), ...clauses]);

/** The conditions on a column in words: "từ 1.000 đến 2.000". */
export function clauseWords<Row>(column: GridColumn<Row>, clauses: readonly Clause[]): string {
  return clauses
    .map(({ op, values }) => {
      const value = values[0] ?? '';
      switch (op) {
        case 'in':
          return values
            .map((one) => column.options?.find((option) => option.value === one)?.label ?? (one || words.blank))
            .join(', ');
        case 'has':
          return `${words.has} «${value}»`;
        case 'min':
          return `${words.from} ${formatDecimal(value)}`;
        case 'max':
          return `${words.to} ${formatDecimal(value)}`;
        case 'from':
          return `${words.from} ${formatDay(value)}`;
        case 'to':
          return `${words.to} ${formatDay(value)}`;
        default:
          return words[op];
      }
    })
    .join(' ');
}

export type FilterKind = 'text' | 'number' | 'day';

/** The kind of condition that a column takes: a range of numbers, a range of days, or texts. */
export function filterKindOf<Row>({ kind, filterKind }: GridColumn<Row>): FilterKind {
  if (filterKind) return filterKind;
  if (isNumeric(kind)) return 'number';
  return kind === 'day' || kind === 'instant' ? 'day' : 'text';
}

const MOST_READ = 1_000;
const MOST_VALUES = 100;

/** The values of a column among the rows that are here, most frequent first; none where cells say it in other words. */
export function valuesHere<Row>(
  column: GridColumn<Row>,
  rowAt: (index: number) => Row | undefined,
  total: number,
): { value: string; label: string }[] {
  if (column.options) return [...column.options];
  const counts = new Map<string, number>();
  for (let index = 0; index < Math.min(total, MOST_READ); index += 1) {
    const row = rowAt(index);
    const value = row === undefined ? undefined : column.value(row);
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0], 'vi'))
    .slice(0, MOST_VALUES)
    .map(([value]) => ({ value, label: value }));
}
