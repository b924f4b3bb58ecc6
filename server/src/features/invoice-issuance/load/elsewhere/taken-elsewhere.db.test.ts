import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../../testing/given-company.ts';
import { expectLaws } from '../../../../testing/laws.ts';
import { bravoSale } from '../../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };
/** The days of October's ledger, which was exported with the end of September. */
const LEDGER_DAYS = { fromDate: '2026-09-15', toDate: '2026-10-31' };

let company: GivenCompany;
let october: string;

const sold = (id: string, docDate: string, quantity: number) =>
  bravoSale(id, {
    ...{ unit: 'Lon', docNo: id, docDate, amount: quantity * 50_000, vatAmount: quantity * 4_000 },
    ...{ quantity: BigInt(quantity) * 1_000_000n, baseQuantity: BigInt(quantity) * 1_000_000n },
  });
/** A sale that was invoiced in AMIS by hand, of no buyer who could tell it from others. */
const byHand = (voucherNumber: string, documentDate: string, quantity: number): Row => ({
  ...{ accountingDate: documentDate, documentDate, voucherNumber, invoiceDate: documentDate },
  ...{ invoiceNumber: voucherNumber.replace(/\D/g, '').padStart(8, '0'), customerCode: 'KHA', customerName: 'Hoa Mai' },
  ...{ productCode: 'SP1', productName: 'Bia lon', unit: 'Lon', quantity: String(quantity), warehouseCode: 'K1' },
  ...{ amount: quantity * 50_000, vatAmount: quantity * 4_000 },
});
const EARLY = byHand('TAY1', '2026-09-30', 10);
const LATE = byHand('TAY2', '2026-10-01', 20);
const BOTH = byHand('TAY3', '2026-09-30', 7);

const place = (period: string, rest: string): string => `/invoice-issuance/periods/${period}/${rest}`;

/** Loads the sales of a period, and its AMIS ledger of these days. */
async function load(period: string, days: typeof OCTOBER, ledger: readonly Row[]): Promise<void> {
  await loadLedger(period, days, ledger);
  await plan(period, 'load-bravo-sales');
}

async function loadLedger(period: string, days: typeof OCTOBER, ledger: readonly Row[]): Promise<void> {
  const file = await workbookFile('amis-sales-ledger', ledger, days);
  await company.upload(place(period, 'load-amis-sales-ledger'), file, { profileId: company.profileId });
}

async function loadStock(period: string, days: typeof OCTOBER): Promise<void> {
  const stock = {
    ...{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' },
    ...{ openingQuantity: '500', openingValue: 1_000_000, closingQuantity: '500', closingValue: 1_000_000 },
  };
  const file = await workbookFile('amis-inventory', [stock], days);
  await company.upload(place(period, 'load-amis-inventory'), file, { profileId: company.profileId });
}

async function open(name: string, days: typeof OCTOBER): Promise<string> {
  const { id } = await company.post<{ id: string }>('/invoice-issuance/periods', {
    ...{ name, ...days, profileIds: [company.profileId], issuers: { CN01: [company.profileId] } },
  });
  return id;
}

async function plan(period: string, name = 'generate-invoices'): Promise<void> {
  const { runId } = await company.post<{ runId: string }>(place(period, name), {});
  const run = await company.api.runEnd(runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}

type Entry = {
  entryKey: string;
  voucherNumber: string;
  state: string;
  lines: { line: string }[];
  takenBy: { id: string; name: string }[];
};
const entries = async (period: string): Promise<Entry[]> =>
  (await company.api.call<{ items: Entry[] }>('GET', place(period, 'amis-entries?sort=voucherNumber'))).body.items;
const told = async (period: string) =>
  (await entries(period)).map(({ voucherNumber, state, lines }) =>
    [voucherNumber, state, ...lines.map(({ line }) => line)].join(' '),
  );
/** The periods that have each entry, as the list of this period says. */
const takers = async (period: string) =>
  Object.fromEntries((await entries(period)).map(({ voucherNumber, takenBy }) => [voucherNumber, takenBy]));
async function decide(period: string, voucherNumber: string, line: string | null): Promise<void> {
  const { entryKey } = (await entries(period)).find((one) => one.voucherNumber === voucherNumber)!;
  await company.post(place(period, 'reviews/decisions'), {
    decisions: [{ profileId: company.profileId, entryKey, line }],
  });
}
const tieOut = async (period: string) =>
  (await company.api.call<{ tieOut: object }>('GET', place(period, 'stats'))).body.tieOut;

beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-11-02');
  company = await startGivenCompany();
  await company.connectCustomer();
  october = await open('Kỳ 10', OCTOBER);
  await loadStock(october, OCTOBER);
  company.bravo.salesLines = [
    ...[sold('S10', '2026-09-30', 10), sold('S20', '2026-09-29', 20), sold('S4', '2026-09-30', 4)],
    ...[sold('O10', '2026-10-01', 10), sold('O20', '2026-10-01', 20), sold('O3', '2026-10-01', 3)],
  ];
});
afterAll(() => company?.api.close());

