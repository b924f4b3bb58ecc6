-- The planned date of a period goes: an invoice carries the day of its sale, or the day on which it is really made.

-- The day on which invoices are made: today in Vietnam. `khop.today` fixes it for tests; no service of real identities
-- starts with it (server/src/db/clock/today.ts).
create function today() returns date language sql stable as $$
  select coalesce(
    nullif(current_setting('khop.today', true), '')::date,
    (now() at time zone 'Asia/Ho_Chi_Minh')::date
  )
$$;

alter table invoice_periods drop column planned_invoice_date;
