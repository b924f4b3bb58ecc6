-- When the reports of a period were made in AMIS: what a stock report contains is told by it (docs/decisions/0017).
alter table period_loads
  add column made_at timestamptz,
  add column made_from text not null default 'upload' check (made_from in ('stated', 'file', 'upload'));
update period_loads set made_at = loaded_at;
alter table period_loads alter column made_at set not null;

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
insert into period_amis_entries_seen (period_id, profile_id, entry_key, first_seen_at)
select s.period_id, s.profile_id, s.entry_key, l.made_at
from period_amis_sales s
join period_loads l on l.period_id = s.period_id and l.profile_id = s.profile_id and l.kind = 'sales_ledger';

-- What AMIS says of an invoice of ours, as far as a ledger showed it: its amount before VAT minus ours, and the symbol that
-- its profile issued in then.
alter table invoices
  add column amis_difference bigint,
  add column invoice_symbol text;
