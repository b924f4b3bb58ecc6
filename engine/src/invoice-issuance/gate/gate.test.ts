import { describe, expect, test } from 'vitest';
import type { Day } from '../../day.ts';
import type { SnapshotMoments } from '../books.ts';
import { stopping } from '../findings/finding.ts';
import type { OpenElsewhere } from '../periods/held-goods.ts';
import { inTimeElsewhere } from '../periods/open-elsewhere.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import type { IssuancePlan, PlannedInvoice } from '../types.ts';
import { dayBoard } from './day-board.ts';

const sale = (id: string, date: Day, more: Partial<GivenLine> = {}): GivenLine => ({
  ...{ id, doc: `D${id}`, date, partner: 'KH1', item: 'VT1', quantity: '1', amount: 100_000 },
  ...more,
});

/** Four sales of one entity: Friday 20/11 (two, one of goods without stock), Monday 23/11 and Wednesday 25/11/2026. */
const month: GivenPeriod = {
  days: ['2026-11-01', '2026-11-30'],
  issueDay: '2026-11-20',
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }, { code: 'SP2' }],
      links: [
        { product: 'SP1', item: 'VT1' },
        { product: 'SP2', item: 'VT2' },
      ],
      stock: [{ product: 'SP1', opening: '9' }],
    },
  ],
  lines: [
    sale('1', '2026-11-20'),
    sale('2', '2026-11-20', { item: 'VT2' }),
    sale('3', '2026-11-23'),
    sale('4', '2026-11-25'),
  ],
};

const on = (issueDay: Day, kept: readonly PlannedInvoice[] = [], more: Partial<GivenPeriod> = {}) => {
  const input = issuanceInput({ ...month, ...more, issueDay, kept });
  return { input, plan: planInvoices(input) };
};
const left = (plan: IssuancePlan, status: PlannedInvoice['status'] = 'exported'): PlannedInvoice[] =>
  plan.invoices.map((invoice) => (invoice.status === 'draft' ? { ...invoice, status } : invoice));
const dates = (plan: IssuancePlan) => plan.invoices.map(({ documentDate, date }) => [documentDate, date]);
const states = ({ input, plan }: ReturnType<typeof on>, complete?: Day) =>
  Object.fromEntries(dayBoard(input, plan, complete).map(({ day, state }) => [day, state]));
const codes = ({ input, plan }: ReturnType<typeof on>) =>
  stopping(preflight(input, plan), 'export').map(({ code }) => code);

test('a day goes from its sales to its numbers; days to come wait, and the sale without stock stays listed', () => {
  expect(dayBoard(on('2026-11-20').input, undefined, undefined).map(({ state }) => state)).toEqual(
    Array(3).fill('open'),
  );
  expect(dayBoard(on('2026-11-20').input, undefined, '2026-11-20').map(({ state }) => state)).toEqual([
    ...['ready', 'open', 'open'],
  ]);
  const planned = on('2026-11-20');
  expect(states(planned)).toEqual({ '2026-11-20': 'planned', '2026-11-23': 'open', '2026-11-25': 'open' });
  const exported = on('2026-11-20', left(planned.plan));
  expect(states(exported)['2026-11-20']).toBe('handed_over');
  const issued = on('2026-11-20', left(planned.plan, 'issued'));
  const [friday] = dayBoard(issued.input, issued.plan, undefined);
  expect(friday).toMatchObject({
    state: 'issued',
    issued: { count: 1, amount: 100_000 },
    waiting: { documents: 1, amount: 100_000 },
    late: 0,
    isOverdue: false,
    signing: { plan: '2026-11-23', judge: '2026-11-23' },
  });
});

test('what waits beyond the last day of signing is overdue, on every later day', () => {
  const before = left(on('2026-11-20').plan, 'issued');
  const overdue = (issueDay: Day) => {
    const { input, plan } = on(issueDay, before);
    return dayBoard(input, plan, undefined)[0]!.isOverdue;
  };
  expect(['2026-11-20', '2026-11-23', '2026-11-25', '2026-11-30'].map((day) => overdue(day))).toEqual([
    ...[false, false, true, true],
  ]);
});

test('a hand-over through a day leaves later days alone, and its invoices stay as they are', () => {
  const friday = on('2026-11-25', [], { through: '2026-11-20' });
  expect(dates(friday.plan)).toEqual([['2026-11-20', '2026-11-25']]);
  const monday = on('2026-11-25', left(friday.plan, 'issued'), { through: '2026-11-23' });
  expect(dates(monday.plan)).toEqual([
    ['2026-11-20', '2026-11-25'],
    // Monday could still be signed today, but the symbol has a number of today by now.
    ['2026-11-23', '2026-11-25'],
  ]);
  expect(monday.plan.invoices[0]).toEqual({ ...friday.plan.invoices[0], status: 'issued' });
});