it('an entry that September counts as its sale takes no like sale of October, whose ledger has it too', async () => {
  await load(company.periodId, { fromDate: '2026-09-01', toDate: '2026-10-05' }, [EARLY, LATE, BOTH]);
  await plan(company.periodId);
  // The voucher of October is one of September that was typed late, and half of another one is.
  await decide(company.periodId, 'TAY2', 'S20');
  await decide(company.periodId, 'TAY3', 'S4');
  await plan(company.periodId, 'regenerate-invoices');
  expect(await told(company.periodId)).toEqual(['TAY1 matched S10', 'TAY2 matched S20', 'TAY3 matched S4']);

  await load(october, LEDGER_DAYS, [EARLY, LATE, BOTH]);
  await plan(october);
  const told10 = await told(october);
  expect(told10.slice(0, 2)).toEqual(['TAY1 not_ours', 'TAY2 not_ours']);
  // An entry that September has not taken whole may be a sale of October for the rest.
  expect(told10[2]).not.toBe('TAY3 not_ours');
  const september = { id: company.periodId, name: 'Kỳ 09', fromDate: '2026-09-01', toDate: '2026-09-30' };
  expect(await takers(october)).toEqual({ TAY1: [september], TAY2: [september], TAY3: [] });
  expect(await takers(company.periodId)).toEqual({ TAY1: [], TAY2: [], TAY3: [] });
  expect(await tieOut(october)).toMatchObject({ ledger: 33 * 50_000, alreadyInvoiced: 0, invoiced: 33 * 50_000 });
  for (const period of [company.periodId, october]) await expectLaws(company.api.context.pool, period);
});

it('a person may say otherwise, and a decision that was implied waits for no plan', async () => {
  type Stats = { decisionsPending: number };
  const pending = async () => (await company.api.call<Stats>('GET', place(october, 'stats'))).body.decisionsPending;
  expect(await pending()).toBe(0);
  await decide(october, 'TAY1', 'O10');
  await plan(october, 'regenerate-invoices');
  expect(await told(october)).toEqual(expect.arrayContaining(['TAY1 matched O10', 'TAY2 not_ours']));
  // A decision of a person here is what counts, whatever another period has.
  const { TAY1, TAY2 } = await takers(october);
  expect([TAY1, TAY2!.map(({ id }) => id)]).toEqual([[], [company.periodId]]);
  // September does not let go of what its own plan has.
  await plan(company.periodId, 'regenerate-invoices');
  expect((await told(company.periodId))[0]).toBe('TAY1 matched S10');
});

it('an entry of which several periods have a part each names them all, in the order of their days', async () => {
  await decide(october, 'TAY3', 'O3');
  await plan(october, 'regenerate-invoices');
  const november = await open('Kỳ 11', { fromDate: '2026-11-01', toDate: '2026-11-30' });
  await loadLedger(november, { fromDate: '2026-09-15', toDate: '2026-11-30' }, [EARLY, LATE, BOTH]);
  const names = Object.entries(await takers(november)).map(([entry, periods]) => [
    entry,
    ...periods.map(({ name }) => name),
  ]);
  expect(names).toEqual([
    ['TAY1', 'Kỳ 09', 'Kỳ 10'],
    ['TAY2', 'Kỳ 09'],
    ['TAY3', 'Kỳ 09', 'Kỳ 10'],
  ]);
});

