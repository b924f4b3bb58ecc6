-- The daily gate (docs/decisions/0041): a period is handed over day by day.

alter table invoice_periods
  -- The plan in force stops at this day, so that the days up to it can leave; null: it takes every day until today.
  add column through_date date check (through_date between from_date and to_date),
  -- The day on which Bravo's sales were read last: days before it cannot get further sales unnoticed.
  add column sales_read_on date;

-- When the file with the invoice left: a sales ledger that was made after it and does not show the invoice says that it
-- never arrived. Of invoices that left before this migration the period's last export is known, which is never too early.
alter table invoices add column handed_over_at timestamptz;
update invoices i set handed_over_at = p.exported_at from invoice_periods p where p.id = i.period_id and i.status <> 'draft';