test('no draft is dated before an invoice that has left, though AMIS has given it no number yet', () => {
  const kept = left(on('2026-11-23', [], { lines: [sale('3', '2026-11-23')] }).plan);
  const back = on('2026-11-23', kept, { lines: [sale('1', '2026-11-20'), sale('3', '2026-11-23')] });
  expect(dates(back.plan)).toContainEqual(['2026-11-20', '2026-11-23']);
  expect(codes(back)).toEqual([]);
});

test('a later date waits until the earlier one has its number; the same date goes on', () => {
  const friday = left(on('2026-11-20').plan);
  expect(codes(on('2026-11-23', friday))).toEqual(['EARLIER_DAY_PENDING']);
  expect(codes(on('2026-11-23', left({ ...on('2026-11-20').plan }, 'issued')))).toEqual([]);
  const second = on('2026-11-20', friday, { lines: [...month.lines, sale('5', '2026-11-20')] });
  expect(codes(second)).toEqual([]);
  expect(second.plan.invoices).toHaveLength(2);
});

test('a year is finished before the next one begins', () => {
  const turn: Partial<GivenPeriod> = {
    days: ['2026-12-01', '2027-01-31'],
    lines: [sale('1', '2026-12-31'), sale('2', '2027-01-04')],
  };
  const kept = left(on('2026-12-31', [], turn).plan);
  expect(codes(on('2027-01-04', kept, turn))).toEqual(
    expect.arrayContaining(['YEAR_NOT_FINISHED', 'EARLIER_DAY_PENDING']),
  );
  const numbered = left(on('2026-12-31', [], turn).plan, 'issued');
  expect(codes(on('2027-01-04', numbered, turn))).not.toContain('YEAR_NOT_FINISHED');
});

const NOVEMBER: OpenElsewhere = {
  ...{ period: 'Tháng 11/2026', profile: 'A', status: 'exported', date: '2026-11-20', count: 3 },
};
/** Invoices of a period of November, as the check of another period that is open sees them. */
const beside = (open: Partial<OpenElsewhere>, { input, plan }: ReturnType<typeof on>) =>
  preflight({ ...input, openElsewhere: [{ ...NOVEMBER, ...open }] }, plan)
    .filter(({ code }) => ['EARLIER_DAY_PENDING', 'YEAR_NOT_FINISHED', 'EARLIER_PERIOD_IN_TIME'].includes(code))
    .map(({ code, severity, message }) => [
      severity,
      code,
      /kỳ «Tháng 11\/2026» có \d+ hóa đơn (?:nháp|đã giao AMIS)/.exec(message)?.[0],
    ]);

test('what left another open period without a number holds later dates back like what left this one', () => {
  const told = 'kỳ «Tháng 11/2026» có 3 hóa đơn đã giao AMIS';
  expect(beside({}, on('2026-11-23'))).toEqual([['block', 'EARLIER_DAY_PENDING', told]]);
  expect(beside({ date: '2026-11-23' }, on('2026-11-23'))).toEqual([]);
  expect(beside({ profile: 'B' }, on('2026-11-23'))).toEqual([]);
  const own = on('2026-11-23', left(on('2026-11-20').plan));
  const open = { ...NOVEMBER, date: '2026-11-19' };
  const found = preflight({ ...own.input, openElsewhere: [open, { ...open, date: '2026-11-18' }] }, own.plan).filter(
    ({ code }) => code === 'EARLIER_DAY_PENDING',
  );
  expect(found.map(({ message }) => /(?<=»: ).*(?=\) chưa)/.exec(message)?.[0])).toEqual([
    '1 hóa đơn đã giao AMIS (sớm nhất ngày 20/11/2026',
    'kỳ «Tháng 11/2026» có 6 hóa đơn đã giao AMIS (sớm nhất ngày 18/11/2026',
  ]);
  expect(found.map(({ remedy }) => /^.*(?= để nhận số)/.exec(remedy)?.[0])).toEqual([
    'Nạp sổ bán hàng AMIS mới xuất',
    'Mở kỳ «Tháng 11/2026», nạp sổ bán hàng AMIS mới xuất',
  ]);
  expect(found[1]!.about).toEqual([
    { kind: 'period', id: 'Tháng 11/2026', detail: '3 hóa đơn ngày 19/11/2026, 3 hóa đơn ngày 18/11/2026.' },
  ]);
});

