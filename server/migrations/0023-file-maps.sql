-- What a person has said about the columns of a workbook that is not recognised, kept for the next file of that make
-- (docs/decisions/0058-columns-mapped-by-hand.md).

create table file_maps (
  id uuid primary key,
  layout text not null,
  -- Null for layouts of no profile.
  profile_id uuid references profiles (id) on delete cascade,
  name text not null,
  -- A ColumnMap of engine/src/sheets/mapping, with all headers of its sheet.
  map jsonb not null,
  -- A hash of those headers in whatever order: said anew of the same headers, it is the same record.
  header_key text not null check (header_key ~ '^[0-9a-f]{64}$'),
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index file_maps_by_headers on file_maps
  (layout, coalesce(profile_id, '00000000-0000-0000-0000-000000000000'), header_key);

-- The map by which a file was read, as it lay on its sheet; null when the file was recognised. The error workbook needs it.
alter table import_batches add column map jsonb;
