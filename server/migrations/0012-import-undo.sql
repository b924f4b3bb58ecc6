-- The changes that each import made, so that it can be taken back (docs/decisions/0030-imports-are-undone.md).

create table import_changes (
  import_id uuid not null,
  -- Statements of the import in their order: they are reversed backwards.
  step integer not null,
  table_name text not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  -- The row's primary key, by column.
  row_key jsonb not null,
  -- DELETE: the whole row. UPDATE: the columns that changed, as they were. INSERT: null.
  before jsonb,
  -- INSERT: hash of the row. UPDATE: the columns that changed, as they became. DELETE: null.
  after jsonb
);
-- No more than this: an import writes as many rows here as it changes.
create index import_changes_by_step on import_changes (import_id, step);

create function import_row_hash(one jsonb) returns jsonb language sql immutable parallel safe
as $$ select to_jsonb(md5(one::text)) $$;

-- Keeps what a statement does to a table while `khop.import_id` names the import at work. Instants are written in UTC, so that
-- a row reads the same whatever the session's time zone is.
create function keep_import_changes() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  import uuid := current_setting('khop.import_id')::uuid;
  step integer := (select coalesce(max(c.step), 0) + 1 from import_changes c where c.import_id = import);
  -- The trigger's arguments are the columns of the primary key.
  key_of_row text := (select 'jsonb_build_object(' || string_agg(format('%L, r.%I', k, k), ', ') || ')' from unnest(tg_argv) k);
  same_key text := (select string_agg(format('o.%I = r.%I', k, k), ' and ') from unnest(tg_argv) k);
begin
  if tg_op = 'INSERT' then
    execute format('insert into import_changes select $1, $2, $3, $4, %s, null, import_row_hash(to_jsonb(r)) from new_rows r', key_of_row)
      using import, step, tg_table_name, tg_op;
  elsif tg_op = 'DELETE' then
    execute format('insert into import_changes select $1, $2, $3, $4, %s, to_jsonb(r), null from old_rows r', key_of_row)
      using import, step, tg_table_name, tg_op;
  else
    execute format('insert into import_changes select $1, $2, $3, $4, r.row_key, d.before, d.after
      from (select %s as row_key, to_jsonb(o) as was, to_jsonb(r) as is from new_rows r join old_rows o on %s offset 0) r
      cross join lateral (
        select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, r.is -> b.key) as after
        from jsonb_each(r.was) b where b.value is distinct from r.is -> b.key) d
      where d.before is not null', key_of_row, same_key)
      using import, step, tg_table_name, tg_op;
  end if;
  return null;
end
$$;

-- Every table that an import writes, by its primary key. Outside of imports the triggers do nothing.
do $$
declare
  watched record;
  event record;
begin
  for watched in select c.relname as name, (
      select string_agg(quote_literal(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
      where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname in (
      'amis_products', 'amis_partners', 'amis_purchase_lines', 'bravo_items', 'bravo_partners', 'sales_ledger_lines',
      'product_connections', 'partner_connections', 'suggestions', 'suggestion_batches', 'suggestion_decisions',
      'period_inventory_rows', 'period_amis_sales', 'period_amis_entries_seen', 'period_loads', 'invoices',
      'profile_warehouses', 'shared_inventory_amis_rows', 'shared_inventory_periods')
  loop
    for event in select * from (values
      ('insert', 'referencing new table as new_rows'),
      ('update', 'referencing old table as old_rows new table as new_rows'),
      ('delete', 'referencing old table as old_rows')) as e (name, referencing)
    loop
      execute format('create trigger keep_import_%s after %s on %I %s for each statement
        when (current_setting(''khop.import_id'', true) <> '''') execute function keep_import_changes(%s)',
        event.name, event.name, watched.name, event.referencing, watched.key);
    end loop;
  end loop;
end
$$;
