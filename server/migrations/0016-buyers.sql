-- Buyers as the law names them (docs/decisions/0042). `amis_partners.id_number` is the personal number where it has 12 digits;
-- beside it stand the passport and nationality of a foreigner, and the code of a unit that lives on the budget.
alter table amis_partners
  add column passport text not null default '',
  add column nationality text not null default '',
  add column budget_code text not null default '';

-- The tax codes, "0316520076,0316520076-001", with which a person has confirmed that the partner takes no invoice although
-- it has one: another code of the partner is asked about again.
alter table bravo_partners add column no_invoice_confirmed text not null default '';

-- What identifies the buyer beside the tax code, and the real name where the invoice carries the consumer's text.
alter table invoices add column buyer_identity jsonb not null default '{}';
