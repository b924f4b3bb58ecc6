import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { startRun } from '../../../jobs/runs.ts';
import { Refusal } from '../../../refusal.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { inputHash, wholeHash } from '../load/input-hash.ts';
import { loadInput } from '../load/load-input.ts';
import {
  ensureFresh,
  lockPeriod,
  type PeriodRow,
  profilesOf,
  proposalRevisionOf,
  readPeriod,
  revisionOf,
} from '../period-rows.ts';
import { othersRevision, takeTurns } from '../periods/take-turns.ts';
import type { PlanSummary } from '../plan-summary.ts';
import { auditOverride, ensureMayOverride, findingsOf, passGate } from '../preflight/preflight-gate.ts';
import {
  dropProposal,
  hasProposal,
  packPlan,
  readProposal,
  type StoredSummary,
  saveProposal,
} from '../save/plan-proposal.ts';
import { copyForUndo, restorePlan } from '../save/plan-undo.ts';
import { type ReadyPlan, readyPlan } from '../save/ready-plan.ts';
import { savePlan, stagePlan } from '../save/save-plan.ts';
import { storedPlan } from '../save/stored-plan.ts';
import type { AddOnly } from './add-only-thread.ts';
import { type GeneratePayload, STALE_PROPOSAL } from './generation-payload.ts';
import { planThrough } from './plan-through.ts';

/** The number of times that a generation starts over when its input is changed meanwhile, before it gives up. */
const ATTEMPTS = 5;

/** Starts a generation: first (or again before any export) or a regeneration that keeps hand edits and exported invoices. */
export function startGeneration(
  { context, params, body, user, commit, requestId }: Call<'generateInvoices'> | Call<'regenerateInvoices'>,
  which: 'generate' | 'regenerate',
) {
  ensureMayOverride(body?.override, user);
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    await ensureFresh(tx.db, period, body?.version);
    if (!periodCan[which](period)) throw new Refusal('PERIOD_STATE', stateMessage(period.status, which));
    if (Object.values(period.issuers as Record<string, string[]>).every((ids) => ids.length === 0)) {
      throw new Refusal(
        'ISSUER_NOT_DECLARED',
        'Kỳ chưa khai báo hồ sơ nào được xuất hóa đơn cho chi nhánh Bravo nào. Hãy khai báo trong thiết lập kỳ.',
      );
    }
    const isPreview = body !== undefined && 'preview' in body && body.preview === true;
    if (!isPreview) await planThrough(tx, period, body?.through ?? null, { actor: user.email, requestId });
    return startRun(tx, context, {
      kind: 'generate-invoices',
      scope: period.id,
      payload: {
        periodId: period.id,
        ...(isPreview && { mode: 'preview' as const }),
        ...(body && 'addOnly' in body && body.addOnly && { addOnly: true }),
        ...(body?.override && { override: body.override }),
      } satisfies GeneratePayload,
      createdBy: user.email,
    });
  });
}

const stateMessage = (status: string, which: 'generate' | 'regenerate'): string =>
  which === 'regenerate' && status === 'open'
    ? 'Kỳ chưa sinh hóa đơn lần nào. Hãy bấm «Sinh hóa đơn».'
    : status === 'closed'
      ? 'Kỳ đã đóng nên không sinh hóa đơn được. Quản trị viên có thể mở lại kỳ.'
      : 'Kỳ đã xuất hóa đơn. Hãy dùng «Sinh lại» để giữ các hóa đơn đã xuất.';

/** Work of a generation run, in its four modes; one of them at a time for a period. */
export async function generateInvoices(work: RunWork<GeneratePayload>): Promise<void> {
  const { periodId, mode } = work.payload;
  if (mode === 'undo') {
    await work.progress({ stage: 'Trở về bản trước', done: 0, total: 1 });
    await work.finish((tx) => restorePlan(tx, periodId, { actor: work.createdBy }));
  } else if (mode === 'apply') await applyProposal(work);
  else await planAnew(work);
}

