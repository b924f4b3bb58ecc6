import { formatDay } from '@khop/engine/day.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { Issuers, PeriodRow } from '../period-rows.ts';

type Claim = Pick<PeriodRow, 'id' | 'fromDate' | 'toDate' | 'profileIds' | 'issuers'>;

/**
 * Refuses PERIOD_EXISTS when an open period other than `claim` has a day in common with it for a profile or a branch
 * that may issue: a sale would be in two plans, and a stock report of one would be of the other's days
 * (docs/decisions/0027). Callers that open, edit or reopen a period take turns here until the transaction ends.
 */
export async function refuseSharedDays(tx: Tx, claim: Claim): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('khop.open-periods'))`.execute(tx.db);
  const others = await tx.db
    .selectFrom('invoicePeriods')
    .selectAll()
    .where('status', '!=', 'closed')
    .where('id', '!=', claim.id)
    .where('fromDate', '<=', claim.toDate)
    .where('toDate', '>=', claim.fromDate)
    .orderBy('fromDate')
    .execute();
  for (const other of others) {
    const profileId = claim.profileIds.find((id) => other.profileIds.includes(id));
    const branch = branchesOf(claim).find((code) => branchesOf(other).includes(code));
    if (profileId === undefined && branch === undefined) continue;
    throw new Refusal('PERIOD_EXISTS', await sentence(tx, other, profileId, branch), { periodId: other.id });
  }
}

/** The branches that have an issuer in the period. */
const branchesOf = ({ issuers }: Pick<PeriodRow, 'issuers'>): string[] =>
  Object.entries(issuers as Issuers).flatMap(([branch, ids]) => (ids.length > 0 ? [branch] : []));

async function sentence(tx: Tx, other: PeriodRow, profileId: string | undefined, branch: string | undefined) {
  const profile = profileId
    ? await tx.db.selectFrom('profiles').select('code').where('id', '=', profileId).executeTakeFirst()
    : undefined;
  const shared = profile ? `hồ sơ ${profile.code}` : `chi nhánh ${branch}`;
  return `Kỳ «${other.name}» (${formatDay(other.fromDate)} – ${formatDay(other.toDate)}) đang mở và có chung ngày cho ${shared}: một lần bán sẽ nằm ở hai kỳ. Hãy chọn khoảng ngày khác, hoặc đóng kỳ kia trước.`;
}
