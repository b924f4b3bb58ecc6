import type { OperationId } from '@khop/contract/index.ts';
import type { Trial, Trials } from './trial.ts';

/** Lines that are left out and taken back in. */
const excluding: Trials = async ({ stage, rows }) => {
  const params = { id: stage.periodId };
  const found = await rows(
    'select source_key as key from period_sales_lines where period_id = $1 order by source_key limit 2',
    [stage.periodId],
  );
  const [excluded] = await rows('select source_key as key from period_exclusions where period_id = $1 limit 1', [
    stage.periodId,
  ]);
  const keys = found.map(({ key }) => String(key));
  const tables = ['period_exclusions', 'invoice_periods'];
  const sent = (body: object): Trial => ({ tables, sent: { params, body } });
  return {
    'without a note': sent({ sourceKeys: keys, reason: 'not_a_sale' }),
    'with a blank note': sent({ sourceKeys: keys, reason: 'not_a_sale', note: ' ' }),
    several: sent({ sourceKeys: keys, reason: 'not_a_sale', note: ' thử ' }),
    'a line that is not there': sent({ sourceKeys: [...keys, 'khong'], reason: 'not_a_sale', note: 'thử' }),
    'back in': sent({ sourceKeys: [excluded!.key], reason: null }),
    'back in though they are in': sent({ sourceKeys: keys.filter((key) => key !== excluded!.key), reason: null }),
    'once more': sent({ sourceKeys: [excluded!.key], reason: 'not_a_sale', note: 'lần hai' }),
  };
};

/** Decisions on entries of AMIS. */
const deciding: Trials = async ({ stage, rows }) => {
  const params = { id: stage.periodId };
  const entries = await rows(
    `select profile_id as "profileId", entry_key as "entryKey" from period_amis_sales where period_id = $1
     order by entry_key, profile_id limit 2`,
    [stage.periodId],
  );
  const [line] = await rows('select min(source_key) as key from period_sales_lines where period_id = $1', [
    stage.periodId,
  ]);
  const [one, other] = entries as [object, object];
  const tables = ['period_reconciliations'];
  const decide = (decisions: object[], more: object = {}): Trial => ({
    tables,
    sent: { params, body: { decisions, ...more } },
  });
  return {
    'a line and none': decide(
      [
        { ...one, line: line!.key },
        { ...other, line: null },
      ],
      { note: 'đã xem' },
    ),
    'one twice': decide([
      { ...one, line: null },
      { ...one, line: line!.key },
    ]),
    'an entry that is not there': decide([{ ...one, entryKey: 'khong', line: null }]),
    'a line that is not there': decide([{ ...one, line: 'khong' }]),
    'undone without a decision': {
      ...{ tables, of: 'undoReviewDecisions', sent: { params, body: { entries: [other] } } },
    },
    'an entry that is not there undone': {
      ...{ tables, of: 'undoReviewDecisions', sent: { params, body: { entries: [{ ...one, entryKey: 'khong' }] } } },
    },
  };
};

const moments: Trials = async ({ stage, sent, rows }) => {
  const { profileId, salesLedgerMadeAt } = sent.body as { profileId: string; salesLedgerMadeAt: string };
  const tables = ['period_loads'];
  const state = { tables, sent: { params: { id: stage.periodId }, body: { profileId, salesLedgerMadeAt } } };
  const of = `period_id = '${stage.periodId}' and profile_id = '${profileId}'`;
  const [entry] = await rows(`select voucher_number as voucher from period_amis_sales where ${of} order by 1 limit 1`);
  const fresh = `update period_loads set contains_ledger_at = null where ${of}`;
  return {
    again: { ...state, where: [fresh] },
    'another ledger': {
      ...state,
      sent: { ...state.sent, body: { profileId, salesLedgerMadeAt: '2026-09-01T00:00:00Z' } },
    },
    'without stock': { ...state, where: [`delete from period_loads where ${of} and kind = 'inventory'`] },
    'without a ledger': { ...state, where: [`delete from period_loads where ${of} and kind = 'sales_ledger'`] },
    'stock that is newer': {
      ...state,
      where: [fresh, `update period_loads set made_at = '2027-01-01T00:00:00Z' where ${of} and kind = 'inventory'`],
    },
    'an entry that is ours': {
      ...state,
      where: [
        fresh,
        `update invoices set voucher_number = '${entry?.voucher}' where id in (select id from invoices where ${of} order by id limit 1)`,
      ],
    },
  };
};

/** The decisions of an accountant about the lines and entries of a period. */
export const entryTrials: Partial<Record<OperationId, Trials>> = {
  setLineExclusion: excluding,
  decideReviews: deciding,
  stateSameMoment: moments,
};
