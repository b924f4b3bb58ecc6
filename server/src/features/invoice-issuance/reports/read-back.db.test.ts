import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerRows, uploadLedger } from '../../../testing/amis-ledger.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Invoice = {
  id: string;
  profileId: string;
  voucherNumber: string;
  bravoDocument: string;
  amount: number;
  status: string;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  amisDifference: number | null;
};

let month: SampleMonth;
let profileId: string;
let exported: Invoice[];

beforeAll(async () => {
  month = await startSampleMonth(400);
  profileId = [...month.profiles.values()][0]!;
  await generate('generate-invoices');
  expect((await month.api.call('POST', path('download-excel'), {})).status).toBe(200);
  exported = await invoices(`&profileId=${profileId}&sort=amount`);
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
async function generate(which: string): Promise<void> {
  const { body } = await month.api.call<{ runId: string }>('POST', path(which), {});
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}
const invoices = async (filter: string): Promise<Invoice[]> =>
  (await month.api.call<{ items: Invoice[] }>('GET', path(`amis-invoices?limit=500${filter}`))).body.items;
const stats = async (): Promise<PeriodStats> => (await month.api.call<PeriodStats>('GET', path('stats'))).body;

/** The rows that AMIS shows of an invoice once it was imported, with a number when it was issued. */
async function rowsOf(invoice: Invoice, invoiceNumber: string): Promise<Row[]> {
  const { body } = await month.api.call<{
    items: { productCode: string; quantity: string; amount: number; vatAmount: number; warehouseCode: string }[];
  }>('GET', `/invoice-issuance/amis-invoices/${invoice.id}`);
  return body.items.map(({ productCode, quantity, amount, vatAmount, warehouseCode }) => ({
    ...{ accountingDate: '2026-09-30', documentDate: '2026-09-30', voucherNumber: invoice.voucherNumber },
    ...{ invoiceNumber, invoiceDate: invoiceNumber === '' ? null : '2026-09-30', customerCode: 'X', customerName: 'X' },
    ...{ productCode, productName: productCode, unit: 'Cái', quantity, amount, vatAmount, warehouseCode },
  }));
}
const reversed = (rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, quantity: `-${row.quantity}`, amount: -Number(row.amount), vatAmount: 0 }));

