import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SalesLine } from '../../bravo/sales-line.ts';
import { addDays } from '../../day.ts';
import { HandedOver } from '../handed-over/handed-over.ts';
import { HANDED_OVER } from '../invoice-status.ts';
import { period, periodWithFacts } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { afterAmis } from './amis-hands-fixture.ts';
import { circleInput } from './circle-fixture.ts';
import { giftInput, withReturns } from './gifts-fixture.ts';
import { LATER } from './later-fixture.ts';
import { mixedPeriods } from './mixed-fixture.ts';

/*
 * A plan beside the sums of what has been handed over is the plan from all lines: not nearly, but in every text and figure, whatever a
 * period is like and whatever has happened to it since.
 */

const left = (invoice: PlannedInvoice): PlannedInvoice => ({ ...invoice, status: 'exported', pinned: false });

/** Plans a period both ways. @returns the plan, and the number of invoices that were sums in it. */
function bothWays(whole: IssuanceInput, handedOver: HandedOver): { plan: IssuancePlan; summed: number } {
  const rest = handedOver.take({ ...whole, ...besides(whole, handedOver) });
  const plan = planInvoices(whole);
  expect(planInvoices(rest, handedOver)).toEqual(plan);
  return { plan, summed: whole.kept.length - rest.kept.length };
}

/** Of a period what is not in the sums yet. */
const besides = ({ lines, kept }: IssuanceInput, handedOver: HandedOver) => ({
  lines: lines.filter(({ id }) => !handedOver.held.isGone(id)),
  kept: kept.filter(({ key }) => !handedOver.withKey(key)),
});

/**
 * Hands a month over in four parts, day after day, with sums that only grow. @returns how many invoices were sums at the end, how many
 * lines waited in part beside these, and how many were shared by several.
 */
function inParts(month: IssuanceInput) {
  const { fromDate, issueDay } = month.period;
  const handedOver = new HandedOver();
  let kept: readonly PlannedInvoice[] = [];
  let summed = 0;
  for (const days of [7, 14, 21, 40]) {
    const through = addDays(fromDate, days);
    const lines = month.lines.filter(({ docDate }) => docDate <= through || days === 40);
    const until = through < issueDay ? through : issueDay;
    const input = { ...month, lines, kept, period: { ...month.period, issueDay: until, through: until } };
    const both = bothWays(input, handedOver);
    expect(codesOf(both.plan)).not.toEqual(expect.arrayContaining([expect.stringMatching(/KEPT_INVOICE_(DAY|GOODS)/)]));
    summed = both.summed;
    kept = both.plan.invoices.map((one) => kept.find(({ key }) => key === one.key) ?? left(one));
  }
  const shared = [...handedOver.held.shared];
  const waiting = shared.filter(({ line }) => !handedOver.held.isGone(line.id)).length;
  return { summed, waiting, shared: shared.filter(({ holders }) => holders.length > 1).length };
}

const codesOf = ({ warnings }: IssuancePlan): string[] => warnings.map(({ code }) => code);

const sumOf = (months: readonly ReturnType<typeof inParts>[], what: 'waiting' | 'shared'): number =>
  months.reduce((sum, month) => sum + month[what], 0);

const MONTHS = Array.from({ length: 60 }, (_, n) => circleInput(n));

test('a month that is handed over in parts has the plan from all lines each time', () => {
  const months = [...MONTHS, ...mixedPeriods(40)].map(inParts);
  expect(months.filter(({ summed }) => summed > 2).length).toBeGreaterThan(40);
  expect(sumOf(months, 'waiting')).toBeGreaterThan(20);
  expect(sumOf(months, 'shared')).toBeGreaterThan(10);
}, 120_000);

test('months of gifts and of returns are planned alike both ways', () => {
  const months = Array.from({ length: 24 }, (_, n) => withReturns(giftInput(n), n));
  expect(months.map(inParts).filter(({ summed }) => summed > 0).length).toBeGreaterThan(10);
}, 120_000);

test('any drawn period is planned alike both ways, whatever of it has left', () => {
  const states = fc.array(fc.constantFrom('exported', 'exported', 'draft', 'cancelled'), {
    minLength: 5,
    maxLength: 5,
  });
  let summed = 0;
  fc.assert(
    fc.property(fc.oneof(period, periodWithFacts), states, fc.nat(3), (given, of, late) => {
      const all = issuanceInput(given);
      // Some lines come when the others have been handed over.
      const before = { ...all, lines: all.lines.filter((_, n) => late === 0 || n % 4 !== late) };
      const kept = planInvoices(before).invoices.flatMap((one, n): PlannedInvoice[] => {
        const status = of[n % of.length] as 'draft';
        return [{ ...one, status, pinned: status === 'draft' }];
      });
      const both = bothWays({ ...all, kept }, new HandedOver());
      expect(codesOf(both.plan)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/KEPT_INVOICE_(DAY|GOODS)/)]),
      );
      summed += both.summed;
    }),
    { numRuns: 500 },
  );
  expect(summed).toBeGreaterThan(40);
}, 120_000);

test('what AMIS makes of invoices after they are summed is seen', () => {
  let summed = 0;
  for (const [n, month] of MONTHS.entries()) {
    const { invoices } = planInvoices(month);
    const handedOver = new HandedOver();
    summed += bothWays({ ...month, kept: invoices.map(left) }, handedOver).summed;
    const after = afterAmis(month, invoices, n, 1);
    bothWays(after, new HandedOver());
    // The ledgers of later tell of invoices that were summed before.
    bothWays({ ...month, profiles: after.profiles, kept: invoices.map(left) }, handedOver);
  }
  expect(summed).toBeGreaterThan(100);
}, 120_000);

