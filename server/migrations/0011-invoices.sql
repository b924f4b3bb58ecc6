-- The plan in force of an invoice period (its invoices, and where every other đồng of the ledger went), the plans beside it,
-- and what was exported.

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
  -- The plan in force's warnings about an invoice that it kept: the invoice itself is not touched, so its own warnings stay.
  plan_warnings jsonb not null default '[]',
  item_count integer not null,
  status text not null default 'draft' check (status in ('draft', 'exported', 'issued', 'cancelled', 'replaced', 'adjusted')),
  pinned boolean not null default false,
  -- The person who has looked at the invoice, and when: such an invoice is pinned, so a regeneration leaves it as it is.
  reviewed_by text,
  reviewed_at timestamptz,
  -- From AMIS about an invoice of ours, as far as a ledger showed it: number and day, its amount before VAT minus ours, and
  -- the symbol that its profile issued in then.
  invoice_number text,
  invoice_date date,
  amis_difference bigint,
  invoice_symbol text,
  search text not null default '',
  -- Hash of the content, to tell a changed invoice from an equal one when regenerating.
  fingerprint text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (period_id, profile_id, invoice_key),
  constraint reviewed_is_pinned check (reviewed_at is null or (pinned and reviewed_by is not null))
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
create index period_already_invoiced_by_entry on period_already_invoiced (period_id, profile_id, entry_key);

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

create table period_reviews (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid not null,
  entry_key text not null,
  candidates jsonb not null,
  why text not null,
  primary key (period_id, profile_id, entry_key)
);

-- VAT of the invoices of the plan in force beside the ledger's, per invoice, rate and reason; the totals are in the plan.
create table period_vat_differences (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  position integer not null,
  -- Both null: VAT of goods that were invoiced and are on no invoice any more.
  profile_id uuid references profiles (id),
  invoice_key text,
  rate text not null,
  -- Null: the ledger states no rate.
  ledger_rate text,
  reason text not null check (reason in ('rounding', 'no_ledger_rate', 'rate_differs', 'ledger_tax', 'ledger_changed')),
  amount bigint not null,
  invoice_vat bigint not null,
  ledger_vat bigint not null,
  difference bigint not null,
  primary key (period_id, position)
);

-- A plan that a regeneration would switch to, kept aside until a person applies or discards it.
create table period_proposals (
  period_id uuid primary key references invoice_periods (id) on delete cascade,
  -- Of everything that the plan was made from, and the period's state then: applied only while both still hold.
  whole_hash text not null,
  input_hash text not null,
  revision text not null,
  -- The plan itself, serialised and compressed.
  plan bytea not null,
  -- Counts per profile and the tie-out, for the person who decides.
  summary jsonb not null,
  created_by text not null,
  created_at timestamptz not null
);

create table period_proposal_changes (
  period_id uuid not null references period_proposals (period_id) on delete cascade,
  position integer not null,
  kind text not null check (kind in ('added', 'changed', 'removed')),
  profile_id uuid not null,
  invoice_key text not null,
  voucher_number text not null,
  document_date date not null,
  bravo_document text not null,
  buyer_name text not null,
  before_total bigint,
  after_total bigint,
  fields jsonb not null default '[]',
  -- The reasons that forced the change.
  reasons jsonb not null default '[]',
  primary key (period_id, position)
);

-- The plan before the last regeneration, whole, until the next one or an export.
create table period_undo (
  period_id uuid primary key references invoice_periods (id) on delete cascade,
  -- Of its rows below.
  rows_id uuid not null,
  plan jsonb not null,
  generated_at timestamptz,
  -- The period's state right after the regeneration: changes made since would be lost.
  revision_after text not null,
  change jsonb not null,
  created_by text not null,
  created_at timestamptz not null
);

-- The rows of the plan before a regeneration are copied before the period is locked, under the id of the run that copies
-- them: they are part of nothing until `period_undo` names them. What a run left behind that never came to that is removed
-- hourly. No reference to the period: it would be locked for as long as the copy is made.
create table period_undo_rows (
  period_id uuid not null,
  rows_id uuid not null,
  table_name text not null,
  content jsonb not null
);
create index period_undo_rows_by_id on period_undo_rows (rows_id, table_name);

-- They go with the plan that names them, also where that one goes with its period.
create function drop_undo_rows() returns trigger language plpgsql as $$
begin
  delete from period_undo_rows where rows_id = old.rows_id;
  return null;
end $$;
create trigger drop_undo_rows after delete on period_undo for each row execute function drop_undo_rows();

-- Each download's bytes, so that a retry with the same key answers the very same file.
create table period_exports (
  id uuid primary key,
  period_id uuid not null references invoice_periods (id) on delete cascade,
  idempotency_key text not null,
  file_name text not null,
  sha256 text not null,
  content bytea not null,
  -- An export that nothing left by for the first time: only such a one can be done without once there is a newer one. What was
  -- handed over is had again byte for byte when the period is closed (docs/decisions/0027).
  is_repeat boolean not null default false,
  created_by text not null,
  created_at timestamptz not null default now(),
  unique (period_id, idempotency_key)
);
