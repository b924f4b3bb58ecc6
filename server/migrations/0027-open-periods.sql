-- Several periods may be open at a time (docs/decisions/0027): the service refuses those that would share a day of a profile
-- or of a branch. Who closed a period stands beside the note of it.

drop index invoice_periods_one_current;
create index invoice_periods_open on invoice_periods (from_date) where status <> 'closed';

alter table invoice_periods add column closed_by text;
update invoice_periods p set closed_by = (
  select e.actor from audit_events e
  where e.entity = 'period' and e.entity_id = p.id::text and e.action = 'period.close'
  order by e.at desc limit 1)
where p.status = 'closed';

-- Vouchers are looked up over periods: what another period's ledger has shown of an invoice.
create index period_amis_sales_by_voucher on period_amis_sales (profile_id, voucher_number);
