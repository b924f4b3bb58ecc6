import type { TextRow } from './cells.ts';
import { type BravoQueries, portFields, type TableName, type TableQuery } from './query-file.ts';

/** A statement with its parameters; all of them travel as text and are converted by the server. */
export type Statement = { readonly sql: string; readonly parameters: Readonly<Record<string, string>> };

const quoted = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

const columnOf = (table: TableQuery, field: string): string | undefined => {
  const spec = table.columns[field];
  if (spec === undefined) return undefined;
  return `src.${quoted(typeof spec === 'string' ? spec : spec.column)}`;
};

const asText = {
  text: (column: string) => `CONVERT(nvarchar(4000), ${column})`,
  decimal: (column: string) => `CONVERT(varchar(50), CONVERT(decimal(38, 10), ${column}))`,
  day: (column: string) => `CONVERT(varchar(10), ${column}, 23)`,
  instant: (column: string) => `CONVERT(varchar(33), CONVERT(datetime2(3), ${column}), 126)`,
} as const;

/** "SELECT … FROM the installation's view", every mapped column as text under the port's name. */
function select(name: TableName, table: TableQuery, where: readonly string[], orderBy: readonly string[]): string {
  const columns = Object.entries(portFields[name]).flatMap(([field, type]) => {
    const column = columnOf(table, field);
    return column === undefined ? [] : [`${asText[type](column)} AS ${quoted(field)}`];
  });
  const order = orderBy.flatMap((field) => columnOf(table, field) ?? []);
  return [
    `WITH src AS (${table.query ?? `SELECT * FROM ${table.from}`})`,
    `SELECT ${columns.join(', ')} FROM src`,
    ...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
  ].join(' ');
}

/** Items or partners by (modifiedAt, code), all of them or those modified at or after an instant. */
export function mastersStatement(
  queries: BravoQueries,
  name: 'items' | 'partners',
  since: string | undefined,
): Statement {
  const table = queries[name];
  const where = since === undefined ? [] : [`${columnOf(table, 'modifiedAt')} >= CONVERT(datetime2(3), @since, 126)`];
  const parameters: Record<string, string> =
    since === undefined ? {} : { since: new Date(since).toISOString().replace('Z', '') };
  return { sql: select(name, table, where, ['modifiedAt', 'code']), parameters };
}

export function unitsStatement(table: TableQuery): Statement {
  return { sql: select('itemUnits', table, [], []), parameters: {} };
}

/** Ledger lines dated within the two days, both included. */
export function salesStatement(
  { sales }: BravoQueries,
  range: { readonly fromDate: string; readonly toDate: string; readonly branchCode?: string },
): Statement {
  const date = columnOf(sales, 'docDate');
  const branch = columnOf(sales, 'branchCode');
  const where = [
    `${date} >= CONVERT(date, @fromDate, 23)`,
    `${date} < DATEADD(day, 1, CONVERT(date, @toDate, 23))`,
    ...(range.branchCode !== undefined && branch ? [`${branch} = @branchCode`] : []),
  ];
  const { fromDate, toDate, branchCode } = range;
  return {
    sql: select('sales', sales, where, ['docDate', 'branchCode', 'docCode', 'docNo', 'rowId']),
    parameters: { fromDate, toDate, ...(branchCode !== undefined && branch ? { branchCode } : {}) },
  };
}

/** The count of that day; of the last counted day before it where the installation's view holds several days. */
export function stockStatement({ stock }: BravoQueries, asOf: string): Statement {
  const day = columnOf(stock, 'asOf');
  const where = day
    ? [
        `CONVERT(date, ${day}) = (SELECT MAX(CONVERT(date, ${day})) FROM src WHERE ${day} < DATEADD(day, 1, CONVERT(date, @asOf, 23)))`,
      ]
    : [];
  return { sql: select('stock', stock, where, ['warehouseCode', 'itemCode']), parameters: { asOf } };
}

/** Puts the installation's values into the port's words, where its mapping says so. Nulls become ''. */
export function translated(table: TableQuery, row: Readonly<Record<string, string | null>>): TextRow {
  return Object.fromEntries(
    Object.entries(table.columns).map(([field, spec]) => {
      const value = row[field] ?? '';
      if (typeof spec === 'string') return [field, value];
      return [field, spec.map[value.trim()] ?? spec.otherwise ?? value];
    }),
  );
}
