-- What the invoices of the plan in force bear of VAT beside the ledger, per invoice, rate and reason; the totals stand in the plan.
create table period_vat_differences (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  position integer not null,
  -- Both null: VAT of goods that were invoiced and stand on no invoice any more.
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
