-- The revision of the data, for answers that are computed once per revision (docs/decisions/0031): every statement that changes
-- one of these tables leaves a row, in its own transaction. The sum of the stamps is the revision: a transaction that sees the
-- change sees another sum, one that does not sees the old one. Rows are only added, so writers do not wait for each other; many
-- rows are put together into one with their sum.
-- Stamps are drawn, so that a database that was restored comes to no sum that it has had before with other rows.
create table data_changes (
  table_name text not null,
  stamp numeric(30) not null default floor(random() * 1e15)
);

create function note_data_change() returns trigger language plpgsql as $$
begin
  insert into data_changes (table_name) values (tg_table_name);
  return null;
end
$$;

do $$
declare
  watched text;
begin
  foreach watched in array array[
    'profiles', 'amis_products', 'amis_partners', 'amis_purchase_lines', 'bravo_items', 'bravo_partners',
    'product_connections', 'partner_connections', 'sales_ledger_lines', 'import_batches', 'invoice_rule_sets', 'export_layouts',
    'invoice_periods', 'period_sales_lines', 'period_loads', 'period_inventory_rows', 'period_amis_sales',
    'period_amis_entries_seen', 'period_exclusions', 'period_reconciliations', 'period_reviews', 'period_shortages',
    'period_already_invoiced', 'period_netted', 'period_excluded', 'period_lots', 'period_exports',
    'period_vat_differences', 'period_proposals', 'period_proposal_changes', 'period_undo', 'invoices', 'invoice_items',
    'invoice_allocations', 'invoice_vouchers']
  loop
    execute format('create trigger note_data_change after insert or update or delete or truncate on %I
      for each statement execute function note_data_change()', watched);
  end loop;
end
$$;
