import { sql } from 'kysely';

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
