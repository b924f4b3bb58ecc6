import type pg from 'pg';

/**
 * The queries for known codes and keys, with the order in which the first of several spellings is meant. `$2`: profile.
 */
const KNOWN = {
  product: 'select code, created_at as since from amis_products where profile_id = $2::uuid',
  customer: "select code, created_at as since from amis_partners where profile_id = $2::uuid and type = 'customer'",
  supplier: "select code, created_at as since from amis_partners where profile_id = $2::uuid and type = 'supplier'",
  item: 'select code, modified_at as since from bravo_items',
  partner: 'select code, modified_at as since from bravo_partners',
  purchaseLine: 'select line_key as code, null as since from amis_purchase_lines where profile_id = $2::uuid',
  givenSale: "select source_key as code, stored_at as since from sales_ledger_lines where source = 'given'",
} as const;

export type CodeSource = keyof typeof KNOWN;

/** Sources of what the staged row itself is known by: two rows of a file never get the same. */
const OWN_KEYS: ReadonlySet<CodeSource> = new Set(['purchaseLine', 'givenSale']);

/**
 * Gives the codes of staged rows the spelling in which they are known: AMIS and Bravo compare codes without case, so a file
 * that writes «abc-01» speaks of «ABC-01». What is known exactly as written stays.
 */
export async function adoptSpelling(
  client: pg.Pool | pg.ClientBase,
  runId: string,
  { profileId }: { readonly profileId: string | null },
  codes: Readonly<Record<string, CodeSource>>,
): Promise<void> {
  for (const [column, source] of Object.entries(codes)) {
    const taken = `exists (select from staged_rows o where o.run_id = $1 and o.data ->> '${column}' = k.code)`;
    await client.query(
      `with written as (
         select distinct data ->> '${column}' as code from staged_rows
         -- Only so that both parameters are used, whatever the source asks for.
         where run_id = $1 and $2::uuid is not distinct from $2::uuid
       ), known as (${KNOWN[source]}), meant as (
         select distinct on (w.code) w.code as written, k.code
         from written w join known k on lower(k.code) = lower(w.code)
         order by w.code, k.code <> w.code, k.since, k.code
       ), adopted as (
         select ${OWN_KEYS.has(source) ? 'distinct on (k.code)' : ''} k.written, k.code from meant k
         where k.code <> k.written ${OWN_KEYS.has(source) ? `and not ${taken} order by k.code, k.written` : ''}
       )
       update staged_rows s set data = s.data || jsonb_build_object('${column}', a.code)${OWN_KEYS.has(source) ? ', key = a.code' : ''}
       from adopted a where s.run_id = $1 and s.data ->> '${column}' = a.written`,
      [runId, profileId],
    );
  }
}
