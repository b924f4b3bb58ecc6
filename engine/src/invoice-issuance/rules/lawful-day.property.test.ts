import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentKeyOf, netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { addDays, type Day } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import { dayBoard } from '../gate/day-board.ts';
import { HOLDING } from '../invoice-status.ts';
import { periodWithFacts } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { latenessOf } from './lateness.ts';

/** First and last lawful day of a line of September 2026, as the words of T5, T6 and T8 say; null: it has to wait. */
function lawful({ kind, docDate, dayFacts: facts = {} }: SalesLine): readonly [Day, Day] | null {
  const only = (day: Day) => [day, day] as const;
  if (kind === 'discount') return only(docDate);
  if (facts.trade !== undefined) {
    const isListed = kind === 'service' && facts.trade !== 'bán buôn';
    const limit = facts.agreedUntil === undefined ? '2026-10-07' : addDays(facts.agreedUntil, 7);
    if (!isListed || facts.reconciledOn === undefined) return null;
    return only([limit, facts.reconciledOn].toSorted()[0]!);
  }
  if (kind === 'service') {
    const done = facts.completedOn ?? docDate;
    return only([done, facts.paidOn ?? done].toSorted()[0]!);
  }
  if (!facts.isExport) return only(docDate);
  return facts.clearedOn === undefined ? null : [facts.clearedOn, nextWorkingDay(facts.clearedOn)];
}

/** No day of September 2026 after the second is off or swapped. */
function nextWorkingDay(from: Day): Day {
  let on = addDays(from, 1);
  while ([0, 6].includes(new Date(`${on}T00:00:00Z`).getUTCDay()) || on === '2026-09-02') on = addDays(on, 1);
  return on;
}

test('no invoice is dated before the lawful day of its lines, none joins two, and the meter counts what a person would', () => {
  fc.assert(
    fc.property(periodWithFacts, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      const lines = new Map(input.lines.map((line) => [line.id, line]));
      const late: string[] = [];
      for (const { key, status, date, items, bravoDocument } of plan.invoices) {
        if (bravoDocument.includes('TONG-HOP')) continue;
        const own = items
          .filter(({ kind }) => kind !== 'discount')
          .flatMap(({ allocations }) => allocations.map(({ line }) => lines.get(line)!));
        const days = own.filter(({ dayFacts }) => dayFacts).map((line) => [line, lawful(line)] as const);
        for (const [line, day] of days)
          expect([line.id, day !== null && date >= day[0] && date <= input.period.issueDay]).toEqual([line.id, true]);
        const apart = days.filter(([{ docDate }, day]) => day![0] !== docDate || day![1] !== day![0]);
        // A day of its own is the day of the whole invoice.
        if (apart.length > 0) expect([key, apart.length]).toEqual([key, own.length]);
        expect(new Set(apart.map(([, day]) => `${day}`)).size).toBeLessThanOrEqual(1);
        const [first] = apart;
        if (!first) continue;
        const [from, to] = first[1]!;
        const isInTime = from <= date && date <= to;
        const { issueDay } = input.period;
        // An invoice that can be signed in time is dated in time; the fixture's symbols have no later number.
        expect([key, isInTime]).toEqual([key, issueDay <= nextWorkingDay(to)]);
        if (!isInTime && HOLDING.has(status)) late.push(key);
      }
      const counted = latenessOf(input, plan).flatMap((one) => one.late);
      for (const key of late) expect(counted).toContain(key);
      expect(plan.tieOut.ledger).toBe(sumVnd(input.lines.map(netAmountOf)));
      const { invoiced, alreadyInvoiced, unallocated, excluded } = plan.tieOut;
      expect(plan.tieOut.ledger).toBe(invoiced + alreadyInvoiced + unallocated + excluded);
    }),
    { numRuns: 200 },
  );
});

test('what waits for a fact says so, and a document counts as overdue only after the last day that the law gives it', () => {
  fc.assert(
    fc.property(periodWithFacts, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      const lines = new Map(input.lines.map((line) => [line.id, line]));
      for (const { items } of plan.invoices)
        for (const { line } of items.flatMap(({ allocations }) => allocations))
          expect([line, lawful(lines.get(line)!)]).not.toEqual([line, null]);
      const missing = new Set(
        latenessOf(input, plan).flatMap((one) => one.missing.map((sale) => documentKeyOf(lines.get(sale.line)!))),
      );
      for (const line of input.lines) {
        const { dayFacts, kind } = line;
        const isWaitingExport = dayFacts?.isExport && !dayFacts.clearedOn && (kind === 'goods' || kind === 'free');
        const others = input.lines.filter((one) => one !== line && documentKeyOf(one) === documentKeyOf(line));
        if (isWaitingExport && others.length === 0) expect(missing.has(documentKeyOf(line))).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});

test('the board of days has every đồng once, a line with a day of its own under that day', () => {
  fc.assert(
    fc.property(periodWithFacts, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      for (const one of [undefined, plan]) {
        const board = dayBoard(input, one, undefined);
        const amounts = board.flatMap((cell) => [
          ...[cell.drafts.amount, cell.handedOver.amount, cell.issued.amount],
          ...[cell.waiting.amount, cell.unplanned.amount, cell.notRequired],
        ]);
        expect(sumVnd(amounts)).toBe(sumVnd(input.lines.map(netAmountOf)));
        if (one) continue;
        const sold = input.lines.filter((line) => lawful(line) !== null);
        const days = new Set(board.map(({ day }) => day));
        for (const line of sold) expect([line.id, days.has(lawful(line)![0])]).toEqual([line.id, true]);
      }
    }),
    { numRuns: 60 },
  );
});
