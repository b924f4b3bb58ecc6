-- Bravo's masters and sales ledger, and beside them what a file or a person gave (docs/decisions/0024 and 0029): given records
-- outlive every load and sync.

create table bravo_items (
  code text primary key,
  name text not null,
  unit text not null default '',
  units jsonb not null default '[]',
  item_group text not null default '',
  type text not null default '',
  is_active boolean not null default true,
  source text not null default 'bravo' check (source in ('bravo', 'given')),
  given_by text not null default '',
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
  source text not null default 'bravo' check (source in ('bravo', 'given')),
  given_by text not null default '',
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
  -- Figures that Bravo left blank where the line's kind has to state them ("amount,quantity"): they are 0 and mean unknown.
  unstated text not null default '',
  warehouse_code text not null default '',
  kind text not null check (kind in ('goods', 'service', 'discount', 'free')),
  description text not null default '',
  source text not null default 'bravo' check (source in ('bravo', 'given')),
  given_by text not null default '',
  fingerprint text not null default '',
  stored_at timestamptz not null default now(),
  -- Keys of given lines are never Bravo's.
  constraint sales_ledger_lines_given_key check ((source = 'given') = (source_key like 'given/%'))
);
create index sales_ledger_lines_by_date on sales_ledger_lines (doc_date, doc_no, source_key);
-- The order in which people page through the list, to the last of 300,000 lines.
create index sales_ledger_lines_by_day on sales_ledger_lines (doc_date, source_key);
create index sales_ledger_lines_by_partner on sales_ledger_lines (partner_code, doc_date);
create index sales_ledger_lines_by_item on sales_ledger_lines (item_code, doc_date);
-- Numbers of documents are compared without case, as codes are everywhere.
create index sales_ledger_lines_by_document on sales_ledger_lines (lower(doc_no));
create index sales_ledger_lines_given on sales_ledger_lines (doc_date, source_key) where source = 'given';
