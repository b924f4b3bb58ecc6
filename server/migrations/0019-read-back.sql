-- What the plan in force says of an invoice that it kept: the invoice itself is not touched, so its own warnings stay.
alter table invoices add column plan_warnings jsonb not null default '[]';

-- What a site's AMIS sales ledger says of an invoice in words: replaced, adjusted or cancelled, and which one it replaces.
alter table period_amis_sales
  add column description text not null default '',
  add column invoice_state text not null default '';
