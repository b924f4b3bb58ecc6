-- A person states that a stock report contains what a sales ledger made after it shows: the moment of that ledger
-- (docs/decisions/0017). Of stock reports only; the next one loaded knows nothing of it.
alter table period_loads add column contains_ledger_at timestamptz
  check (contains_ledger_at is null or kind = 'inventory');
