import type { Database } from '../../../db/database.ts';
import type { PeriodRow } from '../period-rows.ts';

/** The sales of a period's days that people gave by file; asked for a period without any, which has loaded none of them. */
export async function waitingSales(
  db: Database,
  { fromDate, toDate }: Pick<PeriodRow, 'fromDate' | 'toDate'>,
): Promise<number> {
  const { lines } = await db
    .selectFrom('salesLedgerLines')
    .select(({ fn }) => fn.countAll<number>().as('lines'))
    .where('source', '=', 'given')
    .where('docDate', '>=', fromDate)
    .where('docDate', '<=', toDate)
    .executeTakeFirstOrThrow();
  return Number(lines);
}
