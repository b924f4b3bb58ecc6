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

/** Days that a person states of lines, and takes back. */
const stating: Trials = async ({ stage, rows }) => {
  const params = { id: stage.periodId };
  const lines = await rows(
    'select kind, min(source_key) as key, min(doc_date)::text as day from period_sales_lines where period_id = $1 group by 1 order by 1',
    [stage.periodId],
  );
  const [stated] = await rows('select source_key as key from period_line_days where period_id = $1 limit 1', [
    stage.periodId,
  ]);
  const keyOf = (kind: string) => String(lines.find((line) => line.kind === kind)!.key);
  const day = String(lines[0]!.day);
  const tables = ['period_line_days', 'invoice_periods'];
  const sent = (key: string, facts: object | null, evidence?: string): Trial => ({
    tables,
    sent: { params, body: { sourceKeys: [key], facts, ...(evidence !== undefined && { evidence }) } },
  });
  const [goods, service, discount] = [keyOf('goods'), keyOf('service'), keyOf('discount')];
  return {
    'without evidence': sent(goods, { isExport: true, clearedOn: day }),
    'with blank evidence': sent(goods, { isExport: true, clearedOn: day }, ' '),
    'an export': sent(goods, { isExport: true, clearedOn: day }, ' tờ khai '),
    'an export not cleared': sent(goods, { isExport: true }, 'hợp đồng'),
    'clearance of no export': sent(goods, { clearedOn: day }, 'tờ khai'),
    'a payment for goods': sent(goods, { paidOn: day }, 'phiếu thu'),
    'a service': sent(service, { completedOn: day, paidOn: day }, 'nghiệm thu'),
    'a service of a trade': sent(service, { trade: 'logistics', reconciledOn: day, agreedUntil: day }, 'biên bản'),
    'a reconciliation of no trade': sent(service, { reconciledOn: day }, 'biên bản'),
    'an exported service': sent(service, { isExport: true }, 'tờ khai'),
    'a day to come': sent(service, { completedOn: '2099-01-01' }, 'hẹn'),
    'nothing at all': sent(service, {}, 'không'),
    'no export': sent(goods, { isExport: false }, 'không'),
    'a discount': sent(discount, { completedOn: day }, 'nghiệm thu'),
    'a line that is not there': sent('khong', { completedOn: day }, 'nghiệm thu'),
    'taken back': sent(String(stated!.key), null),
    'taken back though nothing is stated': sent(service, null),
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
  setLineDays: stating,
  decideReviews: deciding,
  stateSameMoment: moments,
};
