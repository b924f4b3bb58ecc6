import type { ImportDifference, ImportDifferences } from '@khop/contract/runs.ts';
import { toJson } from '../../../db/json.ts';
import { searchText } from '../../../db/search.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Column, columnsOf, sameRow } from '../undo/rows-of-changes.ts';
import type { ToldField, ToldRows } from './told.ts';

/** So many of each kind are kept and shown; the report counts all. */
const MOST_KEPT = 2_000;

type Kind = ImportDifference['kind'];
type Cell = ImportDifference['cells'][number];
type Told = {
  readonly kind: Kind;
  readonly code: string;
  readonly title: string;
  readonly cells: readonly Cell[];
  /** Of a record that the file leaves out. */
  readonly rowKey?: string | undefined;
};
type Collected = { readonly counts: ImportDifferences; readonly told: readonly Told[] };

type Done = {
  readonly importId: string;
  readonly runId: string;
  readonly profileId: string | null;
  readonly table: string;
  readonly told: ToldRows;
};

/** Values of a column as texts, before and after. */
type Pair = readonly [before: string | null, after: string | null];
type Row = { readonly code: string; readonly title: string; readonly all: number; readonly rowKey?: string };
type ChangedRow = Row & { readonly kind: Kind; readonly cells: Readonly<Record<string, Pair>> | null };

/**
 * The effect of an import on the rows of its table, from what is kept to take it back (`keepingChanges`), and the rows of its
 * place the file does not name. Before the staged rows are dropped.
 */
export async function collectDifferences(tx: Tx, done: Done): Promise<Collected> {
  const columns = await columnsOf(tx, done.table);
  const operations = await operationsOf(tx, done);
  const isMixed = operations.has('UPDATE') || operations.has('DELETE');
  const changed = isMixed ? await changedRows(tx, done, columns) : { rows: [], columns: [] };
  const isMade = operations.has('INSERT') || operations.has('FILL');
  const created = isMade ? await createdRows(tx, done, columns, operations) : [];
  const missing = await missingRows(tx, done);
  const counts = {
    changed: countOf(changed.rows, 'changed'),
    removed: countOf(changed.rows, 'removed'),
    missing: missing[0]?.all ?? 0,
    columns: changed.columns,
  };
  const plain = (kind: Kind) => (row: Row) => ({ ...row, kind, cells: [] });
  const told = [
    ...changed.rows.map((row) => ({ ...row, cells: cellsOf(done.told.fields, row.cells ?? {}) })),
    ...created.map(plain('created')),
    ...missing.map(plain('missing')),
  ];
  return { counts, told: told.map(({ kind, code, title, cells, rowKey }) => ({ kind, code, title, cells, rowKey })) };
}

/** Keeps what was collected, to be shown with the run's report. */
export async function keepDifferences(tx: Tx, runId: string, { told }: Collected): Promise<void> {
  await tx.client.query(
    `insert into import_differences (run_id, place, kind, code, title, search, cells, row_key)
     select $1, d.place, d.told ->> 'kind', d.told ->> 'code', d.told ->> 'title', d.told ->> 'search', d.told -> 'cells',
       d.told ->> 'rowKey'
     from jsonb_array_elements($2::jsonb) with ordinality d (told, place)`,
    [runId, toJson(told.map((one) => ({ ...one, search: searchText(one.code, one.title) })))],
  );
}

const countOf = (rows: readonly ChangedRow[], kind: Kind): number => rows.find((row) => row.kind === kind)?.all ?? 0;

const ROW_NAME = ({ code, title }: ToldRows): string =>
  `coalesce(${code}, '') as code, coalesce(${title}, '') as title`;

/**
 * `told_rows`: the rows that were there before and are not as they were, each with its columns that differ. What an import
 * itself has made and then touched again is no change.
 */
async function tellChanged({ client }: Tx, { importId, table, told }: Done, columns: readonly Column[]): Promise<void> {
  const key = columns.find(({ isKey }) => isKey)!.name;
  const differing = `jsonb_each(was) w
    where w.key = any ('{${Object.keys(told.fields)}}') and w.value is distinct from became -> w.key`;
  await client.query(
    // No joins of the changes with themselves: of what was written a moment ago, the planner expects a handful.
    `create temporary table told_rows on commit drop as
     with were as (
       -- Of several steps the first one says how it was.
       select c.row_key, jsonb_object_agg(b.key, b.value order by c.step desc) filter (where b.key is not null) as was
       from import_changes c left join lateral jsonb_each(c.before) b on true
       where c.import_id = '${importId}' and c.table_name = '${table}'
       group by c.row_key having ${IS_MADE} is not true
     ), both_states as (
       select c.was, to_jsonb(t) as became, t.${key} is not null as stays, coalesce(to_jsonb(t), c.was) as r
       from were c left join ${table} t on ${sameRow(columns)}
     )
     select case when stays then 'changed' else 'removed' end as kind, ${ROW_NAME(told)},
       case when stays then (select jsonb_object_agg(w.key, jsonb_build_array(w.value #>> '{}', became ->> w.key)) from ${differing})
       end as cells
     from both_states where not stays or exists (select from ${differing})`,
  );
}

