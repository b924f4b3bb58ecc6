-- Users, runs, audit and what keeps a repeated request from acting twice.
-- Nothing here depends on extensions, triggers, LISTEN or advisory locks, so any PostgreSQL-compatible service will do.

create table users (
  id uuid primary key,
  uid text not null unique,
  email text not null,
  display_name text not null default '',
  avatar_url text,
  is_admin boolean not null default false,
  is_disabled boolean not null default false,
  -- Tokens issued before this instant are revoked.
  valid_since timestamptz not null default 'epoch',
  last_seen_at timestamptz,
  search text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table runs (
  id uuid primary key,
  kind text not null,
  scope text not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  stage text not null default '',
  done bigint not null default 0,
  total bigint,
  counters jsonb not null default '{}',
  error_code text,
  message text,
  result jsonb,
  -- What the work needs to start, and where it stands: a restarted worker continues from the checkpoint.
  payload jsonb not null default '{}',
  checkpoint jsonb,
  cancel_requested boolean not null default false,
  -- Grows with every visible change; the event stream's id.
  revision bigint not null default 1,
  attempts integer not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index runs_by_kind on runs (kind, scope, created_at desc);
create index runs_by_time on runs (created_at desc);
-- One live run per kind and scope: a second start finds the first.
create unique index runs_one_live on runs (kind, scope) where status in ('queued', 'running');

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

create table audit_events (
  id uuid primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  summary text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_events_by_time on audit_events (at desc, id desc);
create index audit_events_by_entity on audit_events (entity, entity_id, at desc);

create table idempotency_keys (
  actor text not null,
  key text not null,
  request_hash text not null,
  -- Written in the same transaction as the effect, so an answer exists exactly when the effect does.
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);

create table import_batches (
  id uuid primary key,
  run_id uuid not null references runs (id),
  profile_id uuid,
  -- What the file was loaded into: 'catalogue', a period, or a connection kind.
  scope text not null,
  layout text not null,
  file_name text not null,
  sha256 text not null,
  report jsonb not null,
  -- Rejected rows beyond those in the report, for the error workbook.
  rejected jsonb not null default '[]',
  upload_id uuid references uploads (id),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index import_batches_by_profile on import_batches (profile_id, layout, created_at desc);
create index import_batches_by_hash on import_batches (scope, layout, sha256);
