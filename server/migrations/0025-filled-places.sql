-- A ledger of a million rows costs its rows once: what is known of an entry stands with the entry, and a file that fills a place
-- where nothing was is kept for its undo as one row (docs/decisions/0061-large-files.md).

-- Since when an entry is known, and the moment of the last ledger before that one, which did not show it. Both outlive the row:
-- one that comes in the place of another of the same key takes them over.
alter table period_amis_sales add column first_seen_at timestamptz, add column absent_at timestamptz;

update period_amis_sales s set first_seen_at = n.first_seen_at, absent_at = n.absent_at
from period_amis_entries_seen n
where n.period_id = s.period_id and n.profile_id = s.profile_id and n.entry_key = s.entry_key;

drop table period_amis_entries_seen;

-- FILL: rows were inserted where none were. One change for all of them: `row_key` has the columns that name the place, `after`
-- the number of its rows and the hash of them all, {rows, hash}.
alter table import_changes drop constraint import_changes_operation_check,
  add constraint import_changes_operation_check check (operation in ('INSERT', 'UPDATE', 'DELETE', 'FILL'));

drop function import_row_hash(jsonb);

-- As in 0012, but for what an INSERT keeps: a hash of the row's values, which takes a twentieth of the time of one of its text;
-- and the one change of a statement that fills the place that `khop.import_place` names.
create or replace function keep_import_changes() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  import uuid := current_setting('khop.import_id')::uuid;
  place jsonb := nullif(current_setting('khop.import_place', true), '')::jsonb;
  step integer := (select coalesce(max(c.step), 0) + 1 from import_changes c where c.import_id = import);
  -- The trigger's arguments are the columns of the primary key.
  key_of_row text := (select 'jsonb_build_object(' || string_agg(format('%L, r.%I', k, k), ', ') || ')' from unnest(tg_argv) k);
  same_key text := (select string_agg(format('o.%I = r.%I', k, k), ' and ') from unnest(tg_argv) k);
begin
  if tg_op = 'INSERT' and place is not null then
    insert into import_changes
      select import, step, tg_table_name, 'FILL', place, null,
        jsonb_build_object('rows', count(*), 'hash', bit_xor(hash_record_extended(r, 0)))
      from new_rows r having count(*) > 0;
  elsif tg_op = 'INSERT' then
    execute format('insert into import_changes select $1, $2, $3, $4, %s, null, to_jsonb(hash_record_extended(r, 0)) from new_rows r', key_of_row)
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
