import fc from 'fast-check';
import { expect, test } from 'vitest';
import { netAmountOf, saleKeyOf } from '../../bravo/sales-line.ts';
import { addDays, type Day } from '../../day.ts';
import { HOLDING } from '../invoice-status.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { IssuancePlan } from '../types.ts';
import { invoiceDate, lastSigningDay } from './dates.ts';
import { latenessOf } from './lateness.ts';
import type { LawfulDay } from './lawful-day.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2025-05-01', days));
const terms = fc.record({
  lastIssuedDate: fc.option(day, { nil: undefined }),
  saturdayIsWorking: fc.boolean(),
  followsSwaps: fc.constantFrom('yes', 'no', 'unknown'),
});

test('no invoice is dated before its sale or before the last date of its symbol, none later without a reason', () => {
  fc.assert(
    fc.property(day, fc.nat(40), terms, (sale, after, own) => {
      const today = addDays(sale, after);
      const { date, late } = invoiceDate(today, sale, SHIPPED_RULES, own);
      const { lastIssuedDate: last = sale } = own;
      expect(date >= sale && date >= last).toBe(true);
      // A date ahead of today is the symbol's own, and blocks the export.
      if (date > today) expect(date).toBe(last);
      if (late === null) expect(date).toBe(sale);
      else expect(date).toBe(today < last ? last : today);
      if (late === 'LATER_NUMBER') expect(last > sale).toBe(true);
      if (late === 'SIGNING_OVER') expect(lastSigningDay(sale, SHIPPED_RULES, own)!.judge < today).toBe(true);
    }),
  );
});

test('a day later never gives an earlier date, and what is late stays late', () => {
  fc.assert(
    fc.property(day, fc.nat(20), terms, (sale, after, own) => {
      const today = addDays(sale, after);
      const [now, then] = [today, addDays(today, 1)].map((on) => invoiceDate(on, sale, SHIPPED_RULES, own));
      expect(then!.date >= now!.date).toBe(true);
      if (now!.late !== null) expect(then!.late).not.toBeNull();
    }),
  );
});

test('no invoice is of a day on which its entity may not issue, unless it is made on one', () => {
  const suspension = fc.tuple(day, fc.option(fc.nat(3), { nil: undefined })).map(([fromDate, days]) => ({
    fromDate,
    toDate: days === undefined ? days : addDays(fromDate, days),
    notice: 'TB',
  }));
  let moved = 0;
  fc.assert(
    fc.property(suspension, fc.integer({ min: -2, max: 4 }), fc.nat(5), terms, (stopped, from, after, own) => {
      const sale = addDays(stopped.fromDate, from);
      const today = addDays(sale, after);
      const isStopped = (on: Day) => stopped.fromDate <= on && on <= (stopped.toDate ?? '9999');
      const given = { ...own, lastIssuedDate: undefined };
      const { date, late } = invoiceDate(today, sale, SHIPPED_RULES, { ...given, suspensions: [stopped] });
      if (!isStopped(sale)) expect({ date, late }).toEqual(invoiceDate(today, sale, SHIPPED_RULES, given));
      else expect([date, late === null]).toEqual([today, false]);
      if (late === 'SUSPENDED' && !isStopped(today)) moved += 1;
    }),
    { numRuns: 500 },
  );
  expect(moved).toBeGreaterThan(10);
});

/** The first day after it that is neither of the weekend nor a day off, counted day by day. */
function nextWorkingDay(from: Day): Day {
  const isOff = (on: Day) =>
    [0, 6].includes(new Date(`${on}T00:00:00Z`).getUTCDay()) ||
    SHIPPED_RULES.holidays.some(({ fromDate, toDate }) => fromDate <= on && on <= toDate);
  let on = addDays(from, 1);
  while (isOff(on)) on = addDays(on, 1);
  return on;
}

const perProfile = (plan: IssuancePlan, code: string) => plan.invoices.filter(({ profile }) => profile === code);

test('within a symbol dates never decrease in the order of vouchers, and the meter counts what a person would count', () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      const { issueDay } = input.period;
      const lateness = new Map(latenessOf(input, plan).map((one) => [one.profile, one]));
      for (const { terms: own } of input.profiles) {
        const dates = perProfile(plan, own.code).map(({ date }) => date);
        expect(dates).toEqual(dates.toSorted());
        const late = perProfile(plan, own.code).filter(
          ({ status, date, documentDate }) => HOLDING.has(status) && date !== documentDate,
        );
        expect(lateness.get(own.code)!.late).toHaveLength(late.length);
        // In September 2026 no day is swapped after the first: the next working day is plain to count.
        for (const { date, documentDate } of perProfile(plan, own.code)) {
          const isInTime = issueDay <= nextWorkingDay(documentDate) && (own.lastIssuedDate ?? '') <= documentDate;
          expect([date === documentDate, documentDate <= issueDay]).toEqual([isInTime, true]);
        }
      }
      const lines = new Map(input.lines.map((line) => [line.id, line]));
      const overdue = new Set<string>();
      for (const { line: id, amount, baseQuantity, reason } of plan.shortages) {
        const line = lines.get(id);
        // Goods without money are a gift; what steps leave of a sale may have no đồng of its own, and its money is on an invoice.
        const isSale = amount > 0 || (amount === 0 && baseQuantity > 0n && line && netAmountOf(line) === 0);
        const issuer = line && (input.period.issuers[line.branchCode] ?? [])[0];
        if (!line || !isSale || reason === 'RETURN_UNMATCHED' || issuer === undefined) continue;
        const { consolidatedMonthly = [] } = input.period.rules;
        // A gift to a buyer who takes no invoice of his own is on the one of the month, of its last day.
        const isTogether = line.kind === 'free' && line.partnerCode === 'KH3' && consolidatedMonthly.includes(issuer);
        if (issueDay > nextWorkingDay(isTogether ? '2026-09-30' : line.docDate))
          overdue.add(`${issuer} ${saleKeyOf(line)}`);
      }
      const counted = [...lateness.values()].reduce((sum, { missing }) => sum + missing.length, 0);
      expect(counted).toBe(overdue.size);
    }),
    { numRuns: 150 },
  );
});

/** Cleared on Friday, so the seller may choose until Monday. */
const EXPORT: LawfulDay = { day: '2026-11-20', because: 'cleared', supplyDay: '2026-11-18', workingDays: 1 };

test.each([
  ['Friday', '2026-11-20', { date: '2026-11-21', late: null }],
  ['Friday to Sunday', '2026-11-22', { date: '2026-11-23', late: null }],
  ['Friday to Monday', '2026-11-23', { date: '2026-11-24', late: 'SUSPENDED' }],
])('an export takes the first lawful day on which its entity may issue: suspended %s', (_, toDate, expected) => {
  const suspensions = [{ fromDate: '2026-11-20', toDate, notice: 'TB 12' }];
  const made = toDate === '2026-11-23' ? '2026-11-24' : '2026-11-23';
  expect(invoiceDate(made, EXPORT, SHIPPED_RULES, { lastIssuedDate: undefined, suspensions })).toEqual(expected);
});
