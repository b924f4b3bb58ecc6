import type { ErrorCode } from '@khop/contract/errors.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { expect } from 'vitest';
import { goodCalls, sendGood } from '../good-calls/play.ts';
import type { Sent } from '../good-calls/stage.ts';
import { storesNothing } from './everything.ts';
import type { Given, Row } from './judge.ts';

/** An operation that the state of the stage refuses; sent as its good call, but for what that would not find any more. */
type Refused = readonly [id: OperationId, code: ErrorCode, sent?: Sent];

/** Sends each, and has it refused by its code; nothing of it is stored. */
export async function refuses({ stage, rows }: Pick<Given, 'stage' | 'rows'>, calls: readonly Refused[]) {
  await storesNothing({ rows }, async () => {
    const answers: unknown[] = [];
    for (const [id, , sent] of calls) {
      const good = new Map(goodCalls).get(id)!;
      const answer = await sendGood(stage, contract[id], good, sent ?? (await good.input?.(stage)) ?? {});
      // A file is only read by the run that it starts.
      const runId = answer.body?.runId as string | undefined;
      const code = runId === undefined ? answer.body?.error_code : (await stage.api.runEnd(runId)).errorCode;
      answers.push([id, code ?? answer.status]);
    }
    expect(answers).toEqual(calls.map(([id, code]) => [id, code]));
  });
}

const NO_DRAFT = 'INVOICE_STATE';

/** Files of a plan that rests on other stock than there is now are refused: the stock is another one for a moment. */
export async function refusesOutdated(given: Given): Promise<void> {
  const { periodId } = given.stage;
  const move = (by: number) =>
    given.rows('update period_inventory_rows set opening = opening + $2 where period_id = $1', [...[periodId, by]]);
  await move(1);
  await refuses(given, [['downloadExcel', 'PERIOD_STATE', { params: { id: periodId }, body: {} }]]);
  await move(-1);
}

/** The calls that are refused for an invoice that was exported, and for the period that it is in. */
export async function exportedRefuses(given: Given): Promise<readonly Refused[]> {
  const { rows, stage } = given;
  const [left] = await rows(
    "select id, version, profile_id as profile from invoices where period_id = $1 and status = 'exported' order by voucher_number limit 1",
    [stage.periodId],
  );
  const { id, version, profile } = left as { id: string; version: number; profile: string };
  const customer = await stage.first(`/amis/partners?profileId=${profile}&type=customer&isActive=true`);
  const params = { id };
  const period = { id: stage.periodId };
  return [
    ['generateInvoices', 'PERIOD_STATE'],
    ['updateInvoicePin', NO_DRAFT, { params, body: { version, pinned: false } }],
    ['reviewInvoices', NO_DRAFT, { params: period, body: { invoices: [{ id, version }], reviewed: true } }],
    // No sales ledger was made after the files left.
    ['takeBackInvoices', NO_DRAFT, { params: period, body: { invoices: [{ id, version }], reason: 'chưa nhập' } }],
    [
      'updateInvoiceCustomer',
      NO_DRAFT,
      { params, body: { version, customerId: customer.id, reason: 'khách đề nghị' } },
    ],
    ['deletePeriod', 'PERIOD_IN_USE', { params: period }],
  ];
}

/** The calls that are refused for a period that is closed, and for an invoice of it. */
export async function closedRefuses(given: Given): Promise<readonly Refused[]> {
  const { rows, stage } = given;
  const params = { id: stage.periodId };
  const [entry] = await rows(
    'select profile_id as "profileId", entry_key as "entryKey" from period_amis_sales where period_id = $1 order by 2 limit 1',
    [stage.periodId],
  );
  const { profileId } = entry as Row;
  return [
    ...(await exportedRefuses(given)),
    ['loadBravoSales', 'PERIOD_STATE'],
    ['loadAmisInventory', 'PERIOD_STATE'],
    ['loadAmisSalesLedger', 'PERIOD_STATE'],
    ['stateSameMoment', 'PERIOD_STATE', { params, body: { profileId, salesLedgerMadeAt: '2026-09-30T00:00:00Z' } }],
    ['regenerateInvoices', 'PERIOD_STATE'],
    ['undoRegeneration', 'UNDO_NOT_POSSIBLE', { params }],
    ['decideReviews', 'PERIOD_STATE'],
    ['undoReviewDecisions', 'PERIOD_STATE', { params, body: { entries: [entry] } }],
    ['setLineExclusion', 'PERIOD_STATE'],
    ['setLineDays', 'PERIOD_STATE'],
    ['updatePeriod', 'PERIOD_STATE'],
  ];
}
