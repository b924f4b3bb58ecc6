-- Connections between the two catalogues, the suggestions that lead to them, people's decisions on those and the models that
-- were learned from the decisions.

create table product_connections (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  amis_product_id uuid not null references amis_products (id),
  bravo_code text not null,
  -- AMIS units per Bravo base unit: "12", "0.5" or "1/24"; null when the units differ and the factor is not known.
  factor text,
  priority integer not null default 0,
  origin text not null check (origin in ('manual', 'suggestion', 'upload')),
  note text not null default '',
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  unique (profile_id, amis_product_id, bravo_code)
);
create index product_connections_by_item on product_connections (profile_id, bravo_code);
-- A record that goes is looked for among the connections.
create index product_connections_by_record on product_connections (amis_product_id);

create table partner_connections (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  amis_partner_id uuid not null references amis_partners (id),
  bravo_code text not null,
  is_default boolean not null default false,
  origin text not null check (origin in ('manual', 'suggestion', 'upload')),
  note text not null default '',
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  unique (profile_id, amis_partner_id, bravo_code)
);
create index partner_connections_by_partner on partner_connections (profile_id, bravo_code);
create index partner_connections_by_record on partner_connections (amis_partner_id);

-- Reasons to turn a suggestion down, as data.
create table rejection_reasons (
  code text primary key,
  kinds text[] not null,
  label text not null,
  position integer not null
);
insert into rejection_reasons (code, kinds, label, position) values
  ('different_size', '{product}', 'Khác quy cách', 1),
  ('different_unit', '{product}', 'Khác ĐVT', 2),
  ('different_branch', '{product,partner}', 'Khác chi nhánh', 3),
  ('same_name', '{product,partner}', 'Trùng tên', 4),
  ('different_tax_code', '{partner}', 'Khác MST', 5),
  ('different_address', '{partner}', 'Khác địa chỉ', 6),
  ('promotional', '{product}', 'Hàng khuyến mại', 7),
  ('other', '{product,partner}', 'Khác', 99);

create table suggestions (
  id uuid primary key,
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id),
  amis_id uuid not null,
  bravo_code text not null,
  score double precision not null,
  -- The shipped engine's own score, before anything was learned from this company.
  engine_score double precision not null,
  -- Largest where the score says least: a person's answer teaches the most there.
  uncertainty double precision generated always as (0.5 - abs(score - 0.5)) stored,
  is_best boolean not null default false,
  evidence jsonb not null default '[]',
  suggested_factor text,
  factor_evidence jsonb not null default '[]',
  factor_contradicted boolean not null default false,
  unlock_value bigint not null default 0,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'superseded')),
  reason_code text references rejection_reasons (code),
  reason text,
  -- The content of both records then: a rejected pair stays away until either changes.
  amis_fingerprint text not null default '',
  bravo_fingerprint text not null default '',
  decided_by text,
  decided_at timestamptz,
  run_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (profile_id, kind, amis_id, bravo_code)
);
create index suggestions_by_score on suggestions (profile_id, kind, status, score desc);
create index suggestions_by_value on suggestions (profile_id, kind, status, unlock_value desc);
-- The pairs with a Bravo record, so that a refresh finds the neighbours of a changed one.
create index suggestions_by_bravo on suggestions (profile_id, kind, bravo_code);

-- Suggestions that were decided together and are undone as one.
create table suggestion_batches (
  id uuid primary key,
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  created_by text not null,
  created_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz
);

-- People's decisions with the evidence that they saw; they outlive the suggestions. A decision that was taken back is kept, but
-- counts for nothing.
create table suggestion_decisions (
  id uuid primary key,
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  amis_id uuid not null,
  bravo_code text not null,
  decision text not null check (decision in ('accepted', 'rejected')),
  score double precision not null,
  -- The shipped engine's own score and evidence, before anything was learned from this company.
  engine_score double precision not null,
  evidence jsonb not null,
  is_best boolean not null,
  reason_code text references rejection_reasons (code),
  note text,
  batch_id uuid references suggestion_batches (id),
  connection_id uuid,
  decided_by text not null,
  decided_at timestamptz not null,
  withdrawn_by text,
  withdrawn_at timestamptz
);
create index suggestion_decisions_standing on suggestion_decisions (profile_id, kind, amis_id, bravo_code) where withdrawn_at is null;
create index suggestion_decisions_by_batch on suggestion_decisions (batch_id) where batch_id is not null;

-- The input that suggestions were made from, so that only changed records are matched again.
create table matching_states (
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  generated_at timestamptz not null,
  matched_at timestamptz not null,
  -- The run that matched last: what a worker keeps ready between runs is good only for the state that it came from.
  matched_by uuid,
  minimum_score double precision not null,
  primary key (kind, profile_id)
);

create table matched_records (
  kind text not null,
  profile_id uuid not null,
  side text not null check (side in ('amis', 'bravo')),
  record_id text not null,
  fingerprint text not null,
  primary key (kind, profile_id, side, record_id),
  foreign key (kind, profile_id) references matching_states (kind, profile_id) on delete cascade
);

-- One row per attempt to learn; the newest that is active serves. Figures are those of decisions held out from the fit.
create table learned_models (
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  version integer not null,
  model jsonb not null,
  figures jsonb not null,
  decisions integer not null,
  is_active boolean not null,
  created_at timestamptz not null,
  primary key (kind, profile_id, version)
);
create unique index learned_models_one_active on learned_models (kind, profile_id) where is_active;

create table learning_settings (
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  is_enabled boolean not null,
  version integer not null default 1,
  primary key (kind, profile_id)
);
