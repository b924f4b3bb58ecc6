-- Invoice periods: what each one reads (frozen copies), what it decided, and what was exported.

create table invoice_periods (
  id uuid primary key,
  name text not null,
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  planned_invoice_date date not null,
  profile_ids uuid[] not null,
  -- Bravo branch → profile ids that may lawfully invoice it.
  issuers jsonb not null default '{}',
  rules jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'generated', 'exported', 'closed')),
  generated_at timestamptz,
  exported_at timestamptz,
  closed_at timestamptz,
  close_acknowledgement text,
  -- Tie-out, VAT tie-out, warnings and counts of the plan in force.
  plan jsonb,
  -- Grows with every change of what a generation reads: a plan made from older input is not saved over newer.
  input_revision bigint not null default 1,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now()
);
-- One current period at a time.
create unique index invoice_periods_one_current on invoice_periods ((1)) where status <> 'closed';

create table period_sales_lines (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  source_key text not null,
  branch_code text not null,
  doc_code text not null,
  doc_no text not null,
  document_key text not null,
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
  kind text not null,
  description text not null default '',
  -- Where every đồng of the line went, before VAT: the four add up to amount − discount.
  invoiced bigint not null default 0,
  already_invoiced bigint not null default 0,
  unallocated bigint not null default 0,
  excluded bigint not null default 0,
  primary key (period_id, source_key)
);
create index period_sales_lines_by_document on period_sales_lines (period_id, document_key);
create index period_sales_lines_by_date on period_sales_lines (period_id, doc_date);

create table period_loads (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  kind text not null check (kind in ('inventory', 'sales_ledger')),
  from_date date,
  to_date date,
  import_id uuid,
  loaded_at timestamptz not null default now(),
  primary key (period_id, profile_id, kind)
);

create table period_inventory_rows (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  warehouse_code text not null,
  product_code text not null,
  product_name text not null default '',
  unit text not null default '',
  opening numeric(24, 6) not null,
  incoming numeric(24, 6) not null,
  outgoing numeric(24, 6) not null,
  closing numeric(24, 6) not null,
  closing_value bigint not null default 0,
  primary key (period_id, profile_id, warehouse_code, product_code)
);

create table period_amis_sales (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  entry_key text not null,
  voucher_number text not null,
  document_date date not null,
  invoice_number text not null default '',
  invoice_date date,
  customer_code text not null default '',
  customer_name text not null default '',
  product_code text not null,
  product_name text not null default '',
  warehouse_code text not null default '',
  unit text not null default '',
  quantity numeric(24, 6) not null,
  amount bigint not null,
  vat_amount bigint not null default 0,
  row_number integer,
  primary key (period_id, profile_id, entry_key)
);

create table period_exclusions (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  source_key text not null,
  reason text not null check (reason in ('cancelled', 'internal', 'not_a_sale')),
  note text not null default '',
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (period_id, source_key)
);

create table period_reconciliations (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  entry_key text not null,
  -- Null: a person decided that the entry is none of the period's lines.
  source_key text,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (period_id, profile_id, entry_key)
);

-- A voucher number stays with its invoice's key over every regeneration, and is never given twice in a profile.
create table invoice_vouchers (
  profile_id uuid not null references profiles (id),
  voucher_number text not null,
  period_id uuid not null,
  invoice_key text not null,
  primary key (profile_id, voucher_number),
  unique (profile_id, period_id, invoice_key)
);

