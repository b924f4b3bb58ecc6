import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';

/** More of a key is shown to no person: a wrong one may be as long as a request. */
const SHOWN = 100;
/** The key of a line as a refusal names it. */
export const shownKey = (key: string): string => (key.length > SHOWN ? `${key.slice(0, SHOWN).toWellFormed()}…` : key);

/** The lines of a period with these keys, in their order. Refuses with NOT_FOUND the first key that the period has not. */
export async function ledgerLines(tx: Tx, periodId: string, sourceKeys: readonly string[]) {
  const rows = await tx.db
    .selectFrom('periodSalesLines')
    .select(['sourceKey', 'kind', 'itemCode', 'docNo', 'dayFacts'])
    .where('periodId', '=', periodId)
    .where('sourceKey', 'in', sourceKeys)
    .orderBy('sourceKey')
    .execute();
  const known = new Set(rows.map(({ sourceKey }) => sourceKey));
  const missing = sourceKeys.find((key) => !known.has(key));
  if (missing !== undefined) throw new Refusal('NOT_FOUND', `Kỳ không có dòng sổ «${shownKey(missing)}».`);
  return rows;
}
