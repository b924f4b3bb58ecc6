import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/** The tables of the records and connections of each kind; SQL that serves both kinds takes its names from here. */
export const TABLES = {
  product: {
    connections: 'product_connections',
    amis: 'amis_products',
    amisId: 'amis_product_id',
    bravo: 'bravo_items',
    entity: 'product-connection',
    what: 'mã hàng',
    customersOnly: sql``,
  },
  partner: {
    connections: 'partner_connections',
    amis: 'amis_partners',
    amisId: 'amis_partner_id',
    bravo: 'bravo_partners',
    entity: 'partner-connection',
    what: 'đối tượng',
    customersOnly: sql` and a.type = 'customer'`,
  },
} as const;

/**
 * Holds Bravo's records of these codes until the transaction ends, before any suggestion or connection is locked: none goes
 * while it is being connected, and of two who connect a partner, or say which customer it has by default, one sees what the
 * other said. Otherwise it would have two.
 */
export async function holdBravo(tx: Tx, kind: keyof typeof TABLES, codes: RawBuilder<unknown>): Promise<void> {
  const strength = kind === 'partner' ? sql`no key update` : sql`key share`;
  await sql`select from ${sql.table(TABLES[kind].bravo)} where code in (${codes}) order by code for ${strength}`.execute(
    tx.db,
  );
}
