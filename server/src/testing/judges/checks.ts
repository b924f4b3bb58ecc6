import { expect } from 'vitest';
import { unzip } from '../unzip.ts';
import { counted, type Given, type Judges, ofPeriod, type Row } from './judge.ts';
import { refusesOutdated } from './refused-states.ts';

const figures = ['invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'difference'] as const;
const placed = (of: Row): number => figures.reduce((sum, figure) => sum + Number(of[figure]), 0);

async function vatOf({ rows, stage }: Given): Promise<Row> {
  const [row] = await rows(
    `select (select sum(vat_amount)::bigint from period_sales_lines where period_id = $1) as ledger,
       (select sum(vat_amount)::bigint from invoices where period_id = $1 and status not in ('cancelled', 'replaced')) as invoiced`,
    [stage.periodId],
  );
  return row!;
}

/** Judges of how VAT ties out, of the draft of 01/GTGT, and of the records behind a finding. */
export const checkJudges = {
  getVatTieOut: {
    holds: async (given) => {
      const total = given.body.total as Row;
      expect(total).toMatchObject(await vatOf(given));
      expect(placed(total)).toBe(total.ledger);
      for (const rate of given.body.byRate as Row[]) expect(placed(rate) + Number(rate.netted)).toBe(rate.ledger);
    },
  },
  listVatDifferences: {
    notAsShown: { difference: 'the largest come first, above or below' },
    total: counted('period_vat_differences where period_id = $1', ofPeriod),
    holds: async ({ items }) => {
      for (const { ledgerVat, invoiceVat, difference } of items)
        expect(Number(ledgerVat) - Number(invoiceVat)).toBe(difference);
    },
  },
  getVatReturn: {
    holds: async (given) => {
      const { invoiced } = await vatOf(given);
      const returns = given.body.returns as { figures: { code: string; amount: number }[] }[];
      const tax = returns.flatMap((own) => own.figures).filter(({ code }) => code === '35');
      expect(tax.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoiced);
      expect(given.body.note).toContain('chưa được chuyên gia xác nhận');
    },
  },
  listVatReturnInvoices: {
    total: counted(
      "invoices i cross join lateral jsonb_array_elements(i.vat) g where i.period_id = $1 and i.status not in ('cancelled', 'replaced')",
      ofPeriod,
    ),
  },
  listShortageGroups: {
    notAsShown: {
      reason: 'the filter takes every group that has some of it, and a group shows the one with most money',
    },
    total: counted(
      '(select distinct s.item_code from period_shortages h join period_sales_lines s using (period_id, source_key) where h.period_id = $1) g',
      ofPeriod,
    ),
    holds: async ({ items, rows, stage }) => {
      const [row] = await rows('select sum(amount)::bigint as amount from period_shortages where period_id = $1', [
        stage.periodId,
      ]);
      const path = `/invoice-issuance/periods/${stage.periodId}/shortages/groups?totals=true`;
      const { totals } = await stage.read<{ totals: { amount: number } }>(path);
      expect(totals.amount).toBe(row!.amount);
      for (const item of items) expect(String(item.remedy).length).toBeGreaterThan(10);
    },
  },
  getPurchaseNeeds: {
    holds: async ({ body, rows, stage }) => {
      const needs = body.needs as { amount: number; quantity: string; documents: string[] }[];
      const [row] = await rows(
        "select sum(amount)::bigint as amount from period_shortages where period_id = $1 and reason in ('NO_STOCK', 'TAKEN_BY_OTHERS')",
        [stage.periodId],
      );
      const wanted = needs.reduce((sum, { amount }) => sum + amount, 0);
      expect(needs.length).toBeGreaterThan(0);
      expect(wanted).toBeLessThanOrEqual(Number(row!.amount));
      for (const { quantity, documents } of needs)
        expect([Number(quantity) > 0, documents.length > 0]).toEqual([true, true]);
    },
  },
  getPeriodRuleChanges: {
    holds: async ({ body, rows, stage }) => {
      const effects = body.effects as Row[];
      const vat = effects.find(({ code }) => code === 'VAT_RATE')!;
      const [row] = await rows(
        `select count(distinct line)::int as lines, sum(amount)::bigint as amount from (
           select a.source_key as line, a.amount from invoices i join invoice_items t on t.invoice_id = i.id
             join invoice_allocations a on a.item_id = t.id where i.period_id = $1 and i.status = 'draft' and t.vat_rate = '8'
           union all
           select h.source_key, h.amount from period_shortages h join period_sales_lines s using (period_id, source_key)
             where h.period_id = $1 and h.reason <> 'RETURN_UNMATCHED' and s.vat_rate = '8') open`,
        [stage.periodId],
      );
      expect(vat).toMatchObject({ lines: row!.lines, amount: row!.amount });
      expect(Math.abs(Number(vat.vatDifference) - Number(row!.amount) / 50)).toBeLessThanOrEqual(0.5);
      expect((body.rules as Row[])[0]).toMatchObject({ kind: 'vatReductions', turn: 'ends', isConfirmed: false });
      const symbols = effects.find(({ code }) => code === 'SYMBOL_YEAR')!.records as Row[];
      const profiles = await rows('select id from profiles where code = any($1)', [symbols.map(({ id }) => id)]);
      expect(symbols.map(({ targetId }) => targetId).toSorted()).toEqual(profiles.map(({ id }) => id).toSorted());
    },
  },
  downloadRuleChanges: {
    holds: async ({ raw, headers, stage }) => {
      const path = `/invoice-issuance/periods/${stage.periodId}/rule-changes?on=2027-01-01`;
      const { effects } = await stage.read<{ effects: { recordCount: number }[] }>(path);
      const sheet = (await unzip(raw)).get('xl/worksheets/sheet3.xml')!.toString();
      const records = effects.reduce((sum, { recordCount }) => sum + recordCount, 0);
      // Every record has a row, below the row of the headers.
      expect(sheet.match(/<row /g)).toHaveLength(records + 1);
      expect(records).toBeGreaterThan(10);
      expect(String(headers['content-disposition'])).toContain('luat-doi-2027-01-01');
    },
  },
  getStockCauses: {
    holds: async ({ body, rows, stage }) => {
      type Lack = { kind: string; profileCode: string; product: string; quantity: string; causes: { code: string }[] };
      const lacks = body.lacks as Lack[];
      const { needs } = await stage.read<{ needs: { profileCode: string; product: string }[] }>(
        `/invoice-issuance/periods/${stage.periodId}/purchase-needs`,
      );
      const missing = lacks.filter(({ kind }) => kind === 'missing').map((one) => `${one.profileCode} ${one.product}`);
      // Goods that came too late lack as well, and are not bought again.
      expect(missing).toEqual(expect.arrayContaining(needs.map((one) => `${one.profileCode} ${one.product}`)));
      const negative = await rows(
        `select p.code || ' ' || r.product_code || ' ' || (-r.closing)::float8 as told from period_inventory_rows r
         join profiles p on p.id = r.profile_id where r.period_id = $1 and r.closing < 0 order by 1`,
        [stage.periodId],
      );
      expect(
        lacks
          .filter(({ kind }) => kind === 'negative')
          .map((one) => `${one.profileCode} ${one.product} ${Number(one.quantity)}`)
          .toSorted(),
      ).toEqual(negative.map(({ told }) => told));
      for (const { causes } of lacks) expect(causes.length).toBeGreaterThan(0);
      expect(new Set(lacks.flatMap(({ causes }) => causes.map(({ code }) => code))).size).toBeGreaterThan(1);
    },
  },
  downloadPurchaseNeeds: {
    holds: async (given) => {
      const { raw, headers } = given;
      await refusesOutdated(given);
      expect([...(await unzip(raw)).keys()]).toContain('xl/workbook.xml');
      expect(String(headers['content-disposition'])).toContain('can-nhap-them');
    },
  },
  listFindingRecords: {
    holds: async ({ body, items, stage }) => {
      const { problems } = await stage.read<{ problems: { code: string; count: number }[] }>(
        `/invoice-issuance/periods/${stage.periodId}/preflight`,
      );
      const told = problems.filter(({ code }) => code === 'RULE_NOT_CONFIRMED');
      expect(body.total).toBe(told.reduce((sum, { count }) => sum + count, 0));
      expect(items).toHaveLength(body.total as number);
      for (const item of items) expect(item).toMatchObject({ kind: 'rule', amount: null });
    },
  },
} as const satisfies Judges;
