-- Which days an entity works on, for the last day of signing (docs/decisions/0044). The defaults are what was assumed before anybody said so:
-- Saturdays are off, and nobody knows whether the entity swaps days as the public service does.
alter table profiles
  add column saturday_is_working boolean not null default false,
  add column follows_swaps text not null default 'unknown' check (follows_swaps in ('unknown', 'yes', 'no'));
