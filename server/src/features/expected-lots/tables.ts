/** Every table that expected lots are read from. */
export const EXPECTED_TABLES: readonly string[] = [
  ...['profiles', 'amis_products', 'amis_partners', 'amis_purchase_lines', 'supplier_item_connections'],
  ...['tax_invoices', 'tax_invoice_sides', 'tax_invoice_relations', 'tax_invoice_goods', 'tax_list_rows'],
];
