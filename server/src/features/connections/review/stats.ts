import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { waitsForReview } from '../../amis/profile-use.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';

type Counts = {
  connections: number;
  amisTotal: number;
  amisConnected: number;
  bravoTotal: number;
  bravoConnected: number;
  pendingSuggestions: number;
  factorMissing: number;
  manual: number;
  suggestion: number;
  upload: number;
};

/** The extent to which the two catalogues are connected, for one profile or for all of them. */
export async function connectionStats(db: Database, kind: KindName, profileId: string | undefined) {
  const table = TABLES[kind];
  const of = (alias: string) => (profileId ? sql` and ${sql.ref(`${alias}.profile_id`)} = ${profileId}` : sql``);
  const connections = sql.table(table.connections);
  const factorMissing = kind === 'product' ? sql`c.factor is null` : sql`false`;
  const { rows } = await sql<Counts>`
    with c as (select * from ${connections} c where true${of('c')})
    select
      (select count(*) from c) as connections,
      (select count(*) from ${sql.table(table.amis)} a where a.is_active${table.customersOnly}${of('a')}) as amis_total,
      (select count(distinct ${sql.ref(table.amisId)}) from c) as amis_connected,
      (select count(*) from ${sql.table(table.bravo)} b where b.is_active) as bravo_total,
      (select count(distinct bravo_code) from c) as bravo_connected,
      (select count(*) from suggestions s where s.kind = ${kind} and ${waitsForReview}${of('s')}) as pending_suggestions,
      (select count(*) from c where ${factorMissing}) as factor_missing,
      (select count(*) from c where origin = 'manual') as manual,
      (select count(*) from c where origin = 'suggestion') as suggestion,
      (select count(*) from c where origin = 'upload') as upload
  `.execute(db);
  const { manual, suggestion, upload, ...counts } = rows[0]!;
  return { ...counts, byOrigin: { manual, suggestion, upload } };
}
