import { haveSameLines } from '@khop/engine/invoice-issuance/tax-settlements/differences.ts';
import { climb, contentPairs, type Ladder } from '@khop/engine/invoice-issuance/tax-settlements/ladder.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { openInvoices, ourContents, type StoredInvoice } from './our-invoices.ts';
import { contentsOf, openSales } from './tax-sales.ts';

/** The profiles that sell under one tax code: an invoice of any of them may be the one. */
export async function sellersWith(db: Database, profileId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p join profiles o on o.id = ${profileId} and (p.id = o.id or (p.tax_code = o.tax_code and o.tax_code <> ''))
    order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The answer of the ladder on all that is not settled yet, with our invoices by id. Lines are read of pairs that may be equal alone. */
export async function climbStored(
  db: Database,
  profileIds: readonly string[],
): Promise<Ladder & { readonly ours: ReadonlyMap<string, StoredInvoice> }> {
  const taxes = await openSales(db, profileIds);
  const ours = taxes.length === 0 ? [] : await openInvoices(db, profileIds);
  const pairs = contentPairs(ours, taxes);
  const own = await ourContents(db, [...new Set(pairs.map(({ our }) => our.id))]);
  const theirs = await contentsOf(db, [...new Set(pairs.map(({ tax }) => tax.key))]);
  const ladder = climb(ours, taxes, (our, tax) =>
    haveSameLines(own.get(our.id)?.lines ?? [], theirs.get(tax.key)?.lines ?? []),
  );
  return { ...ladder, ours: new Map(ours.map((one) => [one.id, one])) };
}
