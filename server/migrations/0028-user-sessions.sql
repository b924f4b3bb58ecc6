-- Where a person is signed in, as far as the service knows it: one sign-in (its time is in every token) on one device.
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
