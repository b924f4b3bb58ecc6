import fc from 'fast-check';
import { expect, test } from 'vitest';
import { netAmountOf, saleKeyOf } from '../../bravo/sales-line.ts';
import { addDays } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { type DayCell, dayBoard } from './day-board.ts';

const amountOf = ({ drafts, handedOver, issued, waiting, unplanned, notRequired }: DayCell) =>
  sumVnd([drafts.amount, handedOver.amount, issued.amount, waiting.amount, unplanned.amount, notRequired]);

test('every đồng of a day is in one place of its cells, with and without a plan, also of lines that came later', () => {
  fc.assert(
    fc.property(period, fc.nat(5), (given, without) => {
      const input = issuanceInput(given);
      // A plan that does not know the last lines: they were loaded after it.
      const plan = planInvoices({ ...input, lines: input.lines.slice(0, input.lines.length - without) });
      const days = Map.groupBy(input.lines, ({ docDate }) => docDate);
      for (const one of [undefined, plan]) {
        const board = dayBoard(input, one, undefined);
        for (const [day, lines] of days) {
          const own = board.filter((cell) => cell.day === day);
          expect(sumVnd(own.map(amountOf))).toBe(sumVnd(lines.map(netAmountOf)));
        }
        const invoices = sumVnd(
          board.map(({ drafts, handedOver, issued }) => drafts.amount + handedOver.amount + issued.amount),
        );
        expect(invoices).toBe(one?.tieOut.invoiced ?? 0);
        if (one) continue;
        const documents = new Set(input.lines.map(saleKeyOf));
        expect(sumVnd(board.map(({ unplanned }) => unplanned.documents))).toBe(documents.size);
      }
    }),
    { numRuns: 60 },
  );
});

/** An invoice as it left. */
const content = ({ status: _, ...rest }: PlannedInvoice) => rest;

test('handing over day by day, in whatever steps, never changes what an earlier day got, and dates never go back', () => {
  const steps = fc.array(fc.record({ days: fc.integer({ min: 1, max: 9 }), later: fc.nat(4), number: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(period, steps, (given, todo) => {
      let kept: PlannedInvoice[] = [];
      let through = '2026-08-31';
      for (const { days, later, number } of todo) {
        through = addDays(through, days);
        const input = { ...issuanceInput({ ...given, issueDay: addDays(through, later), through }), kept };
        const plan = planInvoices(input);
        const found = new Map(plan.invoices.map((invoice) => [`${invoice.profile} ${invoice.key}`, invoice]));
        for (const before of kept) expect(found.get(`${before.profile} ${before.key}`)).toEqual(before);
        for (const { terms } of input.profiles) {
          const own = plan.invoices.filter(({ profile }) => profile === terms.code);
          const last =
            own
              .filter(({ status }) => status !== 'draft')
              .map(({ date }) => date)
              .toSorted()
              .at(-1) ?? '';
          for (const { status, date, documentDate } of own) {
            if (status !== 'draft') continue;
            expect([date >= last, date >= documentDate, documentDate <= through]).toEqual([true, true, true]);
          }
        }
        expect(plan.tieOut.ledger).toBe(sumVnd(input.lines.map(netAmountOf)));
        kept = plan.invoices.map((invoice) =>
          invoice.status === 'issued'
            ? invoice
            : { ...invoice, status: number ? ('issued' as const) : ('exported' as const) },
        );
      }
      // Every invoice is on the day through which it left, or before it.
      expect(kept.map(content).every(({ documentDate }) => documentDate <= through)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
