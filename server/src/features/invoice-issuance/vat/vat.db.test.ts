import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Figures = Record<'ledger' | 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded' | 'difference', number>;
type TieOut = {
  total: Figures;
  byRate: (Figures & { rate: string; netted: number })[];
  byReason: { reason: string; difference: number; invoices: number }[];
};
type Difference = { invoiceId: string; reason: string; difference: number; invoiceVat: number; ledgerVat: number };
type Return = {
  profileId: string;
  month: string;
  other: { amount: number };
  figures: { code: string; kind: string; group: string | null; amount: number }[];
};
type Page<T> = { items: T[]; total: number; totals: Record<string, number> };

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
  // Three lines of three documents whose VAT on the ledger is not what their own rate says.
  await month.api.context.pool.query(
    `update period_sales_lines s set vat_amount = vat_amount + 1000 from (
       select min(source_key) as key from period_sales_lines
       where period_id = $1 and kind = 'goods' and quantity > 0 and amount > 100000 and vat_rate in ('8', '10') group by document_key
       order by 1 limit 60) d
     where s.period_id = $1 and s.source_key = d.key`,
    [month.periodId],
  );
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const read = async <T>(rest: string): Promise<T> => {
  const { status, body } = await month.api.call<T>('GET', path(rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);
const placed = (of: Figures) => of.invoiced + of.alreadyInvoiced + of.unallocated + of.excluded + of.difference;
async function all<T>(rest: string): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const page = await read<Page<T>>(`${rest}&limit=500&offset=${items.length}`);
    items.push(...page.items);
    if (items.length >= page.total) return items;
  }
}
async function generate(which: string): Promise<void> {
  const { body } = await month.api.call<{ runId: string }>('POST', path(which), {});
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}

describe('VAT', () => {
  it('is all still open before the first plan', async () => {
    const { total, byRate } = await read<TieOut>('vat');
    expect(total).toMatchObject({ invoiced: 0, difference: 0, unallocated: total.ledger });
    expect(sum(byRate, (one) => one.ledger)).toBe(total.ledger);
    expect((await read<PeriodStats>('stats')).vat.ledger).toBe(total.ledger);
  });

  it('ties out with the invoices, and every difference opens its invoice', async () => {
    await generate('generate-invoices');
    const { rows } = await month.api.context.pool.query<{ ledger: number; on_invoices: number }>(
      `select (select sum(vat_amount)::bigint from period_sales_lines where period_id = $1) as ledger,
         (select sum(vat_amount)::bigint from invoices where period_id = $1) as on_invoices`,
      [month.periodId],
    );
    const { total, byRate, byReason } = await read<TieOut>('vat');
    expect(total).toMatchObject({ ledger: rows[0]!.ledger, invoiced: rows[0]!.on_invoices });
    expect(placed(total)).toBe(total.ledger);
    for (const own of byRate) expect([own.rate, placed(own) + own.netted]).toEqual([own.rate, own.ledger]);
    const { vat } = await read<PeriodStats>('stats');
    const { beyondRounding, ...figures } = vat;
    expect(figures).toEqual(total);
    const differences = await all<Difference>('vat/differences?sort=-difference');
    expect(sum(differences, (one) => one.difference)).toBe(total.difference);
    const beyond = await all<Difference>('vat/differences?beyondRounding=true');
    expect(new Set(beyond.map((one) => one.invoiceId)).size).toBe(beyondRounding!.invoices);
    expect(sum(beyond, (one) => one.difference)).toBe(beyondRounding!.difference);
    expect(beyondRounding!.invoices).toBeGreaterThan(2);
    for (const { reason, invoices } of byReason) {
      const own = differences.filter((one) => one.reason === reason);
      expect(new Set(own.map((one) => one.invoiceId)).size).toBe(invoices);
    }
    const first = beyond[0]!;
    const invoice = await month.api.call<{ vatAmount: number; warnings: { code: string }[] }>(
      'GET',
      `/invoice-issuance/amis-invoices/${first.invoiceId}`,
    );
    expect(invoice.body.warnings.map(({ code }) => code)).toContain('VAT_DIFFERS_FROM_LEDGER');
  });

  it('is drafted for tờ khai 01/GTGT, each figure with the invoices behind it', async () => {
    const { returns, note } = await read<{ returns: Return[]; note: string }>('vat-return');
    expect(note).toContain('chưa được chuyên gia xác nhận');
    const { total } = await read<TieOut>('vat');
    const of = (own: Return, code: string) => own.figures.find((figure) => figure.code === code)!.amount;
    expect(sum(returns, (own) => of(own, '35'))).toBe(total.invoiced);
    const { tieOut } = await read<PeriodStats>('stats');
    expect(sum(returns, (own) => of(own, '34') + own.other.amount)).toBe(tieOut.invoiced);
    for (const own of returns) {
      for (const { group, kind, amount } of own.figures.filter((figure) => figure.group !== null)) {
        const behind = `vat-return/invoices?profileId=${own.profileId}&month=${own.month}&group=${group}`;
        const { totals } = await read<Page<never>>(`${behind}&totals=true&limit=1`);
        expect(totals[kind === 'revenue' ? 'amount' : 'vatAmount']).toBe(amount);
      }
    }
  });

  it('comes back with the plan that a regeneration is undone to', async () => {
    const before = await all<Difference>('vat/differences?sort=-difference');
    await month.api.context.pool.query(
      'update period_sales_lines set vat_amount = 0 where period_id = $1 and vat_amount > 0',
      [month.periodId],
    );
    await generate('regenerate-invoices');
    expect(await all<Difference>('vat/differences?sort=-difference')).not.toEqual(before);
    await generate('regeneration/undo');
    expect(await all<Difference>('vat/differences?sort=-difference')).toEqual(before);
  });
});
