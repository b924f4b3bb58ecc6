-- What suggestions were made from, so that only what has changed is matched again, and what was learned from decisions.

create table matching_states (
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  generated_at timestamptz not null,
  matched_at timestamptz not null,
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
