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

/**
 * The extent to which the two catalogues are connected, for one profile or for all of them. Both halves of a share are
 * records in use: one that is stopped and still connected must not hide another that waits to be.
 */
export async function connectionStats(db: Database, kind: KindName, profileId: string | undefined) {
  const table = TABLES[kind];
  const of = (alias: string) => (profileId ? sql` and ${sql.ref(`${alias}.profile_id`)} = ${profileId}` : sql``);
  const connections = sql.table(table.connections);
  const factorMissing = kind === 'product' ? sql`c.factor is null` : sql`false`;
  const { rows } = await sql<Counts>`
    with c as (select * from ${connections} c where true${of('c')}),
      a as (select a.id from ${sql.table(table.amis)} a where a.is_active${table.customersOnly}${of('a')}),
      b as (select b.code from ${sql.table(table.bravo)} b where b.is_active)
    select
      (select count(*) from c) as connections,
      (select count(*) from a) as amis_total,
      (select count(*) from a where a.id in (select ${sql.ref(table.amisId)} from c)) as amis_connected,
      (select count(*) from b) as bravo_total,
      (select count(*) from b where b.code in (select bravo_code from c)) as bravo_connected,
      (select count(*) from suggestions s where s.kind = ${kind} and ${waitsForReview}${of('s')}) as pending_suggestions,
      (select count(*) from c where ${factorMissing}) as factor_missing,
      (select count(*) from c where origin = 'manual') as manual,
      (select count(*) from c where origin = 'suggestion') as suggestion,
      (select count(*) from c where origin = 'upload') as upload
  `.execute(db);
  const { manual, suggestion, upload, ...counts } = rows[0]!;
  return { ...counts, byOrigin: { manual, suggestion, upload } };
}
