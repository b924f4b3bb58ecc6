import { expect, test } from 'vitest';
import type { Day } from '../../day.ts';
import { stopping } from '../findings/finding.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { symbolYear } from '../rules/dates.ts';
import type { PlannedInvoice } from '../types.ts';

type Profile = GivenPeriod['profiles'][number];

const entity = (code: string, invoiceSymbol: string, opening = '9'): Profile => ({
  ...{ code, products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
  stock: [{ product: 'SP1', opening }],
  terms: { invoiceSymbol },
});
const sale = (id: string, date: Day, more: Partial<GivenLine> = {}): GivenLine => ({
  ...{ id, doc: `D${id}`, date, partner: 'KH1', item: 'VT1', quantity: '1', amount: 100_000 },
  ...more,
});
const LATE = sale('late', '2026-12-28');
const IN_TIME = sale('kept', '2026-12-31');

/** December and January of one or two entities on Monday 04/01/2027, the last day on which 31/12/2026 can be signed. */
const turn = (profiles: readonly Profile[], lines: readonly GivenLine[], more: Partial<GivenPeriod> = {}) => {
  const input = issuanceInput({
    ...{ days: ['2026-12-01', '2027-01-31'], issueDay: '2027-01-04', profiles, lines },
    ...more,
  });
  const plan = planInvoices(input);
  return {
    plan,
    invoices: plan.invoices.map(({ profile, documentDate, date }) => [profile, documentDate, date].join(' ')),
    waiting: plan.shortages.map(({ line, reason }) => `${line} ${reason}`),
    stops: stopping(preflight(input, plan), 'export').map(({ code }) => code),
  };
};

test('a late sale waits for the symbol of the new year while one of the old year is in time, and nothing stops that one', () => {
  const { plan, ...told } = turn([entity('A', 'C26TAA')], [LATE, IN_TIME]);
  expect(told).toEqual({ invoices: ['A 2026-12-31 2026-12-31'], waiting: ['late NEXT_YEAR'], stops: [] });
  expect(plan.shortages[0]!.message).toContain(
    '«A» còn bán giữ được ngày của năm 2026 trong ký hiệu «C26TAA», hóa đơn này sẽ mang ngày 04/01/2027',
  );
});

test('goods are first for the sale that is in time', () => {
  const { invoices, waiting } = turn([entity('A', 'C26TAA', '1')], [LATE, IN_TIME]);
  expect(invoices).toEqual(['A 2026-12-31 2026-12-31']);
  expect(waiting).toEqual(['late NEXT_YEAR']);
});

test('with nothing left of the old year the export asks for the new symbol, and goes on with it', () => {
  const { invoices, waiting, stops } = turn([entity('A', 'C26TAA')], [LATE]);
  expect({ invoices, waiting, stops }).toEqual({
    ...{ invoices: ['A 2026-12-28 2027-01-04'], waiting: [], stops: ['DRAFT_SYMBOL_YEAR'] },
  });
  expect(turn([entity('A', 'C27TAA')], [LATE]).stops).toEqual([]);
});

test('a sale of the new year waits too, a discount without its sale holds nothing back', () => {
  expect(turn([entity('A', 'C26TAA')], [IN_TIME, sale('new', '2027-01-04')]).waiting).toEqual(['new NEXT_YEAR']);
  const discount = sale('off', '2026-12-31', { kind: 'discount', amount: -10_000 });
  expect(turn([entity('A', 'C26TAA')], [LATE, discount]).invoices).toEqual(['A 2026-12-28 2027-01-04']);
});

test('another entity that may issue takes the sale, one whose sales are all late waits for none', () => {
  const both = [entity('A', 'C26TAA'), entity('B', 'C27TBB')];
  const onlyA = { issuers: { HN: ['A'], SG: ['A', 'B'] } };
  const { invoices, waiting } = turn(both, [sale('late', '2026-12-28', { branch: 'SG' }), IN_TIME], onlyA);
  expect(invoices).toEqual(['A 2026-12-31 2026-12-31', 'B 2026-12-28 2027-01-04']);
  expect(waiting).toEqual([]);
});

test('a pinned draft of the old year holds the new one back as well', () => {
  const [draft] = turn([entity('A', 'C26TAA')], [IN_TIME]).plan.invoices;
  const pinned: PlannedInvoice = { ...draft!, pinned: true };
  const { waiting, stops } = turn([entity('A', 'C26TAA')], [LATE, IN_TIME], { kept: [pinned] });
  expect(waiting).toEqual(['late NEXT_YEAR']);
  expect(stops).toEqual([]);
});

test('what has left holds nothing back here: the export waits for its number and asks for the new symbol', () => {
  const [draft] = turn([entity('A', 'C26TAA')], [IN_TIME]).plan.invoices;
  const kept: PlannedInvoice[] = [{ ...draft!, status: 'exported' }];
  const { invoices, stops } = turn([entity('A', 'C26TAA')], [LATE, IN_TIME], { kept });
  expect(invoices).toEqual(['A 2026-12-31 2026-12-31', 'A 2026-12-28 2027-01-04']);
  expect(stops.sort()).toEqual(['DRAFT_SYMBOL_YEAR', 'EARLIER_DAY_PENDING', 'YEAR_NOT_FINISHED']);
});

test.each([
  ['C26TAA', '2026'],
  ['1C27TAA', '2027'],
  [' k26tyy', '2026'],
  ['', undefined],
  ['CTAA', undefined],
  ['26TAA', undefined],
])('the year of the symbol «%s» is %s', (symbol, year) => {
  expect(symbolYear(symbol)).toBe(year);
});

test('a sale after the last day of the hand-over is in time all the same', () => {
  const { invoices, waiting, stops } = turn([entity('A', 'C26TAA')], [LATE, IN_TIME], { through: '2026-12-28' });
  expect({ invoices, waiting, stops }).toEqual({
    invoices: [],
    waiting: ['late NEXT_YEAR', 'kept LATER_DAY'],
    stops: [],
  });
});

test('gifts on one invoice have its day, not that of each gift', () => {
  const gift = sale('gift', '2026-12-10', { partner: 'LE', kind: 'free', amount: 0 });
  const monthly = {
    partners: [
      { code: 'KH1', requirement: 'required' as const },
      { code: 'LE', requirement: 'not_required' as const },
    ],
    rules: { consolidatedMonthly: ['A'] },
  };
  const dated = 'A 2026-12-31 2026-12-31';
  expect(turn([entity('A', 'C26TAA')], [gift, IN_TIME], monthly)).toMatchObject({
    invoices: [dated, dated],
    waiting: [],
  });
  expect(turn([entity('A', 'C26TAA')], [LATE, gift], monthly)).toMatchObject({
    ...{ invoices: [dated], waiting: ['late NEXT_YEAR'], stops: [] },
  });
  const before = turn([entity('A', 'C26TAA')], [LATE, gift], { ...monthly, through: '2026-12-28' });
  expect(before.waiting).toEqual(['gift LATER_DAY', 'late NEXT_YEAR']);
});