/** One later ledger in which AMIS has issued one invoice, corrected another, dropped a third and not yet seen a fourth. */
describe('invoices read back from a later AMIS ledger', () => {
  it('become issued, told where AMIS has another amount, or cancelled, and nothing is invoiced twice or lost', async () => {
    const [issued, adjusted, dropped, unseen] = exported.filter((one) => one.amount > 0) as [
      Invoice,
      Invoice,
      Invoice,
      Invoice,
    ];
    const before = await stats();
    const dropping = await rowsOf(dropped, '');
    const adjusting = await rowsOf(adjusted, '00000902');
    const ledger = [
      ...(await ledgerRows(month, profileId)),
      ...(await rowsOf(issued, '00000901')),
      ...adjusting,
      { ...adjusting[0]!, quantity: '0', amount: -1000, vatAmount: 0 },
      ...dropping,
      ...reversed(dropping),
    ];
    await uploadLedger(month, profileId, ledger);
    await generate('regenerate-invoices');

    const now = new Map((await invoices(`&profileId=${profileId}`)).map((one) => [one.voucherNumber, one]));
    expect(now.get(issued.voucherNumber)).toMatchObject({
      ...{ id: issued.id, status: 'issued', invoiceNumber: '00000901', invoiceDate: '2026-09-30' },
    });
    expect(now.get(adjusted.voucherNumber)).toMatchObject({
      ...{ status: 'issued', invoiceNumber: '00000902', amisDifference: -1000 },
    });
    expect(now.get(dropped.voucherNumber)).toMatchObject({ status: 'cancelled', amount: dropped.amount });
    expect(now.get(unseen.voucherNumber)).toMatchObject({ status: 'exported', invoiceNumber: null });

    const after = await stats();
    await expectLaws(month.api.context.pool, month.periodId);
    const { ledger: whole, ...parts } = after.tieOut;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(whole);
    expect(whole).toBe(before.tieOut.ledger);
    // The sales of the dropped invoice are invoiced anew under a new number, or open again: never both.
    const live = [...(await invoices(''))].filter((one) => !['cancelled', 'replaced'].includes(one.status));
    expect(live.reduce((sum, one) => sum + one.amount, 0)).toBe(after.tieOut.invoiced);
    const again = live.filter((one) => one.bravoDocument === dropped.bravoDocument);
    for (const one of again) expect(one.voucherNumber).not.toBe(dropped.voucherNumber);
    expect(new Set(live.map((one) => one.voucherNumber)).size).toBe(live.length);
    expect(after.warnings.map((one) => one.code)).toContain('AMIS_DIFFERS_FROM_OURS');
    // The finding is on the invoice too, which is found by its warnings and was not edited by them.
    const shown = now.get(adjusted.voucherNumber)!;
    const { body: page } = await month.api.call<{ warnings: { code: string }[] }>(
      'GET',
      `/invoice-issuance/amis-invoices/${shown.id}`,
    );
    expect(page.warnings.map((one) => one.code)).toContain('INVOICE_DIFFERS_FROM_AMIS');
    expect((await invoices('&warnings=true')).map((one) => one.id)).toContain(shown.id);
    expect((await invoices('&warnings=false')).map((one) => one.id)).not.toContain(shown.id);
    const ours = await month.api.call<{ total: number }>('GET', path('amis-entries?state=ours'));
    expect(ours.body.total).toBe(ledger.filter((row) => now.has(String(row.voucherNumber))).length);
  });

  it('leaves AMIS’s own out of the next download, and takes what is new since the last one when asked', async () => {
    const drafts = await invoices('&status=draft');
    const settled = await invoices('&status=issued,adjusted,cancelled');
    expect(settled).toHaveLength(3);
    const read = async (only: 'all' | 'new') => {
      const answer = await month.api.call('POST', path('download-excel'), { only });
      return { status: answer.status, bytes: answer.raw.length };
    };
    if (drafts.length === 0) expect((await read('new')).status).toBe(422);
    else {
      const fresh = await read('new');
      expect(fresh.status).toBe(200);
      expect((await read('all')).bytes).toBeGreaterThan(fresh.bytes);
    }
    expect(await invoices('&status=draft')).toEqual([]);
    expect((await invoices('&status=issued,adjusted,cancelled')).map((one) => one.id)).toEqual(
      settled.map((one) => one.id),
    );
  });

  it('hands its sale to the invoice that replaces it, as the description says, and shows the chain from both sides', async () => {
    const known = await invoices(`&profileId=${profileId}&status=issued`);
    const issued = known.find((one) => one.invoiceNumber === '00000901')!;
    const [first, ...rest] = (await ledgerRows(month, profileId)).filter(
      (row) => row.voucherNumber === issued.voucherNumber,
    ) as [Row, ...Row[]];
    const replacing = [first, ...rest].map((row) => ({
      ...row,
      ...{ voucherNumber: 'TAY-THAYTHE', invoiceNumber: '00000950', description: 'Thay thế cho hóa đơn số 901' },
    }));
    const adjusting = {
      ...first,
      ...{ voucherNumber: 'TAY-DIEUCHINH', invoiceNumber: '00000960', quantity: '0', amount: -500, vatAmount: 0 },
      description: 'Điều chỉnh giảm cho hóa đơn số 00000902',
    };
    // Without a number it is void; with one the law cancels it no more, so it goes on being a sale of AMIS.
    const draft = { ...first, voucherNumber: 'TAY-HUY', invoiceNumber: null, description: 'Hóa đơn đã hủy' };
    const cancelled = { ...draft, voucherNumber: 'HUY-CO-SO', invoiceNumber: '00000961' };
    await uploadLedger(month, profileId, [
      ...(await ledgerRows(month, profileId)),
      ...[...replacing, adjusting, draft, cancelled],
    ]);
    const before = await stats();
    await generate('regenerate-invoices');
    const now = (await invoices(`&profileId=${profileId}`)).find((one) => one.id === issued.id);
    expect(now).toMatchObject({ status: 'replaced', invoiceNumber: '00000901', amount: issued.amount });
    const after = await stats();
    expect(after.tieOut.alreadyInvoiced).toBe(before.tieOut.alreadyInvoiced + issued.amount);
    await expectLaws(month.api.context.pool, month.periodId);
    const { ledger: whole, ...parts } = after.tieOut;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(whole);
    const { body } = await month.api.call<{ items: { state: string; lines: { document: string }[] }[] }>(
      'GET',
      path('amis-entries?q=TAY-THAYTHE'),
    );
    // A row of goods that the replaced invoice has twice carries them for both.
    const matched = body.items.filter(({ state }) => state === 'matched');
    expect(matched.length).toBeGreaterThan(0);
    // One for each lot that the replaced invoice drew from.
    const documents = new Set(matched.flatMap(({ lines }) => lines.map(({ document }) => document)));
    expect(documents).toEqual(new Set([issued.bravoDocument]));
    const [adjusted] = await invoices(`&profileId=${profileId}&status=adjusted`);
    const entries = async (query: string) =>
      (
        await month.api.call<{ items: { voucherNumber: string }[]; total: number }>(
          'GET',
          path(`amis-entries?${query}`),
        )
      ).body;
    expect(await entries('state=correction&q=TAY-DIEUCHINH')).toMatchObject({
      total: 1,
      items: [
        { voucherNumber: 'TAY-DIEUCHINH', invoiceId: adjusted!.id, invoiceVoucher: adjusted!.voucherNumber, lines: [] },
      ],
    });
    expect(await entries('state=void')).toMatchObject({
      total: 1,
      items: [{ voucherNumber: 'TAY-HUY', invoiceId: null }],
    });
    expect((await entries('state=unmatched&q=TAY-')).items).toEqual([]);
    const { body: checked } = await month.api.call<{ problems: { code: string; message: string }[] }>(
      'GET',
      path('preflight'),
    );
    const told = checked.problems.filter(({ code }) => code === 'CANCEL_NOT_LAWFUL');
    expect(told).toMatchObject([{ count: 1, message: expect.stringContaining('«00000961»') }]);
  });

  it('changes nothing when regenerated again', async () => {
    const before = await invoices('');
    await generate('regenerate-invoices');
    expect(await invoices('')).toEqual(before);
    expect((await stats()).lastChange).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  it('take the day that a later ledger gives, also where the number is the same', async () => {
    const [one] = (await invoices(`&profileId=${profileId}&status=exported`)) as [Invoice];
    const others = await ledgerRows(month, profileId);
    const own = await rowsOf(one, '00000903');
    const dayAfter = async (invoiceDate: string | null) => {
      await uploadLedger(month, profileId, [...others, ...own.map((row) => ({ ...row, invoiceDate }))]);
      return (await invoices(`&profileId=${profileId}`)).find(({ id }) => id === one.id)!;
    };
    const issued = { status: 'issued', invoiceNumber: '00000903' };
    expect(await dayAfter('2026-09-30')).toMatchObject({ ...issued, invoiceDate: '2026-09-30' });
    expect(await dayAfter('2026-09-29')).toMatchObject({ ...issued, invoiceDate: '2026-09-29' });
    // A ledger without days says nothing of them.
    expect(await dayAfter(null)).toMatchObject({ ...issued, invoiceDate: '2026-09-29' });
  });
});