test.each<[string, string, Partial<SalesLine> | ((line: SalesLine, month: IssuanceInput) => Partial<SalesLine>)]>([
  ['of other customers than their invoices name', 'KEPT_INVOICE_BUYER', { partnerCode: 'KH2' }],
  ['of other days than their invoices', 'KEPT_INVOICE_DAY', (_, { period }) => ({ docDate: period.toDate })],
  ['that are in branches of other entities by now', 'KEPT_INVOICE_BRANCH', { branchCode: 'DN' }],
  ['of other items than their invoices name', 'KEPT_INVOICE_GOODS', { itemCode: 'VT1' }],
  ['that are entered anew under other keys', 'SALE_ENTERED_ANEW', ({ id }) => ({ id: `${id}-anew` })],
])(
  'sales %s are told beside sums, too',
  (_, code, change) => {
    let told = 0;
    for (const month of MONTHS) {
      const kept = planInvoices(month).invoices.map(left);
      const changed = (line: SalesLine) => ({
        ...line,
        ...(typeof change === 'function' ? change(line, month) : change),
      });
      const lines = month.lines.map((line, i) => (i % 5 ? line : changed(line)));
      const { plan } = bothWays({ ...month, lines, kept }, new HandedOver());
      told += codesOf(plan).filter((found) => found === code).length;
    }
    expect(told).toBeGreaterThan(5);
  },
  60_000,
);

test.each(Object.keys(LATER))(
  'after invoices are summed, %s: the plan is the same both ways',
  (what) => {
    let summed = 0;
    for (const month of MONTHS.slice(0, 30)) {
      const kept = planInvoices(month).invoices.map(left);
      const handedOver = new HandedOver();
      const before = { ...month, kept };
      handedOver.take(before);
      summed += kept.filter(({ key }) => handedOver.withKey(key)).length;
      if (month.lines.length > 0) bothWays(LATER[what]!(before), handedOver);
    }
    expect(summed).toBeGreaterThan(50);
  },
  60_000,
);

test('a service that AMIS sets free goes back to the entity that has the goods of its document, though these are sums', () => {
  const books = (code: string, goods: string) => ({
    ...{ code, terms: { maxLinesPerInvoice: 1 }, stock: [{ product: 'SP1', opening: goods }] },
    products: [{ code: 'SP1' }, { code: 'DV', kind: 'Dịch vụ' }],
    links: ['SP1 VT1', 'DV DV1'].map((one) => ({ product: one.split(' ')[0]!, item: one.split(' ')[1]! })),
  });
  const month = issuanceInput({
    profiles: [books('A', '0'), books('B', '10')],
    issuers: { HN: ['A', 'B'] },
    partners: [{ code: 'KH1' }],
    lines: [
      {
        id: '1',
        date: '2026-09-05',
        partner: 'KH1',
        item: 'VT1',
        quantity: '2',
        amount: 50_000,
        branch: 'HN',
        doc: 'D1',
      },
      {
        id: '2',
        date: '2026-09-05',
        partner: 'KH1',
        item: 'DV1',
        amount: 9000,
        kind: 'service',
        quantity: '1',
        branch: 'HN',
        doc: 'D1',
      },
    ],
  });
  const kept = planInvoices(month).invoices.map(left);
  expect(kept.map(({ profile }) => profile)).toEqual(['B', 'B']);
  const service = kept.find(({ items }) => items[0]!.kind === 'service')!;
  const entry = {
    ...{ id: 'e1', voucherNumber: service.voucherNumber, documentDate: service.documentDate, product: 'DV' },
    ...{ customerCode: '', quantity: '0', amount: 0, invoiceState: 'Đã hủy' },
  };
  const told = issuanceInput({
    ...{ profiles: [books('A', '0'), { ...books('B', '10'), sales: [entry] }], issuers: { HN: ['A', 'B'] }, lines: [] },
  });
  const handedOver = new HandedOver();
  handedOver.take({ ...month, kept });
  const { plan } = bothWays({ ...month, profiles: told.profiles, kept }, handedOver);
  expect(plan.settled.map(({ status }) => status)).toEqual(['cancelled']);
  expect(plan.invoices.map(({ profile }) => profile)).toEqual(['B', 'B']);
});

test('a line that is in the sums already is refused', () => {
  const month = MONTHS.find((one) => planInvoices(one).invoices.length > 2)!;
  const handedOver = new HandedOver();
  const whole = { ...month, kept: planInvoices(month).invoices.map(left) };
  const rest = handedOver.take(whole);
  expect(rest.lines.length).toBeLessThan(whole.lines.length);
  expect(() => planInvoices({ ...rest, lines: whole.lines }, handedOver)).toThrow(/bị lặp/);
});

test('only what has left is summed', () => {
  for (const month of MONTHS.slice(0, 10)) {
    const { invoices } = planInvoices(month);
    const kept = invoices.map((one, n) => (n % 2 ? left(one) : { ...one, pinned: true }));
    const rest = new HandedOver().take({ ...month, kept });
    expect(rest.kept.filter(({ status }) => !HANDED_OVER.has(status)).length).toBe(
      kept.filter(({ status }) => !HANDED_OVER.has(status)).length,
    );
  }
});
