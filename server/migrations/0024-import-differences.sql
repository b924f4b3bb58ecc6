-- What a file does to the records of its place, as it is shown before and after it is taken in (docs/decisions/0063-what-a-file-changes.md).

create table import_differences (
  run_id uuid not null references runs (id) on delete cascade,
  place integer not null,
  kind text not null check (kind in ('created', 'changed', 'removed', 'missing')),
  code text not null,
  title text not null,
  search text not null,
  -- Of a changed record: the cells that differ, each with its name for people and both values as texts.
  cells jsonb not null default '[]',
  primary key (run_id, place)
);
