import type { DayFacts } from '@khop/engine/bravo/day-facts.ts';
import type { Database } from '../../../db/database.ts';

/** The facts that people state of a period's lines, by source key. */
export async function statedDays(db: Database, periodId: string): Promise<ReadonlyMap<string, DayFacts>> {
  const rows = await db
    .selectFrom('periodLineDays')
    .select(['sourceKey', 'facts', 'evidence'])
    .where('periodId', '=', periodId)
    .orderBy('sourceKey')
    .execute();
  return new Map(rows.map(({ sourceKey, facts, evidence }) => [sourceKey, { ...(facts as DayFacts), evidence }]));
}