/** True of the changes of a row, grouped, that the import itself has made. */
const IS_MADE = `min(c.step) filter (where c.operation = 'INSERT') = min(c.step)`;

/** The operations of an import on its table: most only insert, and those are a million rows at times. */
async function operationsOf({ client }: Tx, { importId, table }: Done): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ operation: string }>(
    'select distinct operation from import_changes where import_id = $1 and table_name = $2',
    [importId, table],
  );
  return new Set(rows.map(({ operation }) => operation));
}

async function changedRows(tx: Tx, done: Done, columns: readonly Column[]) {
  await tellChanged(tx, done, columns);
  const { rows } = await tx.client.query<ChangedRow>(
    `select kind, code, title, cells, "all" from (
       select *, row_number() over (partition by kind order by code, title) as place, (count(*) over (partition by kind))::int as "all"
       from told_rows) t
     where place <= $1 order by kind, place`,
    [MOST_KEPT],
  );
  const counted = await countsOfColumns(tx, done.told);
  await tx.client.query('drop table told_rows');
  return { rows, columns: counted };
}

/** The first of the rows that are new; the report counts them all. */
async function createdRows(tx: Tx, done: Done, columns: readonly Column[], operations: ReadonlySet<string>) {
  if (operations.has('FILL')) return filledRows(tx, done);
  const isMixed = operations.size > 1;
  const { importId, table, told } = done;
  const made = isMixed ? `group by c.row_key having ${IS_MADE}` : '';
  const { rows } = await tx.client.query<Row>(
    `select ${ROW_NAME(told)}, 0 as "all" from (
       select c.row_key from import_changes c where c.import_id = $1 and c.table_name = $2 ${made} limit $3) c
     join ${table} t on ${sameRow(columns)} cross join lateral (select to_jsonb(t) as r) as_json order by 1, 2`,
    [importId, table, MOST_KEPT],
  );
  return rows;
}

/** Rows of a place in which nothing was: all of them are new, and kept as one change. */
async function filledRows({ client }: Tx, { importId, table, told }: Done): Promise<Row[]> {
  const { rows: places } = await client.query<{ place: Record<string, string> }>(
    "select row_key as place from import_changes where import_id = $1 and table_name = $2 and operation = 'FILL'",
    [importId, table],
  );
  const { place } = places[0]!;
  const within = Object.keys(place).map((column, at) => `t.${column} = $${at + 2}::uuid`);
  const { rows } = await client.query<Row>(
    `select ${ROW_NAME(told)}, 0 as "all" from (select * from ${table} t where ${within.join(' and ')} limit $1) t
     cross join lateral (select to_jsonb(t) as r) as_json order by 1, 2`,
    [MOST_KEPT, ...Object.values(place)],
  );
  return rows;
}

async function missingRows({ client }: Tx, { runId, profileId, table, told }: Done): Promise<Row[]> {
  if (!told.expected) return [];
  const key = `t.${told.key ?? 'code'}`;
  const { rows } = await client.query<Row>(
    `select ${ROW_NAME(told)}, ${key} as "rowKey", (count(*) over ())::int as "all"
     from (select $2::uuid as id) p cross join ${table} t cross join lateral (select to_jsonb(t) as r) as_json
     where ${told.expected}
       and not exists (select from staged_rows s where s.run_id = $1 and s.key = ${key})
     order by 1, 2 limit $3`,
    [runId, profileId, MOST_KEPT],
  );
  return rows;
}

/** The number of rows that differ in each column, the most first, and then in the order of the screens. */
async function countsOfColumns({ client }: Tx, { fields }: ToldRows): Promise<ImportDifferences['columns']> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select key as name, count(*)::int as rows from told_rows cross join lateral jsonb_object_keys(cells) key
     where kind = 'changed' group by 1`,
  );
  const counts = new Map(rows.map((row) => [row.name, row.rows]));
  return Object.entries(fields)
    .flatMap(([name, { label }]) => (counts.has(name) ? [{ label, rows: counts.get(name)! }] : []))
    .sort((a, b) => b.rows - a.rows);
}

function cellsOf(fields: Readonly<Record<string, ToldField>>, pairs: Readonly<Record<string, Pair>>): Cell[] {
  // In the order of the screens, not of the database.
  return Object.entries(fields).flatMap(([name, field]) => {
    const pair = pairs[name];
    if (!pair) return [];
    if (field.parts) return cellsOf(field.parts, differingParts(pair));
    const [before = '', after = ''] = pair.map((value) => shown(field, value));
    // They differ where the mask is.
    const other = before === after ? ' (số khác)' : '';
    return [{ label: field.label, kind: field.kind, before, after: `${after}${other}` }];
  });
}

/** The parts of two objects in which they differ. */
function differingParts(pair: Pair): Record<string, Pair> {
  const [before, after] = pair.map((text) => JSON.parse(text ?? 'null') as Record<string, unknown> | null);
  const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const all = names.map((name): [string, Pair] => [name, [textOf(before?.[name]), textOf(after?.[name])]]);
  return Object.fromEntries(all.filter(([, [was, is]]) => was !== is));
}

/** A value as people read it; figures without the zeros that the database keeps. */
function shown({ kind, say }: ToldField, value: string | null): string {
  if (value === null || value === '') return '';
  if (say) return say(value);
  return kind === 'number' && value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
