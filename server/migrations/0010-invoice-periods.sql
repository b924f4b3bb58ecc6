-- Invoice periods: the installation's rules and templates, the frozen copies that a period reads, and people's decisions on them.

-- Every set of dated invoice rules that the installation has had; the latest is in force. Version 1 is what ships and has no row.
create table invoice_rule_sets (
  version integer primary key check (version > 1),
  -- The whole set of rules; null: the set that ships, as this version of the product ships it.
  rules jsonb,
  action text not null check (action in ('edit', 'reset', 'confirm')),
  reason text not null,
  created_by text not null,
  created_at timestamptz not null default now()
);

create function refuse_rewriting_rules() returns trigger language plpgsql as $$
begin
  raise exception 'The history of invoice rules is append-only';
end $$;

create trigger invoice_rule_sets_append_only before update or delete on invoice_rule_sets
  for each row execute function refuse_rewriting_rules();

-- The installation's own import templates: a profile names one by its code, beside those that ship with the product.
create table export_layouts (
  id uuid primary key,
  code text not null unique,
  name text not null,
  -- Checked when saved: sheet name, and columns of a header with a field or a constant.
  document jsonb not null,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

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
  closed_by text,
  close_acknowledgement text,
  -- Tie-out, VAT tie-out, warnings and counts of the plan in force.
  plan jsonb,
  -- Grows with every change of what a generation reads: a plan made from older input is not saved over newer.
  input_revision bigint not null default 1,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now()
);
-- Several periods may be open at a time (docs/decisions/0027): the service refuses those that would share a day of a profile
-- or of a branch.
create index invoice_periods_open on invoice_periods (from_date) where status <> 'closed';

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
  -- As in `sales_ledger_lines`.
  unstated text not null default '',
  warehouse_code text not null default '',
  kind text not null,
  description text not null default '',
  -- The whereabouts of every đồng of the line, before VAT: the four add up to amount − discount.
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
  -- When the report was made in AMIS: what a stock report contains is told by it (docs/decisions/0017).
  made_at timestamptz not null,
  made_from text not null default 'upload' check (made_from in ('stated', 'file', 'upload')),
  -- A person states that a stock report contains what a sales ledger made after it shows: the moment of that ledger. The next
  -- stock report that is loaded knows nothing of it.
  contains_ledger_at timestamptz check (contains_ledger_at is null or kind = 'inventory'),
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
  -- An entry is known by its content, not by its place in the file: a decision stays with it when the ledger is exported again.
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
  -- The ledger's words about an invoice: replaced, adjusted or cancelled, and which one it replaces.
  description text not null default '',
  invoice_state text not null default '',
  row_number integer,
  primary key (period_id, profile_id, entry_key)
);
-- Vouchers are looked up over periods: what another period's ledger has shown of an invoice.
create index period_amis_sales_by_voucher on period_amis_sales (profile_id, voucher_number);

-- Since when each entry of a sales ledger is known; it outlives the rows, which every ledger replaces.
create table period_amis_entries_seen (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  entry_key text not null,
  first_seen_at timestamptz not null,
  -- Moment of the last ledger before that one, which did not show the entry.
  absent_at timestamptz,
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

-- People's decisions on ambiguous AMIS entries, with the candidates that they saw: readable later without the plan of then.
create table period_reconciliations (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null references profiles (id),
  entry_key text not null,
  -- Null: a person decided that the entry is none of the period's lines.
  source_key text,
  candidates jsonb not null default '[]',
  why text not null default '',
  note text not null default '',
  -- The entry as it was then: voucher, day, customer, product, quantity and amount.
  entry jsonb not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (period_id, profile_id, entry_key)
);
