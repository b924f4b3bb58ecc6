import type { Clause } from '@khop/contract/clauses.ts';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../refusal.ts';
import { containing, folded, searchPatterns } from './search.ts';

type Columns = Readonly<Record<string, string | RawBuilder<unknown>>>;

/** A column or an expression as text, whatever its type: the values of a filter come as text. */
const textOf = (column: string | RawBuilder<unknown>): RawBuilder<string> =>
  typeof column === 'string'
    ? sql<string>`(${sql.ref(column.replace(/^vi:/, ''))})::text`
    : sql<string>`(${column})::text`;

/** The day in Vietnam of a date or of a moment; null for any other text. */
const dayOf = (text: RawBuilder<string>): RawBuilder<string> => sql<string>`case
  when ${text} ~ '^\\d{4}-\\d{2}-\\d{2}$' then ${text}
  when ${text} ~ '^\\d{4}-\\d{2}-\\d{2} ' then (((${text})::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date)::text
  end`;

/** A number of any type; null for a text that is none, so that a filter on a wrong column finds nothing instead of failing. */
const numberOf = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`case when ${text} ~ '^-?\\d+(\\.\\d+)?$' then (${text})::numeric end`;

/** Every word occurs, without regard to marks; a text of signs alone is looked for as it is. */
function containsWords(value: string, text: RawBuilder<string>): RawBuilder<boolean> {
  const words = searchPatterns(value).map((word) => sql`${folded(text)} like ${word}`);
  return words.length === 0
    ? sql<boolean>`lower(${text}) like ${containing(value.trim())}`
    : sql<boolean>`(${sql.join(words, sql` and `)})`;
}

function conditionOf({ op, values }: Clause, text: RawBuilder<string>): RawBuilder<boolean> {
  const value = values[0] ?? '';
  switch (op) {
    case 'in':
      return sql<boolean>`coalesce(${text}, '') in (${sql.join(values)})`;
    case 'has':
      return containsWords(value, text);
    case 'min':
      return sql<boolean>`${numberOf(text)} >= ${value}::numeric`;
    case 'max':
      return sql<boolean>`${numberOf(text)} <= ${value}::numeric`;
    case 'from':
      return sql<boolean>`${dayOf(text)} >= ${value}`;
    case 'to':
      return sql<boolean>`${dayOf(text)} <= ${value}`;
    case 'blank':
      return sql<boolean>`coalesce(${text}, '') = ''`;
    case 'filled':
      return sql<boolean>`coalesce(${text}, '') <> ''`;
  }
}

/**
 * Conditions on columns as SQL: names only choose among `columns`, and values are always parameters. True when there are
 * none. Throws VALIDATION for a column that the list does not have.
 */
export function whereSql(where: readonly Clause[] | undefined, columns: Columns): RawBuilder<boolean> {
  if (!where?.length) return sql<boolean>`true`;
  const conditions = where.map((clause) => {
    const column = Object.hasOwn(columns, clause.field) ? columns[clause.field] : undefined;
    if (column === undefined) throw new Refusal('VALIDATION', `Danh sách này không lọc được theo «${clause.field}».`);
    return conditionOf(clause, textOf(column));
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
