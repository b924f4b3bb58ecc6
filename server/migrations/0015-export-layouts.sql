-- Import templates of a site's own: a profile names one by its code, beside those that ship with the product.
create table export_layouts (
  id uuid primary key,
  code text not null unique,
  name text not null,
  -- Checked when saved (engine: sheets/site-layout.ts): sheet name, and columns of a header with a field or a constant.
  document jsonb not null,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
