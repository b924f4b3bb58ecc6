import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SalesLine } from '../../bravo/sales-line.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { IssuancePlan, PlannedInvoice } from '../types.ts';
import { vatParts } from './vat-parts.ts';
import { type VatStatement, vatStatement } from './vat-statement.ts';

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

/** The law of VAT, recomputed from the ledger and the plan alone: in all, per rate of the ledger, per invoice and per reason. */
function expectTiesOut(lines: readonly SalesLine[], plan: IssuancePlan, statement: VatStatement): void {
  const { total, byRate, byReason, differences, beyondRounding } = statement;
  const parts = (own: VatStatement['total']) =>
    own.invoiced + own.alreadyInvoiced + own.unallocated + own.excluded + own.difference;
  expect(total.ledger).toBe(sum(lines.map((one) => one.vatAmount)));
  expect(total.ledger).toBe(parts(total));
  expect(total.invoiced).toBe(sum(plan.invoices.map((one) => one.vatAmount)));
  expect(total).toMatchObject({
    alreadyInvoiced: plan.vatTieOut.alreadyInvoiced,
    unallocated: plan.vatTieOut.unallocated,
    excluded: plan.vatTieOut.excluded,
    difference: 0 - plan.vatRounding,
  });
  for (const own of byRate) {
    const ledger = lines.filter(({ vatRate = '' }) => vatRate === own.rate);
    expect([own.rate, own.ledger]).toEqual([own.rate, sum(ledger.map((one) => one.vatAmount))]);
    expect([own.rate, own.ledger]).toEqual([own.rate, parts(own) + own.netted]);
  }
  expect(sum(byRate.map((one) => one.netted))).toBe(0);
  expect(sum(differences.map((one) => one.difference))).toBe(total.difference);
  expect(sum(byReason.map((one) => one.difference))).toBe(total.difference);
  for (const one of differences) expect(one.ledgerVat - one.invoiceVat).toBe(one.difference);
  const beyond = differences.filter(({ reason }) => reason !== 'rounding');
  expect(beyondRounding.difference).toBe(sum(beyond.map((one) => one.difference)));
  // Part by part the invoices' own VAT adds up to their stated VAT, per rate; the ledger's likewise, per line.
  const onInvoices = new Map<string, number>();
  for (const part of vatParts(lines, plan)) {
    expect(part.ledgerVat - part.invoiceVat).toBe(part.difference);
    const key = `${part.profile} ${part.invoice} ${part.rate}`;
    onInvoices.set(key, (onInvoices.get(key) ?? 0) + part.invoiceVat);
  }
  for (const { profile, key, vat } of plan.invoices) {
    for (const { rate, vatAmount } of vat) {
      expect([key, rate, onInvoices.get(`${profile} ${key} ${rate}`)]).toEqual([key, rate, vatAmount]);
    }
  }
}

test('VAT ties out for any period, in all, per rate and per invoice, with kept invoices and a ledger that changed', {
  timeout: 60_000,
}, () => {
  const factor = fc.constantFrom(0, 1, 1, 1, 2, 3);
  fc.assert(
    fc.property(period, fc.func(fc.boolean()), fc.func(factor), (given, isKept, taxTimes) => {
      const input = issuanceInput(given);
      const lines = input.lines.map((line) => ({ ...line, vatAmount: line.vatAmount * taxTimes(line.id) }));
      const first = planInvoices({ ...input, lines });
      expectTiesOut(lines, first, vatStatement(lines, first));
      const kept = first.invoices
        .filter(({ key }) => isKept(key))
        .map((invoice): PlannedInvoice => ({ ...invoice, status: 'exported' }));
      // The first line is lost, the next one is worth a half: kept invoices stay as they left.
      const changed = lines.slice(1).map((line, index) => (index === 0 ? { ...line, vatAmount: 7 } : line));
      const second = planInvoices({ ...input, lines: changed, kept });
      expectTiesOut(changed, second, vatStatement(changed, second));
    }),
    { numRuns: 200 },
  );
});

const given = (lines: GivenPeriod['lines']): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [
        { code: 'SP1', vatRate: '10' },
        { code: 'SP2', vatRate: '8' },
      ],
      links: [
        { product: 'SP1', item: 'VT1' },
        { product: 'SP2', item: 'VT2' },
      ],
      stock: [
        { product: 'SP1', opening: '99' },
        { product: 'SP2', opening: '99' },
      ],
    },
  ],
  lines,
});
const base = { date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '1', amount: 100_000, vatRate: '10' };
const stated = (lines: GivenPeriod['lines']) => {
  const input = issuanceInput(given(lines));
  const plan = planInvoices(input);
  return { plan, statement: vatStatement(input.lines, plan) };
};

