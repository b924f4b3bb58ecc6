import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ChangedField, InvoiceChanges } from '@khop/engine/invoice-issuance/changes/compare.ts';
import type { IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { wholeHash } from '../load/input-hash.ts';
import { type PeriodRow, profilesOf, proposalRevisionOf } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';
import type { ForcedChanges } from './forced-changes.ts';
import type { ReadyPlan } from './ready-plan.ts';

type Counted = { readonly count: number; readonly before: number; readonly after: number };
export type ProposalSummary = {
  readonly change: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly kept: number;
  };
  readonly profiles: readonly {
    readonly profileId: string;
    readonly code: string;
    readonly added: Counted;
    readonly changed: Counted;
    readonly removed: Counted;
  }[];
  /**
   * The reasons of the changes, with the number of invoices that each has to do with; absent in proposals made before
   * they were kept.
   */
  readonly reasons?: ForcedChanges['counts'];
  readonly addOnly?: boolean;
  readonly before: PlanSummary['tieOut'];
  readonly after: PlanSummary['tieOut'];
};

/**
 * The findings that an admin went on over when the plan was made; that takes effect, and is recorded, when the plan is
 * applied.
 */
type Passed = {
  readonly findings: readonly { readonly code: string; readonly message: string }[];
  readonly reason: string;
};

/** As it is kept: `passed` only when something was. */
export type StoredSummary = ProposalSummary & { readonly passed?: Passed };

/** A plan as it is put apart, made before its period is locked. */
type PackedPlan = { readonly wholeHash: string; readonly plan: Buffer };

export const packPlan = ({ input, plan }: Pick<ReadyPlan, 'input' | 'plan'>): PackedPlan => ({
  wholeHash: wholeHash(input),
  plan: zstdCompressSync(serialize(plan)),
});

/** Puts a plan apart, with what it would change invoice by invoice; the one put apart before goes. */
export async function saveProposal(
  tx: Tx,
  period: PeriodRow,
  { plan, forced: { changes, reasons, counts }, inputHash }: Pick<ReadyPlan, 'plan' | 'forced' | 'inputHash'>,
  packed: PackedPlan,
  by: { readonly actor: string; readonly at: Date; readonly passed: Passed },
): Promise<ProposalSummary> {
  await dropProposal(tx, period.id);
  const profiles = await profilesOf(tx.db, period);
  const idOf = new Map(profiles.map(({ id, code }) => [code, id]));
  const summary: ProposalSummary = {
    change: {
      added: changes.added.length,
      changed: changes.changed.length,
      removed: changes.removed.length,
      kept: changes.unchanged,
    },
    ...(plan.stays && { addOnly: true }),
    reasons: counts,
    profiles: profiles.map(({ id, code }) => ({ profileId: id, code, ...countsOf(changes, code) })),
    before: (period.plan as PlanSummary).tieOut,
    after: plan.tieOut,
  };
  await tx.db
    .insertInto('periodProposals')
    .values({
      periodId: period.id,
      wholeHash: packed.wholeHash,
      inputHash,
      revision: proposalRevisionOf(period),
      plan: packed.plan,
      summary: toJson(by.passed.findings.length > 0 ? { ...summary, passed: brief(by.passed) } : summary),
      createdBy: by.actor,
      createdAt: by.at.toISOString(),
    })
    .execute();
  await saveChanges(tx, period.id, changes, reasons, idOf);
  return summary;
}

const brief = ({ findings, reason }: Passed): Passed => ({
  findings: findings.map(({ code, message }) => ({ code, message })),
  reason,
});

/** The plan put apart, as the engine gave it; undefined when there is none. */
export async function readProposal(tx: Pick<Tx, 'db'>, periodId: string) {
  const row = await tx.db.selectFrom('periodProposals').selectAll().where('periodId', '=', periodId).executeTakeFirst();
  return row && { ...row, plan: deserialize(zstdDecompressSync(row.plan)) as IssuancePlan };
}

/** True when that very plan is put apart still. */
export async function hasProposal(
  tx: Tx,
  periodId: string,
  {
    createdAt,
    wholeHash,
    inputHash,
  }: { readonly createdAt: string; readonly wholeHash: string; readonly inputHash: string },
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('periodProposals')
    .select(['createdAt', 'wholeHash', 'inputHash'])
    .where('periodId', '=', periodId)
    .executeTakeFirst();
  return row?.createdAt === createdAt && row.wholeHash === wholeHash && row.inputHash === inputHash;
}

export const dropProposal = (tx: Tx, periodId: string) =>
  tx.db.deleteFrom('periodProposals').where('periodId', '=', periodId).executeTakeFirst();

/** Every change with its totals before and after; one of them is missing for what is added or removed. */
type Change = {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly of: PlannedInvoice;
  readonly before: number | null;
  readonly after: number | null;
  readonly fields: readonly ChangedField[];
};

function* changeRows({ added, changed, removed }: InvoiceChanges): Generator<Change> {
  for (const after of added) yield { kind: 'added', of: after, before: null, after: after.total, fields: [] };
  for (const { before, after, fields } of changed) {
    yield { kind: 'changed', of: after, before: before.total, after: after.total, fields };
  }
  for (const before of removed) {
    yield { kind: 'removed', of: before, before: before.total, after: null, fields: [] };
  }
}

function countsOf(changes: InvoiceChanges, profile: string) {
  const none = (): { -readonly [K in keyof Counted]: Counted[K] } => ({ count: 0, before: 0, after: 0 });
  const counts = { added: none(), changed: none(), removed: none() };
  for (const { kind, of, before, after } of changeRows(changes)) {
    if (of.profile !== profile) continue;
    counts[kind].count += 1;
    counts[kind].before += before ?? 0;
    counts[kind].after += after ?? 0;
  }
  return counts;
}

async function saveChanges(
  tx: Tx,
  periodId: string,
  changes: InvoiceChanges,
  reasons: ForcedChanges['reasons'],
  idOf: ReadonlyMap<string, string>,
): Promise<void> {
  const columns = ['period_id', 'position', 'kind', 'profile_id', 'invoice_key', 'voucher_number', 'document_date'];
  const row = ({ kind, of, before, after, fields }: Change, index: number) => [
    ...[periodId, index + 1, kind, idOf.get(of.profile), of.key, of.voucherNumber, of.documentDate],
    ...[of.bravoDocument, of.buyer.name, before, after, toJson(fields), toJson(reasons.get(of.key) ?? [])],
  ];
  await tx.copy(
    'period_proposal_changes',
    [...columns, 'bravo_document', 'buyer_name', 'before_total', 'after_total', 'fields', 'reasons'],
    [...changeRows(changes)].map(row),
  );
}
