import { ASSIGN_FROM, assign } from '@khop/engine/connections/assign.ts';
import { PROMOTIONAL_CHIP } from '@khop/engine/connections/labels.ts';
import { defaultAssignment } from '@khop/engine/connections/suggest.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { KindName } from '../kinds.ts';
import type { Of } from '../matching/suggest-records.ts';
import { TABLES } from '../tables.ts';

/** Records on both sides, by AMIS id and Bravo code. */
export type Touched = { readonly amisIds: readonly string[]; readonly bravoCodes: readonly string[] };

/**
 * Chooses the best pairs among these rows (of the columns of `suggestions`) from the shipped engine's scores, as the
 * matcher does. Answers the ids of those that are marked otherwise. No rejected pair may be among them: it would hold a
 * place, and no reviewer will connect it.
 */
export async function wronglyMarked(db: Database, kind: KindName, pairs: RawBuilder<unknown>): Promise<string[]> {
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
    from (${pairs}) s join ${sql.table(TABLES[kind].amis)} a on a.id = s.amis_id
    -- As the matcher reads them, so that equals are decided alike.
    order by a.code, s.bravo_code`.execute(db);
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

/** SQL: the suggestion `s` is one of these records'. */
export const isOf = ({ amisIds, bravoCodes }: Touched) =>
  sql`(s.amis_id = any (${amisIds}::uuid[]) or s.bravo_code = any (${bravoCodes}::text[]))`;

/**
 * All records whose best pairs may depend on those of the given ones: those joined to them, over any number of steps,
 * by pairs good enough for a place. The choice among these is the same as in a choice among all.
 */
export async function contenders(db: Database, { kind, profileId }: Of, from: Touched): Promise<Touched> {
  const amisIds = new Set(from.amisIds);
  const bravoCodes = new Set(from.bravoCodes);
  let newcomers: Touched = from;
  while (newcomers.amisIds.length + newcomers.bravoCodes.length > 0) {
    const { rows } = await sql<{ amisId: string; bravoCode: string }>`
      select s.amis_id, s.bravo_code from suggestions s
      where s.profile_id = ${profileId} and s.kind = ${kind} and s.status <> 'rejected'
        and s.engine_score >= ${ASSIGN_FROM} and ${isOf(newcomers)}`.execute(db);
    newcomers = {
      amisIds: [...new Set(rows.map(({ amisId }) => amisId))].filter((id) => !amisIds.has(id)),
      bravoCodes: [...new Set(rows.map(({ bravoCode }) => bravoCode))].filter((code) => !bravoCodes.has(code)),
    };
    for (const id of newcomers.amisIds) amisIds.add(id);
    for (const code of newcomers.bravoCodes) bravoCodes.add(code);
  }
  return { amisIds: [...amisIds], bravoCodes: [...bravoCodes] };
}
