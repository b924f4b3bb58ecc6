import { expect } from 'vitest';

/** Asks the database of the stage. */
type Rows = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const NOT_LOOKED_AT = ['users', 'uploads', 'upload_chunks', 'audit_seals'].map((name) => `'${name}'`).join(', ');

/**
 * Has the database note each table that a statement writes to, so that `everything` reads again only those: most calls write
 * to a few of fifty tables, and reading all of them was more than half of what the good calls took.
 */
export async function noteWrittenTables(rows: Rows): Promise<void> {
  await rows(`
    create schema if not exists noted;
    create table if not exists noted.written (name text);
    create table if not exists noted.hashes (name text primary key, hash text);
    create or replace function noted.note_written() returns trigger language plpgsql as $$
      begin
        insert into noted.written values (tg_table_name);
        return null;
      end $$;
    do $$
      declare watched text;
      begin
        for watched in select table_name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in (${NOT_LOOKED_AT}) loop
          execute format('create or replace trigger note_written after insert or update or delete or truncate on %I
            for each statement execute function noted.note_written()', watched);
        end loop;
      end $$`);
}

/** Rows of the revision are put together when a read finds many of them, a moment later; it is their sums that count. */
const SUMS = '(select table_name, sum(stamp) as stamp from data_changes group by table_name)';

/**
 * A hash per table of everything stored but "last seen" of users and files that were sent: a refused upload's file is swept
 * later, and nothing ever reads it. Seals of the log are added by the worker a moment after the events. The value of
 * suggestions is brought up to date after a run has ended, so it may still move.
 */
export async function everything(rows: Rows): Promise<Record<string, string>> {
  // A note is taken before its table is read: one that is committed meanwhile has the table read again next time.
  const stale = await rows(
    `with taken as (delete from noted.written returning name)
     select name from taken union
     select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in (${NOT_LOOKED_AT})
       and relname not in (select name from noted.hashes)`,
  );
  const hashes = stale.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as hash
       from (select to_jsonb(r) - 'unlock_value' from ${name === 'data_changes' ? SUMS : name} r) t`,
  );
  if (hashes.length > 0)
    await rows(
      `insert into noted.hashes ${hashes.join(' union all ')} on conflict (name) do update set hash = excluded.hash`,
    );
  const found = await rows('select name, hash from noted.hashes order by name');
  return Object.fromEntries(found.map(({ name, hash }) => [String(name), String(hash ?? '')]));
}

/** Which of the watched tables have not been written to since the notes were emptied: one transaction sees its own notes. */
export const UNTOUCHED = `
  select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_written'
  except select name from noted.written`;

export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

/**
 * The tables that may change beside a refusal: a run that ends by it, rows of its file, which are swept later, and what
 * suggestions are worth, which is counted as a change.
 */
const BESIDE = ['runs', 'audit_events', 'data_changes', 'staged_rows'];

/** Whatever `act` does leaves everything stored as it was. */
export async function storesNothing({ rows }: { readonly rows: Rows }, act: () => Promise<void>): Promise<void> {
  const before = await everything(rows);
  await act();
  expect(changedTables(before, await everything(rows)).filter((name) => !BESIDE.includes(name))).toEqual([]);
}
