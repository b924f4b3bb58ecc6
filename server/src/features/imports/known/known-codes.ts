/** The queries for known codes and keys, with the order in which the first of several spellings is meant. `$2`: profile. */
export const KNOWN = {
  product: 'select code, created_at as since from amis_products where profile_id = $2::uuid',
  customer: "select code, created_at as since from amis_partners where profile_id = $2::uuid and type = 'customer'",
  supplier: "select code, created_at as since from amis_partners where profile_id = $2::uuid and type = 'supplier'",
  item: 'select code, modified_at as since from bravo_items',
  partner: 'select code, modified_at as since from bravo_partners',
  branch: 'select distinct jsonb_object_keys(issuers) as code, null as since from invoice_periods',
  purchaseLine: 'select line_key as code, null as since from amis_purchase_lines where profile_id = $2::uuid',
  givenSale: "select source_key as code, stored_at as since from sales_ledger_lines where source = 'given'",
} as const;

export type CodeSource = keyof typeof KNOWN;

/** Sources of keys that are made of several codes: each of these may have been written otherwise. */
const MADE_OF_CODES: ReadonlySet<CodeSource> = new Set(['purchaseLine', 'givenSale']);

export const isMadeOfCodes = (source: CodeSource): boolean => MADE_OF_CODES.has(source);

/** SQL of the codes that are in a column of a run's staged rows, each once. */
export const writtenCodes = (column: string): string => `select distinct data ->> '${column}' as code from staged_rows
  -- Only so that both parameters are used, whatever the source asks for.
  where run_id = $1 and $2::uuid is not distinct from $2::uuid`;
