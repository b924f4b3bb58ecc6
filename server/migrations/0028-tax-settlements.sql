-- Sale invoices read back from signed XML (docs/decisions/0066-sales-read-back-from-tax-invoices.md).

-- The tokens by which an invoice may name the record that it was made from; null: it came before they were read.
alter table tax_invoices add column tokens text[];

-- A tax invoice of a profile as seller beside our invoice: the one that it settles, or those that a person has to choose from.
create table tax_settlements (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  -- The key of the tax invoice. Its own file may be missing, where only an invoice that replaces or adjusts it is there.
  invoice_key text not null unique,
  -- Ours; null while it waits for a person, or once one has said that it is none of ours. The rows of a plan that comes back are
  -- deleted and inserted in one transaction, so the reference is checked at its end.
  invoice_id uuid unique references invoices (id) deferrable initially deferred,
  -- 1 number and symbol, 2 voucher number or key, 3 equal contents, 4 a person's choice.
  step integer check (step between 1 and 4),
  status text not null check (status in ('settled', 'disagrees', 'decided', 'review', 'refused')),
  -- Why a person is asked, and the invoices of ours that it may be, each with its signs.
  why text check (why in ('ambiguous', 'not_proven', 'not_exported', 'likely')),
  candidates jsonb not null default '[]',
  -- What the tax invoices and the AMIS ledger say of ours (engine: TaxWord, AmisWord), and what differs.
  tax jsonb,
  amis jsonb,
  differences jsonb not null default '[]',
  disagreements jsonb not null default '[]',
  -- The side that a person chose, and the disagreements that it was about: with other values it holds no more.
  side text check (side in ('tax', 'amis')),
  decided_on jsonb,
  reason text not null default '',
  decided_by text,
  decided_at timestamptz,
  -- The facts that ours carried before a person chose it, for taking the choice back.
  facts_before jsonb,
  search text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((invoice_id is null) = (step is null)),
  check ((invoice_id is null) = (status in ('review', 'refused'))),
  check ((invoice_id is null) = (tax is null))
);
create index tax_settlements_by_profile on tax_settlements (profile_id, status);

-- Answers about a period are computed from these (0013): what a settlement tells, and what corrects an entry of the AMIS ledger.
do $$
declare
  watched text;
begin
  foreach watched in array array['tax_settlements', 'tax_invoices', 'tax_invoice_sides', 'tax_invoice_relations'] loop
    execute format('create trigger note_data_change after insert or update or delete or truncate on %I
      for each statement execute function note_data_change()', watched);
  end loop;
end
$$;
