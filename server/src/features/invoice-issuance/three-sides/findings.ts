import { TELLS_ITSELF } from '@khop/engine/three-sides/kinds.ts';
import type { Tx } from '../../../db/transaction.ts';

type Seen = { readonly periodId: string; readonly runId: string; readonly at: string };

/**
 * Keeps since when each row differs. One that differs no more is closed; one that differs again, or otherwise, is a new matter, for which
 * an explanation of before no longer holds (`explained_stamp`).
 */
export async function noteFindings({ client }: Tx, { periodId, runId, at }: Seen): Promise<void> {
  await client.query(
    `insert into three_sided_findings as f (id, period_id, profile_id, trade, key, stamp, first_seen, last_seen)
     select gen_random_uuid(), period_id, profile_id, trade, key, stamp, $2, $2
     from three_sided_rows where run_id = $1 and state = 'different' and kind <> '${TELLS_ITSELF}'
     on conflict (period_id, profile_id, trade, key) do update set
       stamp = excluded.stamp, last_seen = excluded.last_seen, closed_at = null,
       first_seen = case when f.closed_at is null then f.first_seen else excluded.first_seen end,
       version = f.version + case when f.stamp = excluded.stamp and f.closed_at is null then 0 else 1 end`,
    [runId, at],
  );
  await client.query(
    `update three_sided_findings set closed_at = $2, version = version + 1
     where period_id = $1 and closed_at is null and last_seen < $2`,
    [periodId, at],
  );
}
