-- Decisions about suggestions: reasons as data, a log that outlives the suggestions, and batches that are undone as one.

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

create table suggestion_batches (
  id uuid primary key,
  kind text not null check (kind in ('product', 'partner')),
  profile_id uuid not null references profiles (id) on delete cascade,
  created_by text not null,
  created_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz
);

-- What people decided and what they saw then. A decision that was taken back is kept, but counts for nothing.
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

alter table suggestions add column reason_code text references rejection_reasons (code);
alter table suggestions add column engine_score double precision;
update suggestions set engine_score = score;
alter table suggestions alter column engine_score set not null;
-- Largest where the score says least: a person's answer teaches the most there.
alter table suggestions add column uncertainty double precision generated always as (0.5 - abs(score - 0.5)) stored;
