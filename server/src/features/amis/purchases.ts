import { sql } from 'kysely';
import { pageOfSelected } from '../../db/list.ts';
import { containing } from '../../db/search.ts';
import type { Call } from '../../http/call.ts';

/** Dated arrivals of a profile, newest first. Quantities of one product share its unit, so they are totalled too. */
export function listPurchases({ context, query }: Call<'listAmisPurchases'>) {
  let rows = context.db.selectFrom('amisPurchaseLines').where('profileId', '=', query.profileId);
  // AMIS compares codes without case, and its ledgers spell them as they were typed.
  if (query.productCode !== undefined)
    rows = rows.where(sql<boolean>`lower(product_code) = lower(${query.productCode})`);
  if (query.fromDate) rows = rows.where('accountingDate', '>=', query.fromDate);
  if (query.toDate) rows = rows.where('accountingDate', '<=', query.toDate);
  if (query.q) {
    const text = sql<string>`lower(voucher_number || ' ' || invoice_number || ' ' || product_code || ' ' || product_name)`;
    rows = rows.where(text, 'like', containing(query.q));
  }
  const sorts = {
    accountingDate: 'accountingDate',
    quantity: 'quantity',
    unitPrice: 'unitPrice',
    amount: 'amount',
  };
  return pageOfSelected(
    rows,
    query,
    { sorts, fallback: '-accountingDate', tie: 'lineKey' },
    {
      select: (page) => page.selectAll(),
      // Fields that the contract does not name are stripped at the boundary.
      present: (row) => row,
      totals: {
        quantity: sql<string | null>`sum(quantity - returned_quantity)`,
        amount: sql<number | null>`sum(amount)::bigint`,
      },
    },
  );
}
