import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { expect } from 'vitest';
import { daysAddUp } from './days.ts';
import { saysHowItWasClosed } from './edges.ts';
import { counted, type Given, type Judges, ofPeriod, type Row, run, status } from './judge.ts';
import { closedRefuses, refuses } from './refused-states.ts';
import { tiesOut } from './stored-plan.ts';

const period = { table: 'invoice_periods', except: ['profileIds', 'issuers', 'bases', 'rules', 'branches'] };
/** A document's own key, day and partner: its id in an address is made of the period and these. */
const keyOf = (id: unknown) =>
  Buffer.from(String(id), 'base64url').toString().replaceAll('\u0000', '|').split('|').slice(1).join('|');
const KEY = `concat_ws('|', document_key, doc_date, partner_code)`;
const DOCUMENT = `select ${KEY} as key, sum(amount - discount)::bigint as amount, sum(invoiced)::bigint as invoiced,
  sum(already_invoiced)::bigint as already, sum(unallocated)::bigint as unallocated, sum(excluded)::bigint as excluded
  from period_sales_lines where period_id = $1`;

const figuresOf = ({ amount, invoiced, already, unallocated, excluded }: Row) => ({
  amount,
  invoiced,
  alreadyInvoiced: already,
  unallocated,
  excluded,
});

const decisionOf = async ({ rows, stage, sent }: Given) => {
  const body = sent.body as { decisions?: Row[]; entries?: Row[] };
  const [entry] = body.decisions ?? body.entries!;
  return rows(
    'select source_key as line, created_by as by from period_reconciliations where period_id = $1 and entry_key = $2',
    [stage.periodId, entry!.entryKey],
  );
};

