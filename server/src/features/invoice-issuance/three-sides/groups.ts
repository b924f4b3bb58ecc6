import type { Day } from '@khop/engine/day.ts';
import type { OneSidedDays } from '@khop/engine/three-sides/compare-groups.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';

/** Entries and invoices so many days around may be of an invoice of the days that are compared: entered late, or a correction. */
export const AROUND = 62;

/** The places of a part's groups are 1 to `count`; those that have both tax and books come first. */
export type Groups = { readonly count: number; readonly oneSided: OneSidedDays; readonly tellsVat: boolean };

/** Queries for what is compared: of each thing its own names and what the groups are made of. */
export type Grouped = {
  /** `id`, `key`, `number`, `date`. */
  readonly tax: RawBuilder<unknown>;
  /** `voucher`, `number`, `invoice_date`, `day`, `vat`. */
  readonly books: RawBuilder<unknown>;
  /** `id`, `settled_key`, `number`, `voucher`. */
  readonly deliveries: RawBuilder<unknown>;
  /** The same of what other periods have of these invoices: each reads what is written down before it. */
  readonly outside: Outside | null;
};

/** `vouchers` reads `side_tax` and `side_own_deliveries`, the others also `side_outside`. */
export type Outside = Pick<Grouped, 'books' | 'deliveries'> & { readonly vouchers: RawBuilder<unknown> };

/**
 * A name that is the same for all numbers which are compared as one, and may be so for others: its digits without leading zeros; null for
 * no number at all.
 */
export const nameOfNumber = (number: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`
  case when coalesce(${number}, '') = '' then null when ${number} !~ '[0-9]' then 'X'
    else coalesce(nullif(ltrim(regexp_replace(${number}, '[^0-9]', '', 'g'), '0'), ''), '0') end`;

export const nameOfEntry = (number: RawBuilder<unknown>, voucher: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(${nameOfNumber(number)}, 'V|' || ${voucher})`;

const COLUMN = { number: sql.ref('number'), voucher: sql.ref('voucher') };

/**
 * Finds the groups of a part and keeps them for the rest of the transaction: in `side_groups` the place of each name, in `side_tax`
 * and `side_deliveries` the names of invoices and deliveries. What is in one group has nothing to do with another one, but by its sum
 * (`compareByGroups`): the same number, the same voucher, one invoice that corrects another.
 */
export async function findGroups(tx: Tx, { tax, books, deliveries, outside }: Grouped): Promise<Groups> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(tx.db));
  // Sorts of a large part in memory; it is given back with the transaction.
  await run(sql`set local work_mem = '64MB'`);
  await run(sql`
    create temp table side_tax on commit drop as
    select id, key, date, symbol, coalesce(${nameOfNumber(COLUMN.number)}, 'X') as name from (${tax}) t`);
  await run(sql`create temp table side_own_deliveries on commit drop as ${deliveries}`);
  if (outside) {
    await run(sql`analyze side_tax, side_own_deliveries`);
    await run(sql`create temp table side_outside on commit drop as ${outside.vouchers}`);
    await run(sql`analyze side_outside`);
  }
  await run(sql`
    create temp table side_books on commit drop as
    select voucher, ${nameOfEntry(COLUMN.number, COLUMN.voucher)} as name, invoice_date, day, bool_or(vat <> 0) as tells_vat
    from (${outside ? sql`${books} union all ${outside.books}` : books}) b group by 1, 2, 3, 4`);
  await run(sql`
    create temp table side_deliveries on commit drop as
    select id, is_outside, by_key, by_number, by_voucher, coalesce(by_key, by_number, by_voucher[1], 'D|' || id) as name
    from (
      select d.id, is_outside, ${nameOfNumber(sql`split_part(d.settled_key, '|', 4)`)} as by_key, ${nameOfNumber(sql`d.number`)} as by_number, v.names as by_voucher
      from (select *, false as is_outside from side_own_deliveries${outside ? sql` union all select *, true from (${outside.deliveries}) o` : sql``}) d
      left join (select voucher, array_agg(distinct name) as names from side_books group by 1) v on v.voucher = d.voucher) d`);
  await run(sql`analyze side_tax, side_books, side_deliveries`);
  await tieNames(tx);
  await run(sql`
    create temp table side_groups on commit drop as
    select name, (dense_rank() over (order by not is_shared, root))::int as at, is_shared
    from (
      select name, root, bool_or(bool_or(is_tax)) over g and bool_or(bool_or(is_books)) over g as is_shared
      from (
        select coalesce(t.root, n.name) as root, n.name, is_tax, is_books
        from (
          select name, true as is_tax, false as is_books from side_tax
          union all select name, false, true from side_books
          union all select name, false, false from side_deliveries) n
        left join side_ties t on t.name = n.name) r
      group by name, root window g as (partition by root)) g`);
  await run(sql`analyze side_groups`);
  return factsOf(tx.db);
}

async function factsOf(db: Database): Promise<Groups> {
  const { rows } = await sql<{ count: number; tax: Day[]; books: Day[]; tellsVat: boolean }>`
    select (select coalesce(max(at), 0) from side_groups) as count,
      array(select distinct t.date::text from side_tax t join side_groups g using (name) where not g.is_shared) as tax,
      array(select distinct d.day::text from side_books b join side_groups g using (name)
        cross join lateral (values (b.day), (b.invoice_date)) d (day) where not g.is_shared and d.day is not null) as books,
      exists (select from side_books where tells_vat) as tells_vat`.execute(db);
  const { count, tax, books, tellsVat } = rows[0]!;
  return { count, oneSided: { tax: new Set(tax), books: new Set(books) }, tellsVat };
}

/** Names of which something says that they belong together, each with one name for all of them: `side_ties`. */
async function tieNames({ db, copy }: Tx): Promise<void> {
  const { rows } = await sql<{ a: string; b: string }>`
    select t.name as a, o.name as b
    from tax_invoice_relations r join side_tax t on t.id = r.tax_invoice_id join side_tax o on o.key = r.other_key
    where t.name <> o.name
    union select first, name from (select name, min(name) over (partition by voucher) as first from side_books) v where name <> first
    union select d.name, o.name
    from side_deliveries d cross join lateral unnest(d.by_voucher || d.by_key || d.by_number) o (name)
    where o.name is not null and o.name <> d.name`.execute(db);
  const above = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    // Every name on the way comes nearer to it, or long rows of names would take the square of their time.
    for (let at = name; at !== root; ) {
      const next = above.get(at)!;
      above.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { a, b } of rows) {
    const [one, other] = [rootOf(a), rootOf(b)];
    if (one !== other) above.set(one, other);
  }
  const names = [...new Set(rows.flatMap(({ a, b }) => [a, b]))];
  await sql`create temp table side_ties (name text, root text) on commit drop`.execute(db);
  await copy(
    'side_ties',
    ['name', 'root'],
    names.map((name) => [name, rootOf(name)]),
  );
  await sql`analyze side_ties`.execute(db);
}
