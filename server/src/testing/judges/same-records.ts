import { expect } from 'vitest';
import type { Tables } from './agreed.ts';

/** The columns by which records of these tables are known outside, whatever their ids are. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  amis_products: ['profile_id', 'code'],
  amis_partners: ['profile_id', 'type', 'code'],
  amis_purchase_lines: ['profile_id', 'line_key'],
  sales_ledger_lines: ['source_key'],
  product_connections: ['profile_id', 'amis_product_id', 'bravo_code'],
  partner_connections: ['profile_id', 'amis_partner_id', 'bravo_code'],
  suggestions: ['kind', 'profile_id', 'amis_id', 'bravo_code'],
  invoices: ['period_id', 'voucher_number'],
  users: ['email'],
};

/** A regeneration writes a changed invoice anew, under its id. */
const WRITTEN_ANEW = ['invoices'];

/**
 * A record that is still known by the same name keeps its id and its moment of creation: others point at it by its id.
 */
export function expectSameRecords(before: Tables, after: Tables): void {
  for (const [table, names] of Object.entries(CALLED)) {
    const idsOf = (tables: Tables) =>
      new Map(
        (tables[table] ?? []).map((row) => [
          JSON.stringify(names.map((name) => row[name])),
          JSON.stringify([row.id, WRITTEN_ANEW.includes(table) ? '' : row.created_at]),
        ]),
      );
    const now = idsOf(after);
    for (const [called, id] of idsOf(before))
      if (now.has(called)) expect([table, called, now.get(called)]).toEqual([table, called, id]);
  }
}
