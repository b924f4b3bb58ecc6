-- What a person saw when deciding on an ambiguous AMIS entry, so that the decision can be read later without the plan of then.
alter table period_reconciliations
  add column candidates jsonb not null default '[]',
  add column why text not null default '',
  add column note text not null default '',
  -- The entry as it stood: voucher, day, customer, product, quantity and amount.
  add column entry jsonb not null default '{}';

-- An entry is known by its content, not by its place in the file: a decision stays with it when the ledger is exported again.
create temporary table entry_names on commit drop as
select period_id, profile_id, entry_key as old_key,
  voucher_number || '#' || product_code || '#' || trim_scale(quantity) || '#' || amount || '#'
    || row_number() over (partition by period_id, profile_id, voucher_number, product_code, quantity, amount order by row_number, entry_key) as new_key
from period_amis_sales;

update period_amis_sales e set entry_key = n.new_key
from entry_names n where e.period_id = n.period_id and e.profile_id = n.profile_id and e.entry_key = n.old_key;
update period_already_invoiced e set entry_key = n.new_key
from entry_names n where e.period_id = n.period_id and e.profile_id = n.profile_id and e.entry_key = n.old_key;
update period_reviews e set entry_key = n.new_key
from entry_names n where e.period_id = n.period_id and e.profile_id = n.profile_id and e.entry_key = n.old_key;

create index period_already_invoiced_by_entry on period_already_invoiced (period_id, profile_id, entry_key);
