import { assign } from '@khop/engine/connections/assign.ts';
import { PROMOTIONAL_CHIP } from '@khop/engine/connections/labels.ts';
import { defaultAssignment } from '@khop/engine/connections/suggest.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';

/**
 * Chooses the best of the fresh pairs from the shipped engine's scores, as the matcher does; of equals those that it has chosen. Answers
 * the ids of those that are marked otherwise. No rejected pair may be among them: it would hold a place, and no
 * reviewer will connect it.
 */
export async function wronglyMarked(db: Database, kind: KindName): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
    amisId: string;
    bravoCode: string;
    score: number;
    isBest: boolean;
    isTwin: boolean;
  }>`
    select s.id, s.amis_id, s.bravo_code, s.engine_score as score, s.is_best,
      s.evidence @> ${JSON.stringify([{ label: PROMOTIONAL_CHIP }])}::jsonb as is_twin
    from fresh_suggestions s join ${sql.table(TABLES[kind].amis)} a on a.id = s.amis_id
    order by s.is_best desc, a.code, s.bravo_code`.execute(db);
  const numbered = (values: readonly string[]) => new Map([...new Set(values)].map((value, i) => [value, i]));
  const [amis, bravo] = [numbered(rows.map(({ amisId }) => amisId)), numbered(rows.map(({ bravoCode }) => bravoCode))];
  const left = Uint32Array.from(rows, ({ amisId }) => amis.get(amisId)!);
  const right = Uint32Array.from(rows, ({ bravoCode }) => bravo.get(bravoCode)!);
  const candidates = { count: rows.length, left, right, leftStart: new Uint32Array(amis.size + 1) };
  const scores = Float64Array.from(rows, ({ score }) => score);
  const twins = Uint8Array.from(rows, ({ isTwin }) => (isTwin ? 1 : 0));
  const sides = { left: { length: amis.size }, right: { length: bravo.size }, assignment: defaultAssignment(kind) };
  const best = assign(candidates, scores, sides, twins);
  return rows.flatMap(({ id, isBest }, k) => ((best[k] === 1) === isBest ? [] : id));
}
