-- Certified acceptance: a bucket of suggested pairs that is accepted with a bound on its errors, by rows and by đồng, from a random
-- sample that people judge without seeing the score (docs/decisions/0052-certified-acceptance.md).

create table certifications (
  id uuid primary key,
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  state text not null check (state in ('judging', 'proven', 'accepting', 'certified', 'recalled', 'split', 'cancelled')),
  -- The bucket as it was asked for. What it had for members then is in certification_members.
  min_score double precision not null,
  max_score double precision,
  q text not null default '',
  without_traits text[] not null default '{}',
  parent_id uuid references certifications (id) on delete cascade,
  earlier_tries integer not null,
  max_error double precision not null,
  -- The probability with which the bound may fail.
  risk double precision not null,
  members integer not null check (members > 0),
  value bigint not null,
  -- Both are written before the first pair is shown: they fix the order in which the pairs are drawn.
  seed text not null,
  members_hash text not null check (members_hash ~ '^[0-9a-f]{64}$'),
  expected_judgements integer not null,
  judged integer not null default 0,
  judged_right integer not null default 0,
  judged_wrong integer not null default 0,
  judged_unsure integer not null default 0,
  judged_by text[] not null default '{}',
  -- Bounds at the moment, of the accepted pairs and of those of them that are left.
  rows_bound double precision not null default 1,
  value_bound double precision not null default 1,
  rows_left double precision not null default 1,
  value_left double precision not null default 1,
  accepted integer not null default 0,
  accepted_value bigint not null default 0,
  corrected integer not null default 0,
  corrected_value bigint not null default 0,
  run_id uuid,
  accepted_by text,
  accepted_at timestamptz,
  -- Null when the bound alone recalled it: then the bound may also bring it back.
  recalled_by text,
  recalled_at timestamptz,
  recall_reason text,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null
);
-- One at a time: two open samples of the same pairs would be two tries of which a person could choose the better.
create unique index certifications_one_open on certifications (profile_id, kind) where state in ('judging', 'proven', 'accepting');
create index certifications_by_time on certifications (profile_id, kind, created_at desc);

-- The pairs of a bucket in the order of drawing: the first `judged` of them are the sample.
create table certification_members (
  certification_id uuid not null references certifications (id) on delete cascade,
  place integer not null check (place > 0),
  suggestion_id uuid not null,
  suggestion_version integer not null,
  amis_id uuid not null,
  amis_code text not null,
  amis_name text not null,
  bravo_code text not null,
  bravo_name text not null,
  value bigint not null,
  score double precision not null,
  -- What its errors may share with others: keys of engine/src/connections/certification/traits.ts.
  traits jsonb not null,
  judgement text check (judgement in ('right', 'wrong', 'unsure')),
  judged_by text,
  judged_at timestamptz,
  connection_id uuid,
  corrected_at timestamptz,
  corrected_by text,
  primary key (certification_id, place)
);
create index certification_members_by_connection on certification_members (connection_id) where connection_id is not null;
-- By these a new bucket finds earlier tries, and a pair that is connected again its place.
create index certification_members_by_suggestion on certification_members (suggestion_id);
create index certification_members_by_pair on certification_members (amis_id, bravo_code);
