-- Bravo, AMIS and tax set against each other (docs/decisions/0068-three-sides.md).

-- What the sales ledger says of an invoice beside its number; ledgers that were read before have neither until they are read again.
alter table period_amis_sales
  add column invoice_symbol text not null default '',
  add column vat_rate text not null default '';

-- The comparison that is shown of a period: the rows of one run.
create table three_sided_comparisons (
  period_id uuid primary key references invoice_periods (id) on delete cascade,
  run_id uuid not null,
  as_of date not null,
  compared_at timestamptz not null,
  compared_by text not null,
  -- The revision of the data that it was made from: another one, and it may be made anew.
  data_revision text not null
);

-- One invoice, voucher or delivery as the three sides have it. Rows of a run that is not the one that is shown are being made.
create table three_sided_rows (
  run_id uuid not null,
  -- The profile and trade of the run that it belongs to, by their place.
  part integer not null,
  id uuid not null,
  period_id uuid not null references invoice_periods (id) on delete cascade,
  -- Null: a delivery without an invoice.
  profile_id uuid references profiles (id),
  trade text not null check (trade in ('sale', 'purchase')),
  key text not null,
  symbol text not null,
  number text not null,
  date date not null,
  origin_month text not null,
  partner_tax_code text not null,
  partner_name text not null,
  delivery_before_vat bigint,
  delivery_vat bigint,
  delivery_total bigint,
  books_before_vat bigint,
  books_vat bigint,
  books_total bigint,
  tax_before_vat bigint,
  tax_vat bigint,
  tax_total bigint,
  -- VAT by rate of the three sides: {delivery, books, tax} of [{rate, amount, vat}].
  rates jsonb not null,
  documents text[] not null,
  vouchers text[] not null,
  -- The invoice of ours, the invoice in the room.
  invoice_id uuid,
  tax_key text,
  state text not null check (state in ('equal', 'different', 'uncovered')),
  -- The first of its differences, which alone counts it; null: none.
  kind text,
  differences jsonb not null,
  missing text not null,
  at_stake bigint not null,
  -- SHA-256 of what differs and how: a difference that says something else is another one.
  stamp text not null,
  search text not null,
  primary key (run_id, id)
);
create unique index three_sided_rows_by_key on three_sided_rows (run_id, profile_id, trade, key) nulls not distinct;
create index three_sided_rows_by_state on three_sided_rows (run_id, state, kind);
create index three_sided_rows_by_period on three_sided_rows (period_id);

-- Since when rows differ, and how a person explains it. An explanation holds for what was explained: with another stamp the row is open.
create table three_sided_findings (
  id uuid primary key,
  period_id uuid not null references invoice_periods (id) on delete cascade,
  profile_id uuid references profiles (id),
  trade text not null,
  key text not null,
  stamp text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Since when it differs no more; null: it does.
  closed_at timestamptz,
  reason text check (reason in ('timing', 'outside_bravo', 'mended', 'asked', 'rounding', 'other')),
  note text not null default '',
  explained_stamp text,
  explained_by text,
  explained_at timestamptz,
  version integer not null default 1
);
create unique index three_sided_findings_by_key on three_sided_findings (period_id, profile_id, trade, key) nulls not distinct;

-- Comparisons are told to be old by the revision of what they were made from (docs/decisions/0031).
do $$
declare
  watched text;
begin
  foreach watched in array array['tax_lists', 'tax_list_rows', 'tax_settlements']
  loop
    execute format('create or replace trigger note_data_change after insert or update or delete or truncate on %I
      for each statement execute function note_data_change()', watched);
  end loop;
end
$$;
