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

/** A branch with two entities; A has goods for ten of the fourteen that are sold. */
function twoEntities(bases: GivenPeriod['bases']): { code: string; amount: unknown; about: string[] }[][] {
  const sold = (id: string, date: string, quantity: string) => ({
    ...{ id, doc: id, date, partner: 'KH1', item: 'VT1', quantity, amount: Number(quantity) * 100 },
  });
  const entity = (code: string, opening: string) => ({
    ...{ code, products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
    stock: [{ product: 'SP1', opening }],
  });
  const input = issuanceInput({
    ...{ profiles: [entity('A', '10'), entity('B', '7')], bases: bases ?? [] },
    lines: [sold('1', '2026-09-05', '6'), sold('2', '2026-09-15', '8'), sold('3', '2026-09-16', '7')],
  });
  return [preflight(input), preflight(input, planInvoices(input))].map((findings) =>
    findings
      .filter(({ code }) => code === 'NO_BASIS')
      .map(({ profile = '', amount, about = [] }) => ({ code: profile, amount, about: about.map(({ id }) => id) })),
  );
}

test('a branch that passes from one entity to another is not told to lack a basis of the other one', () => {
  const [a, b] = ['A', 'B'].map((profile) => ({ branch: 'HN', profile, kind: 'own' as const }));
  const handedOver = [
    { ...a!, fromDate: '2026-01-01', toDate: '2026-09-15' },
    { ...b!, fromDate: '2026-09-16' },
  ];
  expect(twoEntities(handedOver)).toEqual([[], []]);
  // Of a day between them no entity has one.
  const [before, after] = twoEntities([handedOver[0]!, { ...b!, fromDate: '2026-09-17' }]);
  expect(before).toEqual([
    { code: 'A', amount: 700, about: ['3'] },
    { code: 'B', amount: 700, about: ['3'] },
  ]);
  expect(after).toEqual(before);
});

test('an entity without any basis is told beside one that has one, with a plan for what stays without an invoice alone', () => {
  const [before, after] = twoEntities([{ branch: 'HN', profile: 'A', kind: 'own', fromDate: '2026-01-01' }]);
  expect(before).toEqual([{ code: 'B', amount: 2100, about: ['1', '2', '3'] }]);
  expect(after).toEqual([{ code: 'B', amount: 1100, about: ['2', '3'] }]);
});