it('an entry that waits here waits no more once another period has taken it, in list and count alike', async () => {
  const asked = byHand('TAY9', '2026-08-31', 8);
  company.bravo.salesLines = [
    ...company.bravo.salesLines,
    ...[sold('A8A', '2026-08-30', 8), sold('A8B', '2026-08-30', 8), sold('S8', '2026-09-01', 8)],
  ];
  const days = { fromDate: '2026-08-01', toDate: '2026-08-31' };
  const august = await open('Kỳ 08', days);
  await loadStock(august, days);
  await load(august, { fromDate: '2026-08-01', toDate: '2026-09-30' }, [asked]);
  await plan(august);
  const waiting = async () => {
    type Reviews = { items: { voucherNumber: string }[]; total: number };
    const { items, total } = (await company.api.call<Reviews>('GET', place(august, 'reviews'))).body;
    type Stats = { reviewCount: number; reviewAmount: number };
    const { reviewCount, reviewAmount } = (await company.api.call<Stats>('GET', place(august, 'stats'))).body;
    return { listed: items.map((one) => one.voucherNumber), total, reviewCount, reviewAmount };
  };
  expect(await told(august)).toEqual(['TAY9 review']);
  expect(await waiting()).toEqual({ listed: ['TAY9'], total: 1, reviewCount: 1, reviewAmount: 400_000 });

  await load(company.periodId, { fromDate: '2026-08-15', toDate: '2026-10-05' }, [EARLY, LATE, BOTH, asked]);
  await decide(company.periodId, 'TAY9', 'S8');
  // September has only said so: its plan has not taken the entry yet.
  expect((await waiting()).reviewCount).toBe(1);
  await plan(company.periodId, 'regenerate-invoices');
  expect(await told(august)).toEqual(['TAY9 not_ours']);
  expect(await waiting()).toEqual({ listed: [], total: 0, reviewCount: 0, reviewAmount: 0 });
  // Nor is the sale that it looked like waiting for an answer after the next plan.
  await plan(august, 'regenerate-invoices');
  expect(await waiting()).toEqual({ listed: [], total: 0, reviewCount: 0, reviewAmount: 0 });
});

it('a sale that AMIS has invoiced by hand waits in the month into which Bravo moves it, whose ledger lacks the entry', async () => {
  company.bravo.salesLines = company.bravo.salesLines.map((line) =>
    line.id === 'S20' ? { ...line, docDate: '2026-10-06' } : line,
  );
  await load(october, OCTOBER, [LATE]);
  await plan(october, 'regenerate-invoices');
  const places = await company.rows<{ place: string; why: string }>(
    `select 'hóa đơn' as place, '' as why from invoice_allocations where period_id = $1 and source_key = 'S20'
     union all select 'đã xuất', voucher_number from period_already_invoiced where period_id = $1 and source_key = 'S20'
     union all select reason, message from period_shortages where period_id = $1 and source_key = 'S20'`,
    [october],
  );
  expect(places).toEqual([{ place: 'NEEDS_REVIEW', why: expect.stringContaining('«TAY2» ở kỳ «Kỳ 09»') }]);
  await expectLaws(company.api.context.pool, october);
});

it('a sale that the next month’s ledger shows as invoiced by hand is told, until the own ledger has the voucher', async () => {
  const [JANUARY, FEBRUARY] = [
    { fromDate: '2026-01-01', toDate: '2026-01-31' },
    { fromDate: '2026-02-01', toDate: '2026-02-28' },
  ];
  const late = byHand('TAY20', '2026-02-02', 6);
  company.bravo.salesLines = [...company.bravo.salesLines, sold('J6', '2026-01-30', 6), sold('F1', '2026-02-05', 1)];
  const [january, february] = [await open('Kỳ 01', JANUARY), await open('Kỳ 02', FEBRUARY)];
  for (const [period, days, ledger] of [
    [january, JANUARY, []],
    [february, FEBRUARY, [late]],
  ] as const) {
    await loadStock(period, days);
    await load(period, days, ledger);
  }
  await plan(january);
  type Found = { problems: { code: string; count: number; voucher?: string; message: string }[] };
  const suspected = async (period: string) =>
    (await company.api.call<Found>('GET', place(period, 'preflight'))).body.problems.filter(({ code }) =>
      code.startsWith('SALE_MAYBE_ISSUED'),
    );
  // The plan of February may yet take the voucher for one of its own sales.
  expect(await suspected(january)).toEqual([]);
  await plan(february);
  expect(await suspected(january)).toEqual([
    expect.objectContaining({
      ...{ code: 'SALE_MAYBE_ISSUED_ELSEWHERE', count: 1, voucher: 'TAY20' },
      message: expect.stringContaining('«TAY20» của «AP» ngày 02/02/2026, sổ của kỳ «Kỳ 02»'),
    }),
  ]);
  expect(await suspected(february)).toEqual([]);

  await loadLedger(january, { fromDate: '2026-01-01', toDate: '2026-02-02' }, [late]);
  await plan(january, 'regenerate-invoices');
  expect(await told(january)).toEqual(['TAY20 matched J6']);
  expect(await told(february)).toEqual(['TAY20 not_ours']);
  expect(await suspected(january)).toEqual([]);
  await expectLaws(company.api.context.pool, january);
});
