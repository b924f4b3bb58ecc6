import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { reconciliationSheets } from '@khop/engine/invoice-issuance/export/reconciliation-sheets.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { loadInput } from '../load/load-input.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import { storedPlan } from '../save/stored-plan.ts';

const FIGURES = ['ledger', 'invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
type Row = Figures & { key: string; code: string; name: string };
type Part = { place: string; line: string; amount: number; fileName: string; rowNumber: number; invoiceId: string };
type Entry = { rowNumber: number; fileName: string; state: string; lines: { line: string; amount: number }[] };
type Page<T> = { items: T[]; total: number; totals: Record<string, number> };

/** Dimension, its sheet of DoiChieu.xlsx, and the filter of the parts behind a row. */
const DIMENSIONS = [
  ['partner', 'Theo khách', (row: Row) => `partnerCode=${encodeURIComponent(row.key)}`],
  ['item', 'Theo mặt hàng', (row: Row) => `itemCode=${encodeURIComponent(row.key)}`],
  ['profile', 'Theo hồ sơ', (row: Row) => `profileId=${row.key || 'none'}`],
  ['day', 'Theo ngày', (row: Row) => `day=${row.key}`],
] as const;

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const list = async <T>(rest: string): Promise<Page<T>> => {
  const { status, body } = await month.api.call<Page<T>>('GET', path(rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const stats = async (): Promise<PeriodStats> => (await month.api.call<PeriodStats>('GET', path('stats'))).body;
async function generate(which: string): Promise<void> {
  const { body } = await month.api.call<{ runId: string }>('POST', path(which), {});
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}

/** Everything that matches, page by page. */
async function all<T>(rest: string): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const page = await list<T>(`${rest}&limit=500&offset=${items.length}`);
    items.push(...page.items);
    if (items.length >= page.total) return items;
  }
}

async function expectTiesOut(by: string): Promise<Row[]> {
  const { tieOut } = await stats();
  const { totals } = await list(`reconciliation?by=${by}&totals=true&limit=1`);
  expect(totals, by).toEqual({ ...tieOut, netted: 0 });
  const rows = await all<Row>(`reconciliation?by=${by}`);
  for (const row of rows) {
    const { ledger, ...places } = Object.fromEntries(FIGURES.map((figure) => [figure, row[figure]])) as Figures;
    expect(Object.values(places).reduce((sum, one) => sum + one, 0)).toBe(ledger);
  }
  for (const figure of FIGURES) expect(rows.reduce((sum, row) => sum + row[figure], 0)).toBe(totals[figure]);
  return rows;
}

describe('the reconciliation', () => {
  it.each(DIMENSIONS)('by %s holds the whole ledger open before the first plan', async (by) => {
    await expectTiesOut(by);
  });

  describe('of a plan', () => {
    beforeAll(() => generate('generate-invoices'));

    it.each(DIMENSIONS)(
      'by %s ties out, row by row and in all, with the figures of sheet «%s»',
      async (by, sheetName) => {
        const rows = await expectTiesOut(by);
        const { db } = month.api.context;
        const period = await readPeriod(db, month.periodId);
        const codes = new Map((await profilesOf(db, period)).map(({ id, code }) => [id, code]));
        const plan = await storedPlan(db, period, (id) => codes.get(id) ?? id);
        const sheet = reconciliationSheets(await loadInput(db, period), plan).find(({ name }) => name === sheetName)!;
        const inWorkbook = [...sheet.rows]
          .filter((row): row is readonly (string | number)[] => Array.isArray(row))
          .map((row) => row.filter((cell) => typeof cell === 'number').map(Number));
        const onScreen = rows.map((row) => FIGURES.map((figure) => row[figure]));
        const sorted = (figures: number[][]) => figures.map((row) => row.join('|')).sort();
        expect(sorted(inWorkbook.map((row) => row.slice(0, FIGURES.length)))).toEqual(sorted(onScreen));
      },
    );

    it.each(DIMENSIONS)('by %s leads from every figure to its parts', async (by, _sheet, filterOf) => {
      const rows = await list<Row>(`reconciliation?by=${by}&sort=-invoiced&limit=3`);
      for (const row of rows.items) {
        for (const place of ['invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted'] as const) {
          const parts = await list(`reconciliation/parts?${filterOf(row)}&place=${place}&totals=true&limit=1`);
          expect(parts.totals.amount, `${row.code} ${place}`).toBe(row[place]);
        }
      }
    });

    it('leads down to the row of the AMIS file, and from that row back to the Bravo line', async () => {
      const parts = await all<Part>('reconciliation/parts?place=alreadyInvoiced');
      expect(parts.length).toBeGreaterThan(2);
      const entries = await all<Entry>('amis-entries?state=matched');
      for (const part of parts) {
        expect(part).toMatchObject({ fileName: 'SoBanHang.xlsx', rowNumber: expect.any(Number) });
        const back = entries.find(
          (entry) => entry.rowNumber === part.rowNumber && entry.lines.some((line) => line.line === part.line),
        );
        expect(back, `dòng ${part.rowNumber}`).toBeDefined();
      }
      expect(entries.flatMap((entry) => entry.lines)).toHaveLength(parts.length);
      const { reviewCount } = await stats();
      expect((await list('amis-entries?state=review')).total).toBe(reviewCount);
      for (const part of (await all<Part>('reconciliation/parts?place=invoiced')).slice(0, 5)) {
        expect((await month.api.call('GET', `/invoice-issuance/amis-invoices/${part.invoiceId}`)).status).toBe(200);
      }
    });

    it('finds a partner by name without marks', async () => {
      const { items } = await list<Row>('reconciliation?by=partner&sort=-ledger&limit=50');
      const named = items.find((row) => /[àáạảãâầấậẩẫăằắặẳẵêềếệểễôồốộổỗơờớợởỡưừứựửữđ]/i.test(row.name))!;
      const plain = named.name
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/đ/gi, 'd');
      const found = await list<Row>(`reconciliation?by=partner&q=${encodeURIComponent(plain)}`);
      expect(found.items.map((row) => row.key)).toContain(named.key);
    });

    it('still ties out when an exported invoice carries a line that the ledger has lost', async () => {
      expect((await month.api.call('POST', path('download-excel'), {})).status).toBe(200);
      await month.api.context.pool.query(
        `delete from period_sales_lines where period_id = $1 and source_key =
           (select min(source_key) from invoice_allocations where period_id = $1)`,
        [month.periodId],
      );
      await generate('regenerate-invoices');
      for (const [by] of DIMENSIONS) await expectTiesOut(by);
      const gone = (await all<Row>('reconciliation?by=item')).find((row) => row.key === '')!;
      expect(gone).toMatchObject({ ledger: 0, code: '(không còn trên sổ Bravo)' });
      expect(gone.invoiced).toBeGreaterThan(0);
      const parts = await list<Part>('reconciliation/parts?onLedger=false&totals=true');
      expect(parts.totals.amount).toBe(0);
      expect(parts.items.map((part) => part.place).sort()).toEqual(['invoiced', 'unallocated']);
      // The list of what could not be invoiced says so too, as the invoice has it, and comes to as much as the tie-out.
      const { tieOut } = await stats();
      type Shortage = { line: string; document: string; invoiceId: string | null; onLedger: boolean; amount: number };
      const shortages = await list<Shortage>('shortages?limit=500&totals=true');
      expect(shortages.totals.amount).toBe(tieOut.unallocated);
      const [ghost, ...more] = shortages.items.filter(({ onLedger }) => !onLedger);
      expect(more).toEqual([]);
      const invoice = await month.api.call('GET', `/invoice-issuance/amis-invoices/${ghost!.invoiceId}`);
      expect(invoice.body).toMatchObject({ bravoDocument: ghost!.document });
      expect(ghost).toMatchObject({ amount: -gone.invoiced, message: expect.stringContaining('không còn trong sổ') });
      expect((await list<Shortage>(`shortages?q=${encodeURIComponent(ghost!.document)}`)).items).toContainEqual(ghost);
    });
  });
});
