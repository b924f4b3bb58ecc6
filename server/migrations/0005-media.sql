-- Pictures of the local media store (KHOP_MEDIA_MODE=local): avatars and logos, each kept once.

create table media_images (
  id uuid primary key,
  sha256 text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null,
  created_at timestamptz not null default now()
);

-- The one secret that signs uploads to the local store; every process of the service must know the same one.
-- gen_random_uuid() draws from the system's strong random source: two of them carry 244 random bits.
create table media_secret (
  is_only boolean primary key default true check (is_only),
  secret text not null
);
insert into media_secret (secret) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- A signature for a picture is good for one upload: what has been used of those that have not yet expired.
create table media_signatures_used (
  signature text primary key,
  used_at timestamptz not null default now()
);
