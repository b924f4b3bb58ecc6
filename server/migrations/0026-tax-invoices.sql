-- The room for invoices of the tax authority's format (docs/decisions/0064-room-for-tax-invoices.md).

-- A file as it came. Its bytes are the evidence: they are never changed.
create table tax_invoice_files (
  id uuid primary key,
  sha256 text not null unique,
  name text not null,
  size integer not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  created_by text not null
);

create table tax_invoices (
  id uuid primary key,
  file_id uuid not null references tax_invoice_files (id),
  -- Place among the invoices of its file, from 1.
  ordinal integer not null,
  -- Seller, form, symbol and number in one text; null for a draft, which has no number.
  invoice_key text,
  seller_tax_code text not null,
  form text not null,
  symbol text not null,
  number text,
  date date,
  seller_name text not null default '',
  buyer_name text not null default '',
  buyer_tax_code text not null default '',
  currency text not null,
  -- In đồng; null for a foreign currency without a rate.
  before_vat bigint,
  vat bigint,
  total bigint,
  line_count integer not null,
  relation text not null check (relation in ('new', 'replaces', 'adjusts', 'unknown')),
  verdict text not null check (verdict in ('intact', 'intact_weak', 'unsigned', 'unreadable')),
  signer text not null check (signer in ('seller', 'other', 'unknown')),
  trust text not null check (trust in ('anchored', 'notAnchored')),
  problem_count integer not null,
  -- Of several files of one invoice, the one that speaks for it.
  is_current boolean not null default true,
  -- The rest of what the invoice says, without personal numbers: those are in the file alone.
  invoice jsonb not null,
  signature jsonb not null,
  -- SHA-256 of what the invoice says: two files may say the same.
  data_sha256 text not null,
  search text not null,
  -- The run that brought it.
  run_id uuid not null,
  created_at timestamptz not null default now(),
  unique (file_id, ordinal)
);
create unique index tax_invoices_current on tax_invoices (invoice_key) where is_current;
create index tax_invoices_by_key on tax_invoices (invoice_key);
create index tax_invoices_by_run on tax_invoices (run_id);
create index tax_invoices_by_date on tax_invoices (date, id);

-- The profiles for which an invoice is a purchase or a sale, at the time when it came.
create table tax_invoice_sides (
  tax_invoice_id uuid not null references tax_invoices (id) on delete cascade,
  profile_id uuid not null references profiles (id) on delete cascade,
  side text not null check (side in ('purchase', 'sale')),
  primary key (tax_invoice_id, profile_id, side)
);
create index tax_invoice_sides_by_profile on tax_invoice_sides (profile_id, side);

-- The invoices that an invoice replaces or adjusts, by their keys; null: a list on paper, or an incomplete one.
create table tax_invoice_relations (
  tax_invoice_id uuid not null references tax_invoices (id) on delete cascade,
  position integer not null,
  relation text not null check (relation in ('replaces', 'adjusts', 'unknown')),
  other_key text,
  primary key (tax_invoice_id, position)
);
create index tax_invoice_relations_by_key on tax_invoice_relations (other_key);
