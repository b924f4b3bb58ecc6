import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import { toJson } from '../../db/json.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { inThread } from '../../jobs/in-thread.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { Refusal } from '../../refusal.ts';
import { inputHash } from './input-hash.ts';
import { loadInput } from './load-input.ts';
import { ensureFresh, lockPeriod, readPeriod } from './period-rows.ts';
import { type PlanSummary, savePlan } from './save-plan.ts';

type GeneratePayload = { readonly periodId: string };

/** How often a generation starts over when somebody changes its input meanwhile, before it gives up. */
const ATTEMPTS = 5;

/** Starts a generation: first (or again before any export) or a regeneration that keeps hand edits and exported invoices. */
export function startGeneration(
  { context, params, body, user, commit }: Call<'generateInvoices'> | Call<'regenerateInvoices'>,
  which: 'generate' | 'regenerate',
) {
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
    return startRun(tx, context, {
      kind: 'generate-invoices',
      scope: period.id,
      payload: { periodId: period.id },
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

/** Work of a generation run: read one view of the input, plan in a thread, and switch to the new plan in one transaction. */
export async function generateInvoices(work: RunWork<GeneratePayload>): Promise<void> {
  const { context, payload } = work;
  for (let attempt = 1; ; attempt += 1) {
    await work.progress({ stage: 'Đọc dữ liệu của kỳ', done: 0, total: 3 });
    const { input, revision, planned } = await readInput(context.pool, payload.periodId);
    const hash = inputHash(input);
    if (planned?.inputHash === hash) {
      await work.finish(async (tx) => nothingChanged(tx, payload.periodId, planned));
      return;
    }
    await work.progress({ stage: `Lập kế hoạch cho ${input.lines.length} dòng sổ`, done: 1, total: 3 });
    const plan = await inThread<IssuanceInput, IssuancePlan>(new URL('./plan-thread.ts', import.meta.url), input, {
      signal: work.signal,
    });
    await work.progress({ stage: 'Ghi hóa đơn', done: 2, total: 3 });
    try {
      await work.finish(async (tx) => {
        await ensureUnchanged(tx, payload.periodId, revision);
        return savePlan(tx, await lockPeriod(tx, payload.periodId), input, plan, hash, {
          actor: work.createdBy,
          at: context.now(),
        });
      });
      return;
    } catch (error) {
      if (!(error instanceof InputChanged) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** The plan in force was made from this very input: a new one would be the same. */
async function nothingChanged(tx: Tx, periodId: string, planned: PlanSummary) {
  const { kept } = await tx.db
    .selectFrom('invoices')
    .select(sql<number>`count(*)`.as('kept'))
    .where('periodId', '=', periodId)
    .executeTakeFirstOrThrow();
  const change = { added: 0, changed: 0, removed: 0, kept };
  const summary: PlanSummary = { ...planned, change };
  await tx.db
    .updateTable('invoicePeriods')
    .set({ plan: toJson(summary) })
    .where('id', '=', periodId)
    .execute();
  return { change, tieOut: planned.tieOut, vatTieOut: planned.vatTieOut, invoices: kept };
}

/** Somebody changed what the plan was made from: it must be made again. */
class InputChanged extends Error {}

async function ensureUnchanged(tx: Tx, periodId: string, revision: string): Promise<void> {
  const now = await revisionOf(tx, periodId, true);
  if (now !== revision) throw new InputChanged('The input of the period changed while its plan was being made');
}

async function revisionOf(tx: Tx, periodId: string, lock: boolean): Promise<string> {
  let query = tx.db
    .selectFrom('invoicePeriods')
    .select(['version', 'inputRevision', 'status'])
    .where('id', '=', periodId);
  if (lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row || row.status === 'closed')
    throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng hoặc bị xóa trong lúc sinh hóa đơn.');
  return `${row.version}/${row.inputRevision}`;
}

const readInput = (pool: Parameters<typeof inTransaction>[0], periodId: string) =>
  inTransaction(
    pool,
    async (tx) => {
      const revision = await revisionOf(tx, periodId, false);
      const period = await readPeriod(tx.db, periodId);
      return { revision, planned: period.plan as PlanSummary | null, input: await loadInput(tx.db, period) };
    },
    'repeatable',
  );
