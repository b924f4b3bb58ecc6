import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { preflight } from './preflight.ts';

const [first] = invoicesOf(given());
const left: PlannedInvoice = { ...first!, status: 'exported' };
const [line, other] = given().lines;

/** Lines and money of the findings about lines that no entity may invoice, before a plan and with it. */
function told(code: string, more: Partial<GivenPeriod>): (string | number | null | undefined)[][] {
  const input = issuanceInput(given({ kept: [left], ...more }));
  return [preflight(input), preflight(input, planInvoices(input))].map((findings) =>
    findings
      .filter((one) => one.code === code)
      .flatMap(({ severity, amount, about }) => [severity, amount, ...(about ?? []).map(({ id }) => id)]),
  );
}

test.each<[string, Partial<GivenPeriod>, string]>([
  ['NO_BASIS', { bases: [] }, 'warn'],
  ['ISSUER_NOT_DECLARED', { issuers: { HN: [] } }, 'block'],
])('%s counts no line that an invoice has left with, and of a part the rest', (code, more, severity) => {
  expect(told(code, more)).toEqual([
    [severity, 400_000, '2'],
    [severity, 400_000, '2'],
  ]);
  const lines = [{ ...line!, quantity: '6', amount: 600_000 }, other!];
  expect(told(code, { ...more, lines })).toEqual([
    [severity, 600_000, '1', '2'],
    [severity, 600_000, '1', '2'],
  ]);
  for (const amount of [390_000, 410_000])
    expect(told(code, { ...more, lines: [{ ...line!, amount }, other!] })).toEqual([
      [severity, 400_000, '2'],
      [severity, 400_000, '2'],
    ]);
  // More goods by now for less money than the invoice states: no money of theirs is left to be invoiced.
  expect(told(code, { ...more, lines: [{ ...line!, quantity: '6', amount: 300_000 }, other!] })).toEqual([
    [severity, 400_000, '2'],
    [severity, 400_000, '2'],
  ]);
  expect(told(code, { ...more, kept: [] })).toEqual([
    [severity, 800_000, '1', '2'],
    [severity, 800_000, '1', '2'],
  ]);
  const exclusions = [{ line: '2', reason: 'not_a_sale' as const, note: 'x' }];
  expect(told(code, { ...more, exclusions })).toEqual([[], []]);
});

test('a line that AMIS has invoiced by hand is not counted among those without a basis, once a plan has found it', () => {
  const [profile] = given().profiles;
  const sale = { id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-06', product: 'SP1', customerCode: 'C2' };
  const profiles = [{ ...profile!, sales: [{ ...sale, quantity: '4', amount: 400_000 }] }];
  const decisions = [{ profile: 'A', entry: 'a', line: '2' }];
  expect(told('NO_BASIS', { bases: [], profiles, decisions })).toEqual([['warn', 400_000, '2'], []]);
});
