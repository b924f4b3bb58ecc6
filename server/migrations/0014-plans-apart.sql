-- A plan that a regeneration would switch to, kept apart until a person applies or discards it.
create table period_proposals (
  period_id uuid primary key references invoice_periods (id) on delete cascade,
  -- Of everything that the plan was made from, and the period's state then: applied only while both still hold.
  whole_hash text not null,
  input_hash text not null,
  revision text not null,
  -- The plan itself, serialised and compressed.
  plan bytea not null,
  -- Counts per profile and the tie-out, for the person who decides.
  summary jsonb not null,
  created_by text not null,
  created_at timestamptz not null
);

create table period_proposal_changes (
  period_id uuid not null references period_proposals (period_id) on delete cascade,
  position integer not null,
  kind text not null check (kind in ('added', 'changed', 'removed')),
  profile_id uuid not null,
  invoice_key text not null,
  voucher_number text not null,
  document_date date not null,
  bravo_document text not null,
  buyer_name text not null,
  before_total bigint,
  after_total bigint,
  fields jsonb not null default '[]',
  primary key (period_id, position)
);

-- The plan before the last regeneration, whole, until the next one or an export.
create table period_undo (
  period_id uuid primary key references invoice_periods (id) on delete cascade,
  plan jsonb not null,
  generated_at timestamptz,
  -- The period's state right after the regeneration: whoever changed something since would lose it.
  revision_after text not null,
  change jsonb not null,
  created_by text not null,
  created_at timestamptz not null
);

create table period_undo_rows (
  period_id uuid not null references period_undo (period_id) on delete cascade,
  table_name text not null,
  content jsonb not null
);
create index period_undo_rows_by_period on period_undo_rows (period_id, table_name);