describe('a VAT difference', () => {
  test('has its reason when the ledger taxes a line by another sum than its own rate says', () => {
    const { plan, statement } = stated([{ ...base, id: '1', vatAmount: 9_000 }]);
    expect(statement.total).toMatchObject({ ledger: 9_000, invoiced: 10_000, difference: -1_000 });
    expect(statement.byReason).toEqual([{ reason: 'ledger_tax', difference: -1_000, invoices: 1 }]);
    expect(plan.warnings).toMatchObject([{ code: 'VAT_DIFFERS_FROM_LEDGER', invoice: plan.invoices[0]!.key }]);
  });

  test('has its reason when the ledger has no rate', () => {
    const { statement } = stated([{ ...base, id: '1', vatRate: null, vatAmount: 0 }]);
    expect(statement.byReason).toEqual([{ reason: 'no_ledger_rate', difference: -10_000, invoices: 1 }]);
    expect(statement.byRate).toMatchObject([{ rate: '', ledger: 0, invoiced: 10_000, difference: -10_000 }]);
  });

  test('has the first reason only when several fit a line', () => {
    const lines = [{ ...base, id: '1', vatAmount: 10_000 }];
    const { plan } = stated(lines);
    const kept = plan.invoices.map((invoice): PlannedInvoice => ({ ...invoice, status: 'exported' }));
    // The ledger's tax is neither the invoice's nor what its own rate says, and it has changed since.
    for (const [vatRate, reason] of [
      [null, 'no_ledger_rate'],
      ['8', 'rate_differs'],
      ['10', 'ledger_tax'],
    ] as const) {
      const input = issuanceInput(given([{ ...lines[0]!, vatRate, vatAmount: 5_000 }]));
      const { byReason } = vatStatement(input.lines, planInvoices({ ...input, kept }));
      expect(byReason).toEqual([{ reason, difference: -5_000, invoices: 1 }]);
    }
  });

  test('is warned of once per invoice, with every reason of its lines', () => {
    const { plan, statement } = stated([
      { ...base, id: '1', doc: 'D', vatAmount: 9_000 },
      { ...base, id: '2', doc: 'D', vatRate: null, vatAmount: 0 },
      { ...base, id: '3', doc: 'D', vatRate: null, vatAmount: 0, amount: 200_000 },
    ]);
    expect(statement.byReason).toEqual([
      { reason: 'no_ledger_rate', difference: -30_000, invoices: 1 },
      { reason: 'ledger_tax', difference: -1_000, invoices: 1 },
    ]);
    expect(statement.beyondRounding).toEqual({ invoices: 1, difference: -31_000 });
    const warnings = plan.warnings.filter(({ code }) => code === 'VAT_DIFFERS_FROM_LEDGER');
    expect(warnings).toMatchObject([{ invoice: plan.invoices[0]!.key }]);
    const { message } = warnings[0]!;
    expect(message).toContain('chênh 31.000 đồng');
    for (const why of ['tiền hàng × thuế suất', 'không ghi thuế suất']) expect(message.split(why)).toHaveLength(2);
  });

  test('of rounding per rate group is stated without a warning', () => {
    const lines = ['1', '2', '3'].map((id) => ({
      ...{ ...base, id, doc: 'D', item: 'VT2', vatRate: '8', amount: 1_006, vatAmount: 80 },
    }));
    const { plan, statement } = stated(lines);
    // 3 × 80.48 = 241.44, the ledger rounds each line.
    expect(statement.total).toMatchObject({ ledger: 240, invoiced: 241, difference: -1 });
    expect(statement.byReason).toEqual([{ reason: 'rounding', difference: -1, invoices: 1 }]);
    expect(statement.beyondRounding).toEqual({ invoices: 0, difference: 0 });
    expect(plan.warnings).toEqual([]);
  });

  test('counts for its invoice even when it cancels another over the period', () => {
    const { plan, statement } = stated([
      { ...base, id: '1', doc: 'D1', vatAmount: 9_000 },
      { ...base, id: '2', doc: 'D2', vatAmount: 11_000 },
    ]);
    expect(statement.total.difference).toBe(0);
    expect(statement.beyondRounding).toEqual({ invoices: 2, difference: 0 });
    expect(plan.warnings.map(({ invoice }) => invoice)).toEqual(plan.invoices.map(({ key }) => key));
  });
});

test('VAT of the ledger that no part of a plan has is a difference without an invoice', () => {
  const { lines } = issuanceInput({
    profiles: [],
    lines: [
      { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '1', amount: 1000, vatAmount: 80 },
      { id: '2', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '1', amount: 1000, vatAmount: 0 },
    ],
  });
  const nothing = { invoices: [], alreadyInvoiced: [], shortages: [], netted: [], excluded: [] };
  const told = {
    line: '1',
    invoice: undefined,
    ledgerVat: 80,
    invoiceVat: 0,
    difference: 80,
    reason: 'ledger_changed',
  };
  expect([...vatParts(lines, nothing)]).toMatchObject([told]);
  expect(vatStatement(lines, nothing).total).toMatchObject({ ledger: 80, invoiced: 0, unallocated: 0, difference: 80 });
});
