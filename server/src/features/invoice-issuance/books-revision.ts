/**
 * Every table that a page of a period is read from: its data and its plan, the other periods beside it, the catalogues
 * and connections, the dated rules, the installation's own templates, and the tax invoices beside its invoices and ledgers.
 * `remembered-reads.db.test.ts` asks whether one is missing.
 */
export const BOOKS: readonly string[] = [
  ...['profiles', 'amis_products', 'amis_partners', 'amis_purchase_lines', 'bravo_items', 'bravo_partners'],
  ...['product_connections', 'partner_connections', 'import_batches', 'invoice_rule_sets', 'export_layouts'],
  ...[
    'invoice_periods',
    'sales_ledger_lines',
    'period_sales_lines',
    'period_loads',
    'period_inventory_rows',
    'period_amis_sales',
  ],
  ...['period_exclusions', 'period_reconciliations', 'period_reviews', 'period_shortages'],
  ...['period_already_invoiced', 'period_netted', 'period_excluded', 'period_lots', 'period_exports'],
  ...['period_vat_differences', 'period_proposals', 'period_proposal_changes', 'period_undo'],
  ...['invoices', 'invoice_items', 'invoice_allocations', 'invoice_vouchers', 'period_line_days'],
  ...['tax_settlements', 'tax_invoices', 'tax_invoice_sides', 'tax_invoice_relations'],
];
