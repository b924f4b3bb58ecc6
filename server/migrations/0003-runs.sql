-- Work that goes on behind the screens, and the rows that it has on their way in.

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
  -- The input of the work, and how far it has come: a restarted worker continues from the checkpoint.
  payload jsonb not null default '{}',
  checkpoint jsonb,
  -- The number of rows that the run has staged. Logged and committed with the checkpoint, it tells whether they are still there.
  staged integer not null default 0,
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
-- A refresh of suggestions that was asked for while another run was at work: looked for every few seconds.
create index runs_asked_again on runs (id) where payload ? 'again';

-- Rows that a run has read from a file or from Bravo, chunk by chunk, before one transaction takes it over into its table. Deleted
-- when the run ends. Such rows need no log of their own: a crash of the database empties the table, and a run whose rows are
-- gone starts over. This nearly halves what the check of a large file writes to the log.
create unlogged table staged_rows (
  run_id uuid not null,
  -- Identifies the row within its target, e.g. a product code or a ledger line's source key.
  key text not null,
  -- Row of the file, from 1; null for rows that come from Bravo.
  row_number integer,
  -- Hash of `data`: a row whose stored twin carries the same one is left alone.
  fingerprint text not null default '',
  -- Database column → value.
  data jsonb not null,
  primary key (run_id, key)
);
