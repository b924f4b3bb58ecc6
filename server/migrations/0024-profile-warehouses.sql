-- AMIS writes warehouses by name where its reports leave the code out; each profile says once which code a name is.
create table profile_warehouses (
  profile_id uuid not null references profiles (id) on delete cascade,
  -- The name without case and marks: files differ in both.
  name_key text not null,
  name text not null,
  code text not null check (code <> ''),
  -- 'person': decided, and used. 'books': a file has both, which is only offered.
  origin text not null check (origin in ('person', 'books')),
  primary key (profile_id, origin, name_key, code)
);
create unique index profile_warehouses_decided on profile_warehouses (profile_id, name_key) where origin = 'person';
alter table profiles add column warehouses_version integer not null default 1;
