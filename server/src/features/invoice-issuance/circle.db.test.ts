import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { formatQuantity, parseQuantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedRows, ledgerRows, stockRowsAfter, uploadLedger, uploadStock } from '../../testing/amis-ledger.ts';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';
import { unzip } from '../../testing/unzip.ts';

type Invoice = {
  id: string;
  profileId: string;
  voucherNumber: string;
  date: string;
  status: string;
  amount: number;
  invoiceNumber: string | null;
  amisDifference: number | null;
};
type Problem = { code: string; message: string; profileId: string | null; link: string | null };

const FIFTY = parseQuantity('50');
let month: SampleMonth;
/** The entries of AMIS's own ledger of each profile, beside our vouchers. */
const byHand = new Map<string, Row[]>();
beforeAll(async () => {
  month = await startSampleMonth(400);
  for (const profileId of month.profiles.values()) {
    byHand.set(profileId, await ledgerRows(month, profileId));
    // One entity of the sample took its stock before its ledger: here everybody's is as old as the ledger or newer.
    await uploadStock(month, profileId, await stockRowsAfter(month, profileId, []));
  }
  await month.done('generate-invoices');
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}${rest && `/${rest}`}`;
const invoices = async (filter = ''): Promise<Invoice[]> =>
  (await month.api.call<{ items: Invoice[] }>('GET', path(`amis-invoices?limit=500${filter}`))).body.items;
const stats = async () => (await month.api.call<PeriodStats>('GET', path('stats'))).body;
const problems = async () => (await month.api.call<{ problems: Problem[] }>('GET', path('preflight'))).body.problems;
const numberOf = (voucher: string): string => voucher.replace(/\D/g, '').slice(-8);
const laws = () => expectLaws(month.api.context.pool, month.periodId);

async function exportAll(only: 'new' | 'all'): Promise<Buffer> {
  const answer = await month.api.call('POST', path('download-excel'), { only });
  expect(answer.status, answer.raw.toString('utf8', 0, 300)).toBe(200);
  return answer.raw;
}

/** Figures of the lots that DoiChieu.xlsx shows below zero, or of which more is taken than there is. */
async function overdrawnLots(zip: Buffer): Promise<unknown[]> {
  const { sheets } = await readXlsx(new Uint8Array((await unzip(zip)).get('DoiChieu.xlsx')!));
  const rows = sheets.find(({ name }) => name === 'Lô hàng')!.rows;
  const header = rows.findIndex((row) => row.includes('Còn lại'));
  const [left, taken] = ['Còn lại', 'Đã lên hóa đơn'].map((name) => rows[header]!.indexOf(name));
  const lots = rows.slice(header + 1).filter((row) => row[0]);
  expect(lots.length).toBeGreaterThan(0);
  return lots.filter((row) => Number(row[left!]) < 0 || Number(row[taken!]) < 0);
}

/** Loads the ledger of every profile with exactly our vouchers and numbers beside what was made by hand. */
async function readBackAll(): Promise<void> {
  for (const [profileId, rows] of byHand) {
    const ours = await importedRows(month, profileId, numberOf);
    await uploadLedger(month, profileId, [...rows, ...ours]);
  }
}

describe('the numbers that AMIS gave', () => {
  it('are on the invoices as soon as the ledger is loaded, without a regeneration and after its undo', async () => {
    expect(await overdrawnLots(await exportAll('all'))).toEqual([]);
    const [profileId, rows] = [...byHand][0]!;
    const [unseen, off, ...rest] = await invoices(`&profileId=${profileId}&sort=-amount`);
    const ours = (await importedRows(month, profileId, numberOf)).filter(
      (row) => row.voucherNumber !== unseen!.voucherNumber,
    );
    const at = ours.findIndex((row) => row.voucherNumber === off!.voucherNumber);
    const wrong = ours.with(at, { ...ours[at]!, amount: Number(ours[at]!.amount) + 1000 });
    const run = await uploadLedger(month, profileId, [...rows, ...wrong]);
    const said = (run.result as { warnings: { code: string; message: string }[] }).warnings;
    expect(said.find(({ code }) => code === 'AMIS_READ_BACK')?.message).toBe(
      `Hóa đơn của Khớp trên sổ này: ${rest.length + 1} nhận số, 1 chưa thấy, 1 lệch 1.000 đ.`,
    );
    const stored = async () => {
      const all = await invoices(`&profileId=${profileId}&sort=voucherNumber`);
      return all.map(({ id, status, invoiceNumber, amisDifference }) => ({
        id,
        status,
        invoiceNumber,
        amisDifference,
      }));
    };
    const learnt = await stored();
    for (const one of learnt)
      expect(one).toMatchObject(
        one.id === unseen!.id
          ? { status: 'exported', invoiceNumber: null, amisDifference: null }
          : { status: 'issued', amisDifference: one.id === off!.id ? 1000 : null },
      );
    expect(learnt.find(({ id }) => id === off!.id)!.invoiceNumber).toBe(numberOf(off!.voucherNumber));
    const told = (await problems()).find(({ code }) => code === 'INVOICE_DIFFERS_FROM_AMIS');
    expect(told).toMatchObject({
      profileId,
      message: expect.stringContaining('1 hóa đơn lệch với AMIS, cộng 1.000 đồng'),
    });
    const own = (await stats()).byProfile.find((one) => one.profileId === profileId);
    expect(own).toMatchObject({ amisDifferences: 1, amisDifference: 1000 });
    await laws();

    await month.done('regenerate-invoices');
    expect(await stored()).toEqual(learnt);
    await laws();
    await month.done('regeneration/undo');
    expect(await stored()).toEqual(learnt);
    await laws();
  });
});

describe('export, ledger back, next generation, twice round', () => {
  it('invoices nothing more on an older stock report, and asks for a newer one', async () => {
    const before = await invoices();
    await readBackAll();
    await month.done('regenerate-invoices');
    const after = await invoices();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set(['issued']));
    await laws();
    const asked = (await problems()).filter(({ code }) => code === 'STOCK_OLDER_THAN_LEDGER');
    expect(asked.map(({ profileId }) => profileId).sort()).toEqual([...byHand.keys()].sort());
    expect(asked[0]!.message).toMatch(/Báo cáo tồn kho cũ hơn sổ bán hàng .*xuất lại tồn kho/);
    expect((await stats()).byProfile.every((one) => one.stockMadeAt! < one.salesLedgerMadeAt!)).toBe(true);
  });

  it('has the right stock after a report that was made later, and still sells nothing twice', async () => {
    for (const profileId of byHand.keys()) {
      const ours = await importedRows(month, profileId, numberOf);
      await uploadStock(month, profileId, await stockRowsAfter(month, profileId, ours));
    }
    await month.done('regenerate-invoices');
    await laws();
    expect((await problems()).map(({ code }) => code)).not.toContain('STOCK_OLDER_THAN_LEDGER');
    expect((await invoices('&status=draft')).length).toBe(0);
    expect((await stats()).tieOut.invoiced).toBe((await invoices()).reduce((sum, one) => sum + one.amount, 0));
  });

  it('goes round again with goods that were booked belatedly, from an export to its next stock report', async () => {
    const [profileId] = [...byHand.keys()] as [string];
    const more = (await stockRowsAfter(month, profileId, [])).map((row) => ({
      ...row,
      openingQuantity: formatQuantity(parseQuantity(String(row.openingQuantity)) + FIFTY),
      closingQuantity: formatQuantity(parseQuantity(String(row.closingQuantity)) + FIFTY),
    }));
    await uploadStock(month, profileId, more);
    // Numbers run by date: nothing new may carry an earlier one.
    const { body: learnt } = await month.api.call<{ learntLastIssuedDate: string }>(
      'GET',
      `/amis/profiles/${profileId}/stats`,
    );
    const issued = await invoices(`&profileId=${profileId}&status=issued`);
    expect(
      learnt.learntLastIssuedDate >=
        issued
          .map(({ date }) => date)
          .sort()
          .at(-1)!,
    ).toBe(true);
    await month.done('regenerate-invoices');
    const fresh = await invoices('&status=draft');
    expect(fresh.length).toBeGreaterThan(0);
    for (const one of fresh) {
      if (one.profileId === profileId) expect(one.date >= learnt.learntLastIssuedDate).toBe(true);
    }
    await laws();
    expect(await overdrawnLots(await exportAll('new'))).toEqual([]);
    await readBackAll();
    await month.done('regenerate-invoices');
    await laws();
    expect(await invoices('&status=draft')).toEqual([]);
    const ours = (await importedRows(month, profileId, numberOf)).filter((row) =>
      fresh.some((one) => one.voucherNumber === row.voucherNumber),
    );
    await uploadStock(month, profileId, await stockRowsAfter(month, profileId, ours));
    await month.done('regenerate-invoices');
    await laws();
    expect(await invoices('&status=draft')).toEqual([]);
  });
});
