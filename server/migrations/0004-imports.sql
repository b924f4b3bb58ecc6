-- Files that were taken in, and the result of each. The changes that an import made, for taking it back: 0012-import-undo.sql.

create table uploads (
  id uuid primary key,
  file_name text not null,
  size bigint not null,
  sha256 text not null,
  created_by text not null,
  created_at timestamptz not null default now()
);

-- A file in pieces of about 1 MiB, so that any worker can read what any server took in.
create table upload_chunks (
  upload_id uuid not null references uploads (id) on delete cascade,
  position integer not null,
  content bytea not null,
  primary key (upload_id, position)
);

create table import_batches (
  id uuid primary key,
  run_id uuid not null references runs (id),
  profile_id uuid,
  -- The place that the file was loaded into: 'catalogue', a period, or a connection kind.
  scope text not null,
  layout text not null,
  file_name text not null,
  sha256 text not null,
  report jsonb not null,
  -- Rejected rows beyond those in the report, for the error workbook.
  rejected jsonb not null default '[]',
  upload_id uuid references uploads (id),
  created_by text not null,
  created_at timestamptz not null default now(),
  -- When the import was taken back, and by which person.
  undone_at timestamptz,
  undone_by text,
  -- The effect of taking it back: {removes, restores, returns}; null when its changes are not kept.
  undo jsonb,
  -- The newest migration then: rows of another schema are not put back.
  undo_schema text
);
create index import_batches_by_profile on import_batches (profile_id, layout, created_at desc);
create index import_batches_by_hash on import_batches (scope, layout, sha256);
