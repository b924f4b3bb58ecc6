import type { AmisWord, TaxWord } from '@khop/engine/invoice-issuance/tax-settlements/beside-amis.ts';
import { givenAnew, type Replacer } from '@khop/engine/invoice-issuance/tax-settlements/given-anew.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { StoredSettlement } from './stored-settlement.ts';
import { isProvenSql } from './tax-sales.ts';

/** A settlement with what both sides say of it now. */
export type Said = { readonly one: StoredSettlement; readonly tax: TaxWord; readonly amis: AmisWord | null };

/**
 * Settlements whose voucher AMIS has given the number of a replacement follow that invoice where it is certain: the earlier key is kept,
 * so that it settles nothing else. @returns whether any did, and for the others id → why not, in a sentence.
 */
export async function followReplacements(
  tx: Tx,
  said: readonly Said[],
): Promise<{ readonly followed: boolean; readonly why: ReadonlyMap<string, string> }> {
  const asked = said.filter(({ tax, amis }) => tax.fate === 'replaced' && amis !== null);
  const why = new Map<string, string>();
  if (asked.length === 0) return { followed: false, why };
  const replacers = await replacersOf(
    tx.db,
    asked.map(({ one }) => one.invoiceKey),
  );
  let followed = false;
  for (const { one, tax, amis } of asked) {
    const found = givenAnew(tax, amis, replacers.get(one.invoiceKey) ?? [], one.isDecided);
    if (found === undefined) continue;
    if ('why' in found) {
      why.set(one.id, found.why);
      continue;
    }
    followed = true;
    await sql`delete from tax_settlements where invoice_key = ${found.key} and status = 'review'`.execute(tx.db);
    // Its differences are told anew, as of a file that is not this one.
    await sql`
      update tax_settlements set invoice_key = ${found.key}, earlier_keys = earlier_keys || ${one.invoiceKey}::text,
        tax = tax || '{"fileId": null}'
      where id = ${one.id}`.execute(tx.db);
  }
  return { followed, why };
}

/** Keys → the proven invoices of the same seller that replace them. */
async function replacersOf(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, readonly Replacer[]>> {
  const { rows } = await sql<Replacer & { of: string }>`
    select r.other_key as of, n.invoice_key as key, n.number, n.symbol, n.date, n.before_vat,
      exists (select from tax_invoice_relations o where o.tax_invoice_id = n.id and o.other_key is distinct from r.other_key) as has_others,
      exists (select from tax_invoice_relations o join tax_invoices l on l.id = o.tax_invoice_id
        where o.other_key = n.invoice_key and l.is_current and l.invoice_key <> n.invoice_key and ${isProvenSql('l')}) as is_corrected,
      exists (select from tax_settlements x
        where x.invoice_key = n.invoice_key and x.status <> 'review' or x.earlier_keys @> array[n.invoice_key]) as is_taken
    from tax_invoice_relations r join tax_invoices n on n.id = r.tax_invoice_id
    where r.other_key = any(${keys}::text[]) and r.relation = 'replaces' and n.is_current and n.number is not null and ${isProvenSql('n')}
      and n.seller_tax_code = split_part(r.other_key, '|', 1) and n.invoice_key <> r.other_key
    order by n.invoice_key`.execute(db);
  return Map.groupBy(rows, ({ of }) => of);
}
