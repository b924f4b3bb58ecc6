-- What a person set up on the screens (columns, saved views): it follows them to another machine.
create table user_preferences (
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) <= 100),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);