export const periodJudges = {
  listPeriods: { of: period, total: counted('invoice_periods') },
  getCurrentPeriod: { of: period, holds: ({ body, stage }) => expect(body.id).toBe(stage.periodId) },
  getPeriod: {
    of: { ...period, except: [...period.except, 'changeMark'] },
    // The mark of the period is that of the checks until something changes.
    holds: async ({ body, stage }) => {
      const path = `/invoice-issuance/periods/${stage.periodId}/preflight`;
      expect((await stage.read<{ changeMark: string }>(path)).changeMark).toBe(body.changeMark);
    },
  },
  loadBravoSales: {
    writes: ['invoice_periods'],
    holds: run('load-bravo-sales', async ({ rows, stage }) => {
      const [row] = await rows(
        `select (select count(*)::int from period_sales_lines where period_id = p.id) as kept, from_date::text as "fromDate",
           to_date::text as "toDate" from invoice_periods p where id = $1`,
        [stage.periodId],
      );
      const days = `fromDate=${row!.fromDate}&toDate=${row!.toDate}`;
      const live = await stage.read<{ total: number }>(`/bravo-sales-ledgers/retrieve?limit=1&${days}`);
      expect(row!.kept).toBe(live.total);
    }),
  },
  loadAmisInventory: {
    holds: run('load-amis-inventory', async ({ body, rows, stage }) => {
      const [row] = await rows(
        'select count(*)::int as n from period_inventory_rows where period_id = $1 and profile_id = $2',
        [stage.periodId, stage.profileId],
      );
      expect((body.result as Row).unchanged).toBe(row!.n);
    }),
  },
  loadAmisSalesLedger: {
    holds: run('load-amis-sales-ledger', async ({ body, rows, stage }) => {
      const [row] = await rows(
        'select count(*)::int as n from period_amis_sales where period_id = $1 and profile_id = $2',
        [stage.periodId, stage.profileId],
      );
      expect((body.result as Row).unchanged).toBe(row!.n);
    }),
  },
  stateSameMoment: {
    writes: ['invoice_periods', 'period_loads'],
    holds: async ({ body, rows, sent, stage }) => {
      const { profileId, salesLedgerMadeAt } = sent.body as Record<string, string>;
      const [row] = await rows(
        "select contains_ledger_at as at from period_loads where period_id = $1 and profile_id = $2 and kind = 'inventory'",
        [stage.periodId, profileId],
      );
      expect([row!.at, body.stockContainsLedgerAt].map((one) => new Date(String(one)).getTime())).toEqual(
        Array(2).fill(Date.parse(salesLedgerMadeAt!)),
      );
    },
  },
  getPeriodPreflight: {
    holds: async (given) => {
      const { body, rows, stage } = given;
      const problems = body.problems as Row[];
      const [undecided] = await rows('select count(*)::int as n from period_reviews where period_id = $1', [
        stage.periodId,
      ]);
      const told = problems.filter(({ code }) => code === 'AMIS_ENTRIES_UNDECIDED');
      expect(told.reduce((sum, one) => sum + Number(one.count), 0)).toBe(undecided!.n);
      expect(problems.map(({ code }) => code)).toContain('RULE_NOT_CONFIRMED');
      for (const one of problems) expect(String(one.message).length, String(one.code)).toBeGreaterThan(10);
      await daysAddUp(given, body.days as DayCell[]);
    },
  },
  getInvoiceGenerationStatus: { holds: status('generate-invoices') },
  getSalesLedgerStatus: { holds: status('load-amis-sales-ledger') },
  getBravoSalesStatus: { holds: status('load-bravo-sales') },
  getAmisInventoryStatus: { holds: status('load-amis-inventory') },
  listReviews: {
    total: counted('period_reviews where period_id = $1', ofPeriod),
    // Also of profiles that have none: all that wait may be of one.
    holds: async ({ rows, stage }) => {
      for (const profileId of stage.profiles.values()) {
        const path = `/invoice-issuance/periods/${stage.periodId}/reviews?profileId=${profileId}`;
        const waiting = await rows('select from period_reviews where period_id = $1 and profile_id = $2', [
          stage.periodId,
          profileId,
        ]);
        expect((await stage.read<{ total: number }>(path)).total).toBe(waiting.length);
      }
    },
  },
  getEntryReview: {
    holds: async ({ body, rows, stage }) => {
      const [row] = await rows(
        'select amount, voucher_number as "voucherNumber" from period_amis_sales where period_id = $1 and profile_id = $2 and entry_key = $3',
        [stage.periodId, body.profileId, body.entryKey],
      );
      expect(body).toMatchObject({ ...row, decision: null });
      const [asked] = await rows(
        'select candidates from period_reviews where period_id = $1 and profile_id = $2 and entry_key = $3',
        [stage.periodId, body.profileId, body.entryKey],
      );
      const lines = (body.candidates as { line: string }[]).map((one) => one.line);
      expect(lines).toEqual(expect.arrayContaining(asked!.candidates as string[]));
    },
  },
  decideReviews: {
    writes: ['invoice_periods', 'period_reconciliations'],
    holds: async (given) => expect(await decisionOf(given)).toEqual([{ line: null, by: 'ketoan@khop.local' }]),
  },
  undoReviewDecisions: {
    writes: ['invoice_periods', 'period_reconciliations'],
    holds: async (given) => expect(await decisionOf(given)).toEqual([]),
  },
  listPeriodSales: {
    total: counted(`(select distinct ${KEY} from period_sales_lines where period_id = $1) d`, ofPeriod),
    holds: async ({ items, rows, stage }) => {
      const documents = await rows(`${DOCUMENT} group by 1`, [stage.periodId]);
      const known = new Map(documents.map((row) => [row.key, figuresOf(row)]));
      for (const item of items) expect(item).toMatchObject(known.get(keyOf(item.id))!);
    },
  },
  getPeriodSale: {
    holds: async ({ body, rows, sent, stage }) => {
      expect(body.id).toBe(sent.params!.id);
      const key = keyOf(body.id);
      const [document] = await rows(`${DOCUMENT} and ${KEY} = $2 group by 1`, [stage.periodId, key]);
      expect(body).toMatchObject(figuresOf(document!));
      const lines = await rows(`select source_key from period_sales_lines where period_id = $1 and ${KEY} = $2`, [
        stage.periodId,
        key,
      ]);
      expect((body.ledgerLines as Row[]).map(({ sourceKey }) => sourceKey).sort()).toEqual(
        lines.map((row) => row.source_key).sort(),
      );
    },
  },
  setLineExclusion: {
    writes: ['invoice_periods', 'period_exclusions'],
    holds: async ({ body, rows, sent, stage }) => {
      const { sourceKeys, reason, note } = sent.body as { sourceKeys: string[]; reason: string; note: string };
      expect(body).toEqual({ updated: sourceKeys.length });
      expect(
        await rows('select reason, note from period_exclusions where period_id = $1 and source_key = any($2)', [
          stage.periodId,
          sourceKeys,
        ]),
      ).toEqual(sourceKeys.map(() => ({ reason, note })));
    },
  },
  setLineDays: {
    writes: ['invoice_periods', 'period_line_days'],
    holds: async ({ body, rows, sent, stage }) => {
      const { sourceKeys, facts, evidence } = sent.body as { sourceKeys: string[]; facts: object; evidence: string };
      expect(body).toEqual({ updated: sourceKeys.length });
      expect(
        await rows('select facts, evidence from period_line_days where period_id = $1 and source_key = any($2)', [
          stage.periodId,
          sourceKeys,
        ]),
      ).toEqual(sourceKeys.map(() => ({ facts, evidence })));
    },
  },
  getPeriodStats: {
    holds: async (given) => {
      const { tieOut, coverage } = given.body as { tieOut: Row; coverage: Row[] };
      await tiesOut(given, tieOut);
      for (const place of ['invoiced', 'alreadyInvoiced', 'unallocated'])
        expect(coverage.reduce((sum, row) => sum + Number(row[place]), 0)).toBe(tieOut[place]);
    },
  },
  listShortages: {
    total: counted('period_shortages where period_id = $1', ofPeriod),
    holds: async ({ stage, rows }) => {
      const path = `/invoice-issuance/periods/${stage.periodId}/shortages?totals=true`;
      const { totals } = await stage.read<{ totals: { amount: number } }>(path);
      const [row] = await rows('select sum(amount)::bigint as amount from period_shortages where period_id = $1', [
        stage.periodId,
      ]);
      expect(totals.amount).toBe(row!.amount);
    },
  },
  updatePeriod: {
    writes: ['invoice_periods'],
    leavesOut: Object.fromEntries(
      ['name', 'fromDate', 'toDate', 'profileIds', 'issuers', 'bases', 'rules'].map((name) => [
        name,
        'a period that is closed by the same call is not edited; periods have tests of their own',
      ]),
    ),
    holds: async (given) => {
      const { rows, stage, body } = given;
      await refuses(given, await closedRefuses(given));
      await saysHowItWasClosed(given);
      expect(body).toMatchObject({ status: 'closed', closeAcknowledgement: 'đã báo giám đốc' });
      expect(
        await rows('select status, close_acknowledgement as note from invoice_periods where id = $1', [stage.periodId]),
      ).toEqual([{ status: 'closed', note: 'đã báo giám đốc' }]);
    },
  },
  createPeriod: {
    writes: ['invoice_periods'],
    of: period,
    twice: 'PERIOD_EXISTS',
    holds: async ({ body, sent, stage }) => {
      expect(body).toMatchObject({ ...(sent.body as object), status: 'open' });
      const turned = { ...(sent.body as object), fromDate: '2026-12-31', toDate: '2026-12-01' };
      expect(await stage.api.call('POST', '/invoice-issuance/periods', turned)).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION', message: expect.stringContaining('Ngày cuối kỳ') },
      });
    },
  },
  deletePeriod: {
    writes: ['invoice_periods'],
    holds: async ({ rows, sent }) =>
      expect(await rows('select from invoice_periods where id = $1', [sent.params!.id])).toEqual([]),
  },
  listAmisEntries: {
    notAsShown: { rowNumber: 'rows are counted in each file, and files come one after the other' },
    total: counted('period_amis_sales where period_id = $1', ofPeriod),
    holds: async ({ items, rows, stage }) => {
      for (const item of items.slice(0, 5)) {
        const [row] = await rows(
          'select amount, voucher_number as "voucherNumber", document_date::text as "documentDate" from period_amis_sales where period_id = $1 and entry_key = $2 and profile_id = $3',
          [stage.periodId, item.entryKey, item.profileId],
        );
        expect(item).toMatchObject(row!);
      }
    },
  },
  listReconciliation: {
    total: counted('(select distinct partner_code from period_sales_lines where period_id = $1) p', ofPeriod),
    holds: async ({ items, rows, stage }) => {
      const sums = await rows(
        'select partner_code as code, sum(amount - discount)::bigint as ledger, sum(excluded)::bigint as excluded from period_sales_lines where period_id = $1 group by 1',
        [stage.periodId],
      );
      const known = new Map(sums.map((row) => [row.code, row]));
      for (const item of items) {
        expect({ code: item.code, ledger: item.ledger, excluded: item.excluded }).toEqual(known.get(item.code));
        const figure = (name: string) => Number(item[name]);
        expect(
          figure('invoiced') +
            figure('alreadyInvoiced') +
            figure('unallocated') +
            figure('excluded') +
            figure('netted'),
        ).toBe(figure('ledger'));
      }
    },
  },
  listReconciliationParts: {
    holds: async ({ body, items, rows, stage }) => {
      const [sum] = await rows(
        'select sum(amount - discount)::bigint as ledger from period_sales_lines where period_id = $1',
        [stage.periodId],
      );
      const { totals } = await stage.read<{ totals: { amount: number } }>(
        `/invoice-issuance/periods/${stage.periodId}/reconciliation/parts?totals=true`,
      );
      expect(totals.amount).toBe(sum!.ledger);
      expect(items).toHaveLength(Math.min(50, body.total as number));
    },
  },
} as const satisfies Judges;