create table invoices (
  id uuid primary key,
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  invoice_key text not null,
  voucher_number text not null,
  -- Date on the invoice, and the sale's own date, which is never altered.
  invoice_date_planned date not null,
  document_date date not null,
  bravo_document text not null,
  branch_code text not null default '',
  buyer_source text not null,
  buyer_customer_id uuid,
  buyer_customer_code text not null default '',
  buyer_name text not null,
  buyer_address text not null default '',
  buyer_tax_code text not null default '',
  buyer_phone text not null default '',
  buyer_email text not null default '',
  buyer_reason text,
  bravo_partner_code text not null,
  amount bigint not null,
  vat_amount bigint not null,
  total bigint not null,
  vat jsonb not null,
  amount_in_words text not null,
  warnings jsonb not null default '[]',
  item_count integer not null,
  status text not null default 'draft' check (status in ('draft', 'exported', 'issued', 'cancelled', 'replaced', 'adjusted')),
  pinned boolean not null default false,
  invoice_number text,
  invoice_date date,
  search text not null default '',
  -- Hash of the content, to tell a changed invoice from an equal one when regenerating.
  fingerprint text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (period_id, profile_id, invoice_key)
);
create index invoices_by_document on invoices (period_id, bravo_document);
create index invoices_by_voucher on invoices (period_id, voucher_number);

create table invoice_items (
  period_id uuid not null,
  invoice_id uuid not null references invoices (id) on delete cascade,
  line_number integer not null,
  id uuid not null unique,
  product_code text not null,
  name text not null,
  unit text not null default '',
  warehouse_code text not null default '',
  kind text not null,
  quantity numeric(24, 6) not null,
  unit_price numeric(28, 10) not null,
  amount bigint not null,
  vat_rate text not null,
  vat_amount bigint not null,
  primary key (invoice_id, line_number)
);

create table invoice_allocations (
  period_id uuid not null,
  item_id uuid not null references invoice_items (id) on delete cascade,
  position integer not null,
  id uuid not null,
  source_key text not null,
  -- Null for services and discounts, which need no stock.
  lot text,
  warehouse_code text not null default '',
  available_from date,
  quantity numeric(24, 6) not null,
  base_quantity numeric(24, 6) not null,
  amount bigint not null,
  primary key (item_id, position)
);
create index invoice_allocations_by_line on invoice_allocations (period_id, source_key);

create table period_shortages (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  source_key text not null,
  position integer not null,
  reason text not null,
  base_quantity numeric(24, 6) not null,
  amount bigint not null,
  vat_amount bigint not null default 0,
  message text not null,
  remedy text not null,
  competitors jsonb not null default '[]',
  primary key (period_id, source_key, position)
);
create index period_shortages_by_reason on period_shortages (period_id, reason);

create table period_already_invoiced (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  source_key text not null,
  position integer not null,
  profile_id uuid not null,
  entry_key text not null,
  voucher_number text not null,
  invoice_number text not null default '',
  base_quantity numeric(24, 6) not null,
  amount bigint not null,
  vat_amount bigint not null default 0,
  signals jsonb not null default '[]',
  primary key (period_id, source_key, position)
);

-- Returns that cancelled a sale of the period; both sides positive.
create table period_netted (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  return_line text not null,
  sale_line text not null,
  base_quantity numeric(24, 6) not null,
  amount bigint not null,
  vat_amount bigint not null default 0,
  primary key (period_id, return_line, sale_line)
);
create index period_netted_by_sale on period_netted (period_id, sale_line);

create table period_excluded (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  source_key text not null,
  amount bigint not null,
  vat_amount bigint not null default 0,
  reason text not null,
  note text not null default '',
  primary key (period_id, source_key)
);

-- The stock that the plan in force drew from, in AMIS units.
create table period_lots (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  lot text not null,
  profile_id uuid not null,
  warehouse_code text not null,
  product_code text not null,
  available_from date not null,
  quantity numeric(24, 6) not null,
  source text not null,
  primary key (period_id, lot)
);

create table period_reviews (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null,
  entry_key text not null,
  candidates jsonb not null,
  why text not null,
  primary key (period_id, profile_id, entry_key)
);

-- Each download's bytes, so that a retry with the same key answers the very same file.
create table period_exports (
  id uuid primary key,
  period_id uuid not null references invoice_periods (id) on delete cascade,
  idempotency_key text not null,
  file_name text not null,
  sha256 text not null,
  content bytea not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  unique (period_id, idempotency_key)
);
