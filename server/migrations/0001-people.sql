-- Users, their sessions and preferences, and the keys that keep a repeated request from acting twice.
-- Nothing in these files needs an extension: any PostgreSQL (15 or later, with ICU) will do.

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
  -- Here as everywhere: the folded text (no marks, lower case) that the application computes.
  search text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- The places where a person is signed in, as far as the service knows: one sign-in (its time is in every token) on one device.
-- Without revoked_at a session goes on; left_at says that its person signed out there.
create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  auth_time bigint not null,
  device text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  left_at timestamptz,
  revoked_at timestamptz,
  unique (user_id, auth_time, device)
);

-- Settings of a person's screens (columns, saved views): they follow the person to another machine.
create table user_preferences (
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) <= 100),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);

create table idempotency_keys (
  actor text not null,
  key text not null,
  request_hash text not null,
  -- Written in the same transaction as the effect, so an answer exists exactly when the effect does.
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
