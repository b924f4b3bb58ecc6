-- Links between the two catalogues, and the suggestions that lead to them.

create table product_connections (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  amis_product_id uuid not null references amis_products (id),
  bravo_code text not null,
  -- AMIS units per Bravo base unit: "12", "0.5" or "1/24"; null when the units differ and nobody has said.
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

create table suggestions (
  id uuid primary key,
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id),
  amis_id uuid not null,
  bravo_code text not null,
  score double precision not null,
  is_best boolean not null default false,
  evidence jsonb not null default '[]',
  suggested_factor text,
  factor_evidence jsonb not null default '[]',
  factor_contradicted boolean not null default false,
  unlock_value bigint not null default 0,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'superseded')),
  reason text,
  -- What both records looked like: a rejected pair stays away until either changes.
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