/** Reads one view of the input, plans in a thread, and switches to the new plan, or puts it apart, in one transaction. */
async function planAnew(work: RunWork<GeneratePayload>): Promise<void> {
  const { context, payload } = work;
  const isPreview = payload.mode === 'preview';
  for (let attempt = 1; ; attempt += 1) {
    await work.progress({ stage: 'Đọc dữ liệu của kỳ', done: 0, total: 3 });
    const { input, revision, planned, before } = await readInput(context.pool, payload.periodId);
    const plain = inputHash(input);
    // A plan that only added is not the one that a regeneration would make: the latter is to be made when it is asked for.
    const hash = payload.addOnly ? `add-only ${plain}` : plain;
    if (planned && (planned.inputHash === hash || planned.inputHash === plain)) {
      if (await finishUnchanged(work, revision, planned, attempt)) return;
      continue;
    }
    const overridden = passGate(await findingsOf(input), 'generation', payload.override);
    await work.progress({ stage: `Lập kế hoạch cho ${formatVnd(input.lines.length)} dòng sổ`, done: 1, total: 3 });
    const plan = payload.addOnly
      ? await inThread<AddOnly, IssuancePlan>(
          new URL('./add-only-thread.ts', import.meta.url),
          { input, drafts: draftsOf(before) },
          { signal: work.signal },
        )
      : await inThread<IssuanceInput, IssuancePlan>(new URL('./plan-thread.ts', import.meta.url), input, {
          signal: work.signal,
        });
    await work.progress({ stage: isPreview ? 'Ghi bản xem trước' : 'Ghi hóa đơn', done: 2, total: 3 });
    const ready = readyPlan(input, hash, plan, before);
    const packed = isPreview ? packPlan(ready) : undefined;
    if (before && !isPreview) await copyPlan(work);
    try {
      await work.finish(async (tx) => {
        const staged = packed ? undefined : await stageUnchanged(tx, payload.periodId, revision, ready);
        const period = await lockUnchanged(tx, payload.periodId, revision);
        const by = { actor: work.createdBy, at: context.now(), runId: work.id };
        const passed = { findings: overridden, reason: payload.override?.reason ?? '' };
        if (packed) return { preview: true, ...(await saveProposal(tx, period, ready, packed, { ...by, passed })) };
        await auditOverride(tx, period, overridden, { ...by, action: 'generation', reason: passed.reason });
        return savePlan(tx, period, ready, staged!, by);
      });
      return;
    } catch (error) {
      if (!(error instanceof InputChanged) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** Switches to the plan that was put apart, if planning now would still give this very plan. */
async function applyProposal(work: RunWork<GeneratePayload>): Promise<void> {
  const { context, payload } = work;
  await work.progress({ stage: 'Đọc dữ liệu của kỳ', done: 0, total: 2 });
  const { input, revision, before } = await readInput(context.pool, payload.periodId);
  const proposal = await readProposal(context, payload.periodId);
  if (!proposal || proposal.wholeHash !== wholeHash(input)) throw new Refusal('PROPOSAL_STALE', STALE_PROPOSAL);
  await work.progress({ stage: 'Ghi hóa đơn', done: 1, total: 2 });
  const ready = readyPlan(input, proposal.inputHash, proposal.plan, before);
  if (before) await copyPlan(work);
  try {
    await work.finish(async (tx) => {
      const staged = await stageUnchanged(tx, payload.periodId, revision, ready);
      const period = await lockUnchanged(tx, payload.periodId, revision);
      const isThere = await hasProposal(tx, period.id, proposal);
      if (!isThere || proposal.revision !== proposalRevisionOf(period))
        throw new Refusal('PROPOSAL_STALE', STALE_PROPOSAL);
      const by = { actor: work.createdBy, at: context.now(), runId: work.id };
      const { passed } = proposal.summary as StoredSummary;
      if (passed)
        await auditOverride(tx, period, passed.findings, {
          actor: proposal.createdBy,
          action: 'generation',
          reason: passed.reason,
        });
      return savePlan(tx, period, ready, staged, by);
    });
  } catch (error) {
    if (error instanceof InputChanged) throw new Refusal('PROPOSAL_STALE', STALE_PROPOSAL);
    throw error;
  }
}

/** Drafts that nothing holds: the only ones that a plan which adds to them could change. */
const draftsOf = (plan: IssuancePlan | undefined) =>
  plan?.invoices.filter(({ status, pinned }) => status === 'draft' && !pinned) ?? [];

/**
 * Copies the plan in force while no caller waits for the period; the copy counts only if the plan is in force still.
 */
const copyPlan = (work: RunWork<GeneratePayload>): Promise<void> =>
  work.commitChunk(null, (tx) => copyForUndo(tx, work.payload.periodId, work.id));

/** Says so when the plan in force is that of this very input; false when it has been changed meanwhile. */
async function finishUnchanged(
  work: RunWork<GeneratePayload>,
  revision: string,
  planned: PlanSummary,
  attempt: number,
): Promise<boolean> {
  try {
    await work.finish(async (tx) => {
      const period = await lockUnchanged(tx, work.payload.periodId, revision);
      return nothingChanged(tx, period.id, planned, work.payload.mode === 'preview');
    });
    return true;
  } catch (error) {
    if (!(error instanceof InputChanged) || attempt >= ATTEMPTS) throw error;
    return false;
  }
}

/** The plan in force was made from this very input: a new one would be the same. */
async function nothingChanged(tx: Tx, periodId: string, planned: PlanSummary, isPreview: boolean) {
  const { kept } = await tx.db
    .selectFrom('invoices')
    .select(sql<number>`count(*)`.as('kept'))
    .where('periodId', '=', periodId)
    .executeTakeFirstOrThrow();
  const change = { added: 0, changed: 0, removed: 0, kept };
  const summary: PlanSummary = { ...planned, change };
  await dropProposal(tx, periodId);
  // A look ahead was no regeneration: the last one is still the one that changed the invoices.
  if (!isPreview)
    await tx.db
      .updateTable('invoicePeriods')
      .set({ plan: toJson(summary) })
      .where('id', '=', periodId)
      .execute();
  return { change, tieOut: planned.tieOut, vatTieOut: planned.vatTieOut, invoices: kept };
}

/** The input of the plan was changed: the plan must be made again. */
class InputChanged extends Error {}
const CHANGED = 'The input of the period changed while its plan was being made';

/**
 * Brings a plan's rows to the database before any caller has to wait for the period, unless it is out of date already.
 */
async function stageUnchanged(tx: Tx, periodId: string, revision: string, ready: ReadyPlan) {
  const period = await readPeriod(tx.db, periodId);
  if ((await revisionBesideOthers(tx, period)) !== revision) throw new InputChanged(CHANGED);
  return stagePlan(tx, period, ready);
}

async function lockUnchanged(tx: Tx, periodId: string, revision: string): Promise<PeriodRow> {
  const period = await lockPeriod(tx, periodId);
  refuseClosed(period);
  await takeTurns(tx, period);
  if ((await revisionBesideOthers(tx, period)) !== revision) throw new InputChanged(CHANGED);
  return period;
}

/** A plan also depends on what other periods of the same profiles hold and on the numbers that they gave. */
const revisionBesideOthers = async (tx: Tx, period: PeriodRow): Promise<string> =>
  `${revisionOf(period)} ${await othersRevision(tx.db, period)}`;

function refuseClosed(period: PeriodRow): void {
  if (period.status === 'closed') throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng trong lúc sinh hóa đơn.');
}

const readInput = (pool: Parameters<typeof inTransaction>[0], periodId: string) =>
  inTransaction(
    pool,
    async (tx) => {
      const period = await readPeriod(tx.db, periodId);
      refuseClosed(period);
      const planned = period.plan as PlanSummary | null;
      const profiles = await profilesOf(tx.db, period);
      const codeOf = (id: string): string => profiles.find((one) => one.id === id)?.code ?? id;
      return {
        revision: await revisionBesideOthers(tx, period),
        planned,
        input: await loadInput(tx.db, period),
        before: planned ? await storedPlan(tx.db, period, codeOf) : undefined,
      };
    },
    'repeatable',
  );
