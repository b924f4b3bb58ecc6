import { readFile } from 'node:fs/promises';
import type pg from 'pg';

export type Migration = { readonly name: string; readonly sha256: string };

/** The migrations of before the squash (docs/decisions/0035), in their order. */
export async function beforeSquash(): Promise<Migration[]> {
  const list = await readFile(new URL('../../migrations/squashed.sha256', import.meta.url), 'utf8');
  return list
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '))
    .map(([sha256 = '', name = '']) => ({ name, sha256 }));
}

/** The migrations since the squash, which such a database has not met; `recordInstead` takes back what they did. */
export const SINCE_SQUASH = [
  '0014-day-of-issuing.sql',
  '0015-days-handed-over.sql',
  '0016-buyers.sql',
  '0017-issuing-bases.sql',
  '0018-working-days.sql',
  '0019-line-days.sql',
  '0020-lawful-evidence.sql',
  '0021-certifications.sql',
  '0022-days-and-accounts.sql',
  '0023-file-maps.sql',
  '0024-import-differences.sql',
  '0025-filled-places.sql',
  '0026-tax-invoices.sql',
  '0027-tax-lists.sql',
  '0028-tax-settlements.sql',
  '0029-expected-lots.sql',
  '0030-three-sides.sql',
  '0031-lists-taken-back.sql',
  '0032-entry-of-several-lines.sql',
  '0033-document-numbers.sql',
  '0034-differences-by-key.sql',
];
const TAKEN_BACK = `
  alter table invoices drop column handed_over_at;
  alter table invoice_periods drop column through_date, drop column sales_read_on, drop column bases;
  drop function today();
  alter table invoice_periods add column planned_invoice_date date not null default '2026-09-30';
  alter table amis_partners drop column passport, drop column nationality, drop column budget_code;
  alter table bravo_partners drop column no_invoice_confirmed;
  alter table invoices drop column buyer_identity;
  alter table profiles drop column saturday_is_working, drop column follows_swaps, drop column suspensions;
  drop table period_line_days;
  alter table sales_ledger_lines drop column day_facts;
  alter table period_sales_lines drop column day_facts;
  drop table contract_files;
  drop function keep_contract_files();
  drop trigger keep_left_invoices on invoices;
  drop function keep_left_invoices();
  alter table invoices drop column list_sha256;
  alter table period_exports drop column lists;
  drop table certification_members;
  drop table certifications;
  alter table amis_products drop column vat_reduction_from, drop column vat_reduction_to, drop column vat_reduction_source;
  alter table profiles drop column chart;
  drop table file_maps;
  alter table import_batches drop column map;
  drop table import_differences;
  create table period_amis_entries_seen as
    select period_id, profile_id, entry_key, first_seen_at, absent_at from period_amis_sales where first_seen_at is not null;
  alter table period_amis_sales drop column first_seen_at, drop column absent_at;
  create function import_row_hash(one jsonb) returns jsonb language sql as 'select one';
  drop table three_sided_findings, three_sided_rows, three_sided_comparisons;
  alter table period_amis_sales drop column invoice_symbol, drop column vat_rate;
  drop view tax_room_sides, tax_room;
  drop table tax_list_rows, tax_lists;
  drop table supplier_item_suggestions, supplier_item_connections, tax_invoice_goods;
  drop function keep_tax_invoice_goods(uuid[]);
  drop function supplier_text(text);
  alter table amis_purchase_lines drop column supplier_code, drop column supplier_name, drop column vat_amount, drop column invoice_date;
  alter table period_reconciliations drop column other_lines;
  drop table tax_settlements;
  drop table tax_invoice_relations, tax_invoice_sides, tax_invoices, tax_invoice_files;`;

/** Has a database of today say that these made it: with all of the above it is one of the last checkout before the squash. */
export async function recordInstead(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  await pool.query(TAKEN_BACK);
  await pool.query('delete from schema_migrations');
  for (const { name, sha256 } of migrations)
    await pool.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
}
