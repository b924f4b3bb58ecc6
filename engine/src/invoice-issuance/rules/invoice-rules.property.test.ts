import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../day.ts';
import { consumerText } from '../invoices/buyers.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { type InvoiceRules, ruleOn, SINCE_ALWAYS } from './invoice-rules.ts';
import { readRules } from './read-rules.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';
import { decideVat, isReducible, reductionOn } from './vat.ts';

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
const source = { source: 'Văn bản', reference: '', confirmed: null };

/** Sets of rules that a person may write: reductions that do not overlap, texts and rates from any days. */
const ruleSet: fc.Arbitrary<InvoiceRules> = fc
  .record({
    cuts: fc.uniqueArray(day, { maxLength: 8 }),
    pairs: fc.array(fc.constantFrom(['10', '8'], ['10', '5'], ['5', 'KHAC:3'], ['10', 'KHAC:7']), {
      minLength: 4,
      maxLength: 4,
    }),
    texts: fc.uniqueArray(day, { maxLength: 4 }),
    rates: fc.uniqueArray(day, { maxLength: 3 }),
  })
  .map(({ cuts, pairs, texts, rates }) => {
    const days = cuts.toSorted();
    return {
      ...SHIPPED_RULES,
      vatReductions: pairs.flatMap(([standardRate, reducedRate], index) => {
        const [fromDate, toDate] = [days[2 * index], days[2 * index + 1]];
        return fromDate && toDate
          ? [{ fromDate, toDate, standardRate: standardRate!, reducedRate: reducedRate!, ...source }]
          : [];
      }),
      consumerTexts: [SINCE_ALWAYS, ...texts].map((fromDate) => ({
        fromDate,
        text: `Khách từ ${fromDate}`,
        ...source,
      })),
      vatRates: [SINCE_ALWAYS, ...rates].map((fromDate) => ({ ...SHIPPED_RULES.vatRates[0]!, fromDate })),
    };
  });

test('every day has one rule of each kind, at most one reduction, and one rate of a supply', () => {
  const supply = fc.record({
    ledger: fc.constantFrom(undefined, '0', '5', '8', '10', 'KCT', 'KHAC:3'),
    vatRate: fc.constantFrom(undefined, '5', '8', '10'),
    vatReduction: fc.constantFrom('unknown', 'none', 'reduced'),
  });
  fc.assert(
    fc.property(ruleSet, day, supply, (given, on, { ledger, ...product }) => {
      const read = readRules(given);
      if ('problems' in read) throw new Error(JSON.stringify(read.problems));
      const { rules } = read;
      for (const kind of ['vatRates', 'consumerTexts', 'symbols', 'invoiceDates', 'signing', 'fineLadders'] as const)
        expect(ruleOn<{ fromDate: string }>(rules[kind], on)).toBeDefined();
      expect(rules.vatReductions.filter((one) => one.fromDate <= on && on <= one.toDate).length).toBeLessThan(2);
      const decision = decideVat(ledger, { code: 'SP1', ...product }, on, rules);
      // The ledger's own rate is never altered.
      if (ledger !== undefined && decision.kind === 'rate') expect(decision.rate).toBe(ledger);
      if (
        ledger === undefined &&
        product.vatReduction === 'reduced' &&
        reductionOn(on, rules) &&
        isReducible(product, rules)
      )
        expect(decision).toEqual({ kind: 'rate', rate: reductionOn(on, rules)!.reducedRate });
      // In whatever order the rules were written.
      const other = readRules({
        ...given,
        vatReductions: given.vatReductions.toReversed(),
        consumerTexts: given.consumerTexts.toReversed(),
      });
      expect(other).toEqual({ rules });
      expect(consumerText(on, given.consumerTexts.toReversed())).toBe(consumerText(on, rules.consumerTexts));
    }),
  );
});

test('a plan does not depend on the order or the sources of the rules', () => {
  fc.assert(
    fc.property(period, ruleSet, (given, invoiceRules) => {
      const input = issuanceInput(given);
      const confirmed = { by: 'Kế toán trưởng', on: '2026-09-01' };
      const other = Object.fromEntries(
        Object.entries(invoiceRules).map(([kind, rules]) => [
          kind,
          rules.map((rule) => ({ ...rule, source: 'Văn bản khác', confirmed })).reverse(),
        ]),
      ) as unknown as InvoiceRules;
      const plan = JSON.stringify(planInvoices({ ...input, invoiceRules }), bigints);
      expect(JSON.stringify(planInvoices({ ...input, invoiceRules: other }), bigints)).toBe(plan);
    }),
    { numRuns: 30 },
  );
});

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
