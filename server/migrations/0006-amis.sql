-- AMIS profiles with their catalogues and purchases.

create table profiles (
  id uuid primary key,
  code text not null unique,
  name text not null,
  tax_code text not null default '',
  address text not null default '',
  invoice_form text not null default '1',
  invoice_symbol text not null default '',
  voucher_prefix text not null default 'BH',
  default_warehouse_code text not null default '',
  excluded_warehouse_codes text[] not null default '{}',
  -- Of the names in `profile_warehouses`, which are decided together.
  warehouses_version integer not null default 1,
  accounts jsonb not null default '{}',
  max_lines_per_invoice integer not null default 200 check (max_lines_per_invoice > 0),
  locked_through date,
  last_issued_date date,
  logo_url text,
  export_layout text not null default 'amis-sales-voucher',
  is_active boolean not null default true,
  search text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

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

create table amis_products (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  code text not null,
  name text not null,
  unit text not null default '',
  kind text not null default '',
  product_group text not null default '',
  vat_rate text,
  vat_reduction text not null default 'unknown' check (vat_reduction in ('unknown', 'none', 'reduced')),
  sale_price numeric(28, 10),
  last_purchase_price numeric(28, 10),
  last_purchase_date date,
  average_purchase_price numeric(28, 10),
  quantity_on_hand numeric(24, 6),
  stock_value bigint,
  default_warehouse_code text not null default '',
  accounts jsonb not null default '{}',
  is_active boolean not null default true,
  note text not null default '',
  search text not null default '',
  -- Here as everywhere: hash of what an import writes; an unchanged row is left alone.
  fingerprint text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (profile_id, code)
);
-- The order in which people page through the list, to the last of 100,000 products.
create index amis_products_by_name on amis_products (profile_id, name collate "vi-x-icu", id);

create table amis_partners (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  type text not null check (type in ('customer', 'supplier')),
  code text not null,
  name text not null,
  address text not null default '',
  tax_code text not null default '',
  tax_code_check text not null default 'none',
  phone text not null default '',
  email text not null default '',
  id_number text not null default '',
  partner_group text not null default '',
  is_organisation boolean,
  is_internal boolean not null default false,
  is_active boolean not null default true,
  note text not null default '',
  search text not null default '',
  fingerprint text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (profile_id, type, code)
);
create index amis_partners_by_tax_code on amis_partners (profile_id, tax_code) where tax_code <> '';

create table amis_purchase_lines (
  profile_id uuid not null references profiles (id),
  -- Voucher number, product and the occurrence of both within the ledger.
  line_key text not null,
  id uuid not null,
  accounting_date date not null,
  document_date date,
  voucher_number text not null,
  invoice_number text not null default '',
  product_code text not null,
  product_name text not null default '',
  unit text not null default '',
  warehouse_code text not null default '',
  quantity numeric(24, 6) not null,
  returned_quantity numeric(24, 6) not null default 0,
  unit_price numeric(28, 10),
  amount bigint not null default 0,
  fingerprint text not null default '',
  primary key (profile_id, line_key)
);
create index amis_purchase_lines_by_date on amis_purchase_lines (profile_id, accounting_date);
create index amis_purchase_lines_by_product on amis_purchase_lines (profile_id, product_code, accounting_date desc);
