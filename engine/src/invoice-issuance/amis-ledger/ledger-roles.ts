import type { ProfileBooks } from '../books.ts';
import type { LedgerRole } from '../types.ts';
import type { ReadBack } from './read-back.ts';
import { correctionOf } from './reference-words.ts';

/**
 * The entries of the AMIS ledgers that are not sales of their own: they adjust or replace an invoice, or their own
 * words say that they are void. `live` are the same books without the void ones. Vouchers of our own invoices are left
 * out.
 */
export function ledgerRoles(
  profiles: readonly ProfileBooks[],
  live: readonly ProfileBooks[],
  { accounted, corrected }: Pick<ReadBack, 'accounted' | 'corrected'>,
): LedgerRole[] {
  return profiles.flatMap((books, index): LedgerRole[] => {
    const profile = books.terms.code;
    const ours = accounted.get(profile);
    const invoiceOf = corrected.get(profile);
    const valid = live[index] === books ? undefined : new Set(live[index]!.salesLedger.map((entry) => entry.id));
    return books.salesLedger.flatMap((entry): LedgerRole[] => {
      const invoice = invoiceOf?.get(entry.voucherNumber);
      if (invoice !== undefined) return [{ profile, entry: entry.id, role: 'correction', invoice }];
      if (ours?.has(entry.voucherNumber)) return [];
      if (valid && !valid.has(entry.id)) return [{ profile, entry: entry.id, role: 'void' }];
      return correctionOf(entry) ? [{ profile, entry: entry.id, role: 'correction' }] : [];
    });
  });
}