test('drafts of another period that are in time are to leave first: asked within a year, demanded at its turn', () => {
  const draft = { status: 'draft' } as const;
  const told = 'kỳ «Tháng 11/2026» có 3 hóa đơn nháp';
  expect(beside(draft, on('2026-11-23'))).toEqual([['warn', 'EARLIER_PERIOD_IN_TIME', told]]);
  // Too late by a day: it is dated anew anyway.
  expect(beside(draft, on('2026-11-25'))).toEqual([]);
  expect(beside({ ...draft, date: '2026-11-23' }, on('2026-11-23'))).toEqual([]);
  // Of another entity; or nothing of this period is left to go before them.
  expect(beside({ ...draft, profile: 'B' }, on('2026-11-23'))).toEqual([]);
  const gone = on('2026-11-23', left(on('2026-11-23').plan));
  expect(beside(draft, gone)).toEqual([]);
  const ofOthers = gone.plan.invoices.map((one): PlannedInvoice => ({ ...one, status: 'draft', profile: 'B' }));
  const input = { ...gone.input, openElsewhere: [{ ...NOVEMBER, ...draft }] };
  expect(inTimeElsewhere(input, gone.plan)).toEqual([]);
  expect(inTimeElsewhere(input, { ...gone.plan, invoices: ofOthers })).toEqual([]);
  expect(inTimeElsewhere(input, on('2026-11-23').plan)).toHaveLength(1);
  const january: Partial<GivenPeriod> = { days: ['2027-01-01', '2027-01-31'], lines: [sale('1', '2027-01-04')] };
  const old = { ...draft, date: '2026-12-31' };
  expect(beside(old, on('2027-01-04', [], january))).toEqual([['block', 'EARLIER_PERIOD_IN_TIME', told]]);
  expect(beside({ date: '2026-12-31' }, on('2027-01-04', [], january)).map(([, code]) => code)).toEqual([
    ...['YEAR_NOT_FINISHED', 'EARLIER_DAY_PENDING'],
  ]);
});

test('a file that was not signed in time is named, with its invoices', () => {
  const friday = left(on('2026-11-20').plan);
  const at = (issueDay: Day) => {
    const { input, plan } = on(issueDay, friday);
    const found = preflight(input, plan).find(({ code }) => code === 'HANDED_OVER_EXPIRED');
    return [found?.invoices ?? [], dayBoard(input, plan, undefined)[0]!.expired];
  };
  expect(at('2026-11-23')).toEqual([[], 0]);
  expect(at('2026-11-25')).toEqual([[friday[0]!.key], 1]);
});

test('an invoice is asked for its signature until the last day of it, and taken for a file of yesterday after it alone', () => {
  const friday = left(on('2026-11-20').plan);
  const told = (issueDay: Day, also: readonly GivenLine[] = []) => {
    const { input, plan } = on(issueDay, friday, { lines: [sale('1', '2026-11-20'), ...also] });
    return preflight(input, plan)
      .filter(({ code }) => code === 'SIGN_BY' || code === 'HANDED_OVER_EXPIRED')
      .map(({ code, count }) => `${code} ${count}`);
  };
  expect(told('2026-11-23')).toEqual(['SIGN_BY 1']);
  expect(told('2026-11-25')).toEqual(['HANDED_OVER_EXPIRED 1']);
  expect(told('2026-11-26', [sale('4', '2026-11-26')]).toSorted()).toEqual(['HANDED_OVER_EXPIRED 1', 'SIGN_BY 1']);
});

test('a pinned draft has not left: it keeps no date from the others', () => {
  const drawn = on('2026-11-25', [], { lines: [sale('4', '2026-11-25')] }).plan.invoices;
  const pinned = drawn.map((invoice) => ({ ...invoice, pinned: true }));
  const beside = on('2026-11-25', pinned, { lines: [sale('3', '2026-11-23'), sale('4', '2026-11-25')] });
  expect(dates(beside.plan)).toContainEqual(['2026-11-23', '2026-11-23']);
});

test('an invoice with the real date is never a file of yesterday', () => {
  const late = left(on('2026-11-20', [], { lines: [sale('1', '2026-11-16')] }).plan);
  const { input, plan } = on('2026-11-25', late, { lines: [sale('1', '2026-11-16')] });
  expect(preflight(input, plan).map(({ code }) => code)).not.toContain('HANDED_OVER_EXPIRED');
  expect(dayBoard(input, plan, undefined)[0]).toMatchObject({ late: 1, expired: 0, isOverdue: false });
});

