-- Facts that may give the invoice of a sales line a day of its own (docs/decisions/0049): what the ledger itself states, if it has columns
-- of them; and beside the ledger what a person states of a line of a period, with the evidence, in its place.
alter table sales_ledger_lines add column day_facts jsonb;
alter table period_sales_lines add column day_facts jsonb;

create table period_line_days (
  period_id uuid not null references invoice_periods (id) on delete cascade,
  source_key text not null,
  facts jsonb not null,
  evidence text not null check (evidence <> ''),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (period_id, source_key)
);

create trigger note_data_change after insert or update or delete or truncate on period_line_days
  for each statement execute function note_data_change();
