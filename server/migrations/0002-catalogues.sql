-- AMIS profiles with their catalogues, and Bravo's masters and ledger.
-- `search` holds the folded text (no marks, lower case) that the application computes.

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
  -- Hash of what an import writes: an unchanged row is left alone.
  fingerprint text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (profile_id, code)
);

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

create table bravo_items (
  code text primary key,
  name text not null,
  unit text not null default '',
  units jsonb not null default '[]',
  item_group text not null default '',
  type text not null default '',
  is_active boolean not null default true,
  modified_at timestamptz not null,
  synced_at timestamptz not null,
  search text not null default '',
  fingerprint text not null default ''
);

create table bravo_partners (
  code text primary key,
  name text not null,
  address text not null default '',
  tax_code text not null default '',
  phone text not null default '',
  email text not null default '',
  type text not null default '',
  is_active boolean not null default true,
  -- Khớp's own; a sync never touches it.
  invoice_requirement text not null default 'unset' check (invoice_requirement in ('required', 'not_required', 'unset')),
  modified_at timestamptz not null,
  synced_at timestamptz not null,
  search text not null default '',
  fingerprint text not null default ''
);

create table sales_ledger_lines (
  source_key text primary key,
  id uuid not null unique,
  branch_code text not null,
  doc_code text not null,
  doc_no text not null,
  doc_date date not null,
  doc_status text not null default '',
  partner_code text not null,
  item_code text not null,
  item_name text not null default '',
  unit text not null default '',
  quantity numeric(24, 6) not null,
  convert_rate numeric(24, 10) not null default 1,
  base_quantity numeric(24, 6) not null,
  unit_price numeric(28, 10) not null default 0,
  amount bigint not null,
  discount bigint not null default 0,
  vat_rate text,
  vat_amount bigint not null default 0,
  warehouse_code text not null default '',
  kind text not null check (kind in ('goods', 'service', 'discount', 'free')),
  description text not null default '',
  fingerprint text not null default '',
  stored_at timestamptz not null default now()
);
create index sales_ledger_lines_by_date on sales_ledger_lines (doc_date, doc_no, source_key);
create index sales_ledger_lines_by_partner on sales_ledger_lines (partner_code, doc_date);
create index sales_ledger_lines_by_item on sales_ledger_lines (item_code, doc_date);