describe('an invoice that has left and has no number', () => {
  const exported = '2026-11-20T09:00:00.000Z';
  const of = (issueDay: Day, kept: readonly PlannedInvoice[], more: Partial<GivenPeriod>, moments: SnapshotMoments) => {
    const lines = [sale('1', '2026-11-16'), sale('3', '2026-11-23')];
    const given = issuanceInput({ ...month, lines, issueDay, kept, ...more });
    const input = { ...given, profiles: given.profiles.map((books) => ({ ...books, moments })) };
    return preflight(input, planInvoices(input))
      .filter(({ code }) => code.startsWith('HANDED_OVER'))
      .map(({ code, severity, invoices }) => [code, severity, invoices]);
  };
  // The first is late, the other keeps the day of its sale.
  const gone = left(on('2026-11-23', [], { lines: [sale('1', '2026-11-16'), sale('3', '2026-11-23')] }).plan);
  const [late, kept] = gone.map(({ key }) => key);
  const shown = (key: string | undefined): Partial<GivenPeriod> => {
    const { voucherNumber, documentDate } = gone.find((one) => one.key === key)!;
    const entry = { id: 'e', voucherNumber, documentDate, product: 'SP1', quantity: '1', amount: 100_000 };
    return { profiles: [{ ...month.profiles[0]!, sales: [entry] }] };
  };

  test('is missing where a ledger made after it left does not show it, as long as it may still be signed', () => {
    const ledger = '2026-11-23T10:00:00.000Z';
    const exports = [exported];
    expect(of('2026-11-23', gone, {}, { ledger, exports })).toEqual([['HANDED_OVER_MISSING', 'warn', [late, kept]]]);
    expect(of('2026-11-23', gone, shown(late), { ledger, exports })).toEqual([['HANDED_OVER_MISSING', 'warn', [kept]]]);
    expect(of('2026-11-26', gone, {}, { ledger, exports })).toEqual([
      ['HANDED_OVER_EXPIRED', 'warn', [kept]],
      ['HANDED_OVER_MISSING', 'warn', [late]],
    ]);
  });

  test('is not missing where the ledger is older than the last files, or nothing is known of its making', () => {
    expect(of('2026-11-23', gone, {}, { ledger: exported, exports: [exported] })).toEqual([]);
    const between = { ledger: '2026-11-20T12:00:00.000Z', exports: [exported, '2026-11-21T09:00:00.000Z'] };
    expect(of('2026-11-23', gone, {}, between)).toEqual([]);
    expect(of('2026-11-23', gone, {}, { exports: [exported] })).toEqual([]);
    expect(of('2026-11-23', gone, {}, { ledger: exported, exports: [] })).toEqual([]);
  });
});

test('the money of a sale that was moved to another day since is on its new day, where the ledger has it', () => {
  const friday = left(on('2026-11-20').plan);
  const { input, plan } = on('2026-11-20', friday, { lines: [sale('1', '2026-11-19', { doc: 'D1' })] });
  const amounts = dayBoard(input, plan, undefined).map(({ day, handedOver }) => [day, handedOver]);
  expect(amounts).toEqual([
    ['2026-11-19', { count: 0, amount: 100_000 }],
    ['2026-11-20', { count: 1, amount: 0 }],
  ]);
});

test('an export is signed by the working day after the date that it carries, not after the last one that it could', () => {
  const cleared = { isExport: true, clearedOn: '2026-09-04' };
  const of = {
    id: '1',
    date: '2026-09-03',
    partner: 'KH1',
    item: 'VT1',
    quantity: '1',
    amount: 100_000,
    dayFacts: cleared,
  };
  const on = (issueDay: string, kept: readonly PlannedInvoice[] = []) => {
    const input = issuanceInput({
      ...{ issueDay, kept, lines: [of] },
      profiles: [
        {
          ...{ code: 'A', products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
          stock: [{ product: 'SP1', opening: '1' }],
        },
      ],
    });
    return { input, plan: planInvoices(input) };
  };
  const first = on('2026-09-04');
  expect(first.plan.invoices.map(({ date }) => date)).toEqual(['2026-09-04']);
  expect(preflight(first.input, first.plan)).toContainEqual(
    expect.objectContaining({ code: 'SIGN_BY', message: expect.stringContaining('07/09/2026') }),
  );
  const kept = first.plan.invoices.map((invoice) => ({ ...invoice, status: 'exported' as const }));
  const isExpired = (day: string) => {
    const { input, plan } = on(day, kept);
    return preflight(input, plan).some(({ code }) => code === 'HANDED_OVER_EXPIRED');
  };
  expect([isExpired('2026-09-07'), isExpired('2026-09-08')]).toEqual([false, true]);
  // Made on that day, it may still carry the last lawful date.
  expect(on('2026-09-08').plan.invoices.map(({ date }) => date)).toEqual(['2026-09-07']);
});

test('sales of one number to two buyers wait as two', () => {
  const sold = { date: '2026-11-20', doc: '1', item: 'LẠ' };
  const lines = ['KH1', 'KH2'].map((partner) => ({ ...sold, id: partner, partner, quantity: '1', amount: 50_000 }));
  const { input, plan } = on('2026-11-20', [], { lines });
  const cells = (one: IssuancePlan | undefined) => dayBoard(input, one, undefined)[0]!;
  expect(cells(plan).waiting).toEqual({ documents: 2, amount: 100_000 });
  expect(cells(undefined).unplanned).toEqual({ documents: 2, amount: 100_000 });
});
