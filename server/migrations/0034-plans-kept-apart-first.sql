-- The rows of the plan before a regeneration are copied before the period is locked, under the id of the run that copies
-- them: they are part of nothing until `period_undo` names them. What a run left behind that never came to that is removed
-- hourly. No reference to the period: it would be locked for as long as the copy is made.
alter table period_undo add column rows_id uuid;
update period_undo set rows_id = period_id;
alter table period_undo alter column rows_id set not null;

alter table period_undo_rows drop constraint period_undo_rows_period_id_fkey;
alter table period_undo_rows add column rows_id uuid;
update period_undo_rows set rows_id = period_id;
alter table period_undo_rows alter column rows_id set not null;
drop index period_undo_rows_by_period;
create index period_undo_rows_by_id on period_undo_rows (rows_id, table_name);

-- They go with the plan that names them, also where that one goes with its period.
create function drop_undo_rows() returns trigger language plpgsql as $$
begin
  delete from period_undo_rows where rows_id = old.rows_id;
  return null;
end $$;
create trigger drop_undo_rows after delete on period_undo for each row execute function drop_undo_rows();
