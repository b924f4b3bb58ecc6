-- A signature for a picture is good for one upload: what has been used of those that have not yet expired.
create table media_signatures_used (
  signature text primary key,
  used_at timestamptz not null default now()
);
