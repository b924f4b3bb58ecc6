import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { PeriodRow } from '../period-rows.ts';

/** The sales that the profiles have covered, and those left for the profiles that may invoice them. */
export type ProfileCoverage = {
  /** One profile; several that may all invoice what is left; none where no issuer is declared. */
  readonly profileIds: readonly string[];
  readonly invoiced: number;
  readonly alreadyInvoiced: number;
  readonly unallocated: number;
};

type Left = { branchCode: string | null; amount: number };

/**
 * The ledger by who has invoiced it or may: every profile, then what several share, then what no profile may. The rows
 * add up to the tie-out. What is left of a branch with one issuer is that profile's; with several it is not divided by
 * guessing.
 * @param invoiced đồng on the invoices of each profile that hold their sales.
 */
export async function profileCoverage(
  db: Database,
  period: Pick<PeriodRow, 'id' | 'plan' | 'profileIds' | 'issuers'>,
  invoiced: ReadonlyMap<string, number>,
): Promise<ProfileCoverage[]> {
  const left =
    period.plan === null
      ? sql<Left>`
          select branch_code, sum(amount - discount)::bigint as amount from period_sales_lines
          where period_id = ${period.id} group by 1`
      : sql<Left>`
          select s.branch_code, sum(h.amount)::bigint as amount from period_shortages h
          left join period_sales_lines s on s.period_id = h.period_id and s.source_key = h.source_key
          where h.period_id = ${period.id} group by 1`;
  const already = sql<{ profileId: string; amount: number }>`
    select profile_id, sum(amount)::bigint as amount from period_already_invoiced
    where period_id = ${period.id} group by 1`;
  const [branches, entries] = await Promise.all([left.execute(db), already.execute(db)]);
  const issuers = period.issuers as Readonly<Record<string, readonly string[]>>;
  const rows = new Map<string, { profileIds: readonly string[]; unallocated: number }>();
  const add = (profileIds: readonly string[], amount: number) => {
    const key = profileIds.join(' ');
    rows.set(key, { profileIds, unallocated: (rows.get(key)?.unallocated ?? 0) + amount });
  };
  for (const id of period.profileIds) add([id], 0);
  for (const { branchCode, amount } of branches.rows) {
    const declared = new Set(issuers[branchCode ?? ''] ?? []);
    add(
      period.profileIds.filter((id) => declared.has(id)),
      amount,
    );
  }
  const own = (profileIds: readonly string[], of: (id: string) => number | undefined) =>
    profileIds.length === 1 ? (of(profileIds[0]!) ?? 0) : 0;
  return [...rows.values()]
    .map(({ profileIds, unallocated }) => ({
      profileIds,
      invoiced: own(profileIds, (id) => invoiced.get(id)),
      alreadyInvoiced: own(profileIds, (id) => entries.rows.find(({ profileId }) => profileId === id)?.amount),
      unallocated,
    }))
    .toSorted((a, b) => rank(a.profileIds.length) - rank(b.profileIds.length));
}

/** Profiles first, the rest that no profile may invoice last. */
const rank = (profiles: number): number => (profiles === 0 ? Number.POSITIVE_INFINITY : profiles);
