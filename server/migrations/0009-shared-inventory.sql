-- Stock that exists in both systems, month by month and profile by profile.

create table shared_inventory_periods (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  month text not null,
  status text not null default 'draft' check (status in ('draft', 'loaded', 'generated', 'locked')),
  amis_loaded_at timestamptz,
  amis_as_of date,
  bravo_loaded_at timestamptz,
  bravo_as_of date,
  generated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (profile_id, month)
);

create table shared_inventory_amis_rows (
  period_id uuid not null references shared_inventory_periods (id) on delete cascade,
  warehouse_code text not null,
  product_code text not null,
  -- From the stock file, for a product that the profile's catalogue does not know.
  product_name text not null default '',
  unit text not null default '',
  quantity numeric(24, 6) not null,
  value bigint not null default 0,
  primary key (period_id, warehouse_code, product_code)
);

create table shared_inventory_bravo_rows (
  period_id uuid not null references shared_inventory_periods (id) on delete cascade,
  warehouse_code text not null,
  item_code text not null,
  quantity numeric(24, 6) not null,
  value bigint not null default 0,
  primary key (period_id, warehouse_code, item_code)
);

create table shared_inventory_rows (
  period_id uuid not null references shared_inventory_periods (id) on delete cascade,
  row_key text not null,
  id uuid not null,
  code text not null,
  name text not null,
  unit text not null default '',
  amis_products jsonb not null,
  bravo_items jsonb not null,
  amis_quantity numeric(24, 6) not null,
  bravo_quantity numeric(24, 6),
  shared_quantity numeric(24, 6) not null,
  difference numeric(24, 6),
  value bigint not null default 0,
  state text not null,
  search text not null default '',
  primary key (period_id, row_key)
);
