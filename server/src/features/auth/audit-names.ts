import { sql } from 'kysely';
import type { Context } from '../../context.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Every id that occurs in these values. */
export const idsIn = (values: unknown): readonly string[] => [
  ...new Set(JSON.stringify(values ?? null).match(UUID) ?? []),
];

/**
 * Names that people know for the ids of a page of audit events: code and name of a profile, product or partner, name of a
 * period, voucher of an invoice, address of a person. An id whose record is gone has none.
 */
export async function namesOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${ids}::uuid[]) as id)
    select id, code || ' — ' || name as name from profiles where id in (select id from asked)
    union all select id, code || ' — ' || name from amis_products where id in (select id from asked)
    union all select id, code || ' — ' || name from amis_partners where id in (select id from asked)
    union all select id, name from invoice_periods where id in (select id from asked)
    union all select id, voucher_number from invoices where id in (select id from asked)
    union all select id, name from export_layouts where id in (select id from asked)
    union all select id, name from file_maps where id in (select id from asked)
    union all select id, email from users where id in (select id from asked)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
