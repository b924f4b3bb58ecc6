import { buffer } from 'node:stream/consumers';
import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import type { RoughState } from '@khop/sample/amis-world/rough-import.ts';
import { sheetOf } from '@khop/sample/files/render-sheet.ts';
import type { SecondMonthEnd } from '@khop/sample/files/second-month-end.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeWorkbook } from '../../adapters/workbook/write/write-workbook.ts';
import { secondMonthEndOf } from '../../cli/sample/second-month-end.ts';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

type Invoice = {
  profileId: string;
  voucherNumber: string;
  status: string;
  invoiceNumber: string | null;
  amisDifference: number | null;
};

const lines = 400;
let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(lines);
  await month.done('generate-invoices');
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const stats = async () => (await month.api.call<PeriodStats>('GET', path('stats'))).body;
const laws = () => expectLaws(month.api.context.pool, month.periodId);
const codeOf = (id: string): string => [...month.profiles].find(([, one]) => one === id)![0];

/** Every invoice of ours by its profile and voucher. */
async function invoices(): Promise<Map<string, Invoice>> {
  const { body } = await month.api.call<{ items: Invoice[] }>('GET', path('amis-invoices?limit=500'));
  return new Map(body.items.map((one) => [`${codeOf(one.profileId)}/${one.voucherNumber}`, one]));
}

/** Hands everything over that is not in AMIS for sure, and has the AMISes take it in as carelessly as people do. */
async function handOver(before?: SecondMonthEnd): Promise<SecondMonthEnd> {
  const answer = await month.api.call('POST', path('download-excel'), { only: 'all' });
  expect(answer.status, answer.raw.toString('utf8', 0, 300)).toBe(200);
  await laws();
  const made = await secondMonthEndOf({ seed: 7, lines }, answer.raw, before && { before, round: 2 });
  expect(made.refused).toEqual([]);
  return made;
}

/** Loads the reports that the AMISes made afterwards, ledgers before stock; the laws hold after each. */
async function loadReports({ files }: SecondMonthEnd): Promise<void> {
  const sheets = files.filter((file) => file.kind === 'sheet');
  for (const file of sheets.toSorted((a, b) => (a.layout < b.layout ? 1 : -1))) {
    const [, profile, name] = file.path.split('/') as [string, string, string];
    const place = name === 'TonKho.xlsx' ? 'load-amis-inventory' : 'load-amis-sales-ledger';
    const content = await buffer(writeWorkbook([sheetOf(file)], { createdAt: file.createdAt }));
    const fields = { profileId: month.profiles.get(profile)! };
    const { status, body } = await month.api.upload<{ runId: string }>(path(place), { name, content }, fields);
    expect(status, JSON.stringify(body)).toBe(202);
    const run = await month.api.runEnd(body.runId);
    expect(run.status, run.message ?? '').toBe('succeeded');
    await laws();
  }
}

/** The answer expected for a voucher: its status, true if it has a number, and the difference. */
const told: Readonly<Record<RoughState, readonly [status: string, isNumbered: boolean, difference: number | null]>> = {
  issued: ['issued', true, null],
  differs: ['issued', true, 1000],
  adjusted: ['adjusted', true, null],
  replaced: ['replaced', true, null],
  cancelled: ['cancelled', false, null],
  waiting: ['exported', false, null],
  unseen: ['exported', false, null],
};
/** The states that wait for the next generation, because they set sales free or hand them on. */
const waitsForPlan: ReadonlySet<RoughState> = new Set(['replaced', 'cancelled']);

async function expectTruth({ truth }: SecondMonthEnd, isPlanned: boolean): Promise<Set<RoughState>> {
  const all = await invoices();
  const seen = new Set<RoughState>();
  for (const [profile, vouchers] of truth) {
    for (const { voucher, state } of vouchers) {
      if (!isPlanned && waitsForPlan.has(state)) continue;
      seen.add(state);
      const { status, invoiceNumber, amisDifference } = all.get(`${profile}/${voucher}`)!;
      expect([voucher, state, status, (invoiceNumber ?? '') !== '', amisDifference]).toEqual([
        voucher,
        state,
        ...told[state],
      ]);
    }
  }
  return seen;
}

it('reads a careless import back as it was, twice round, without losing or doubling a đồng', {
  timeout: 300_000,
}, async () => {
  const first = await handOver();
  await loadReports(first);
  expect(await expectTruth(first, false)).toEqual(new Set(['issued', 'differs', 'adjusted', 'waiting', 'unseen']));
  const before = await stats();
  await month.done('regenerate-invoices');
  await laws();
  expect(await expectTruth(first, true)).toEqual(new Set(Object.keys(told)));
  const { tieOut } = await stats();
  expect(tieOut.ledger).toBe(tieOut.invoiced + tieOut.alreadyInvoiced + tieOut.unallocated + tieOut.excluded);
  expect(tieOut.ledger).toBe(before.tieOut.ledger);
  // The sale of a replaced invoice is invoiced in AMIS, that of a cancelled one by us once more.
  expect(tieOut.alreadyInvoiced).toBeGreaterThan(before.tieOut.alreadyInvoiced);
  const fresh = [...(await invoices()).values()].filter(({ status }) => status === 'draft');
  expect(fresh.length).toBeGreaterThan(0);

  const second = await handOver(first);
  await loadReports(second);
  await month.done('regenerate-invoices');
  await laws();
  await expectTruth(second, true);
  // Numbers and fates of the first round are facts; what waited has its number now.
  const now = await invoices();
  for (const [profile, vouchers] of first.truth)
    for (const { voucher, state } of vouchers) {
      if (state === 'unseen') continue;
      const [status, isNumbered, difference] = told[state === 'waiting' ? 'issued' : state];
      expect(now.get(`${profile}/${voucher}`)).toMatchObject({ status, amisDifference: difference });
      expect((now.get(`${profile}/${voucher}`)!.invoiceNumber ?? '') !== '').toBe(isNumbered);
    }
  const last = await stats();
  expect(last.tieOut.ledger).toBe(before.tieOut.ledger);
});
