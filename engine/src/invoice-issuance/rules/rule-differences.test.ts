import { expect, test } from 'vitest';
import type { InvoiceRules } from './invoice-rules.ts';
import { isSameRule, ruleDifferences } from './rule-differences.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const [first, second] = SHIPPED_RULES.holidays as [InvoiceRules['holidays'][0], InvoiceRules['holidays'][0]];
const holidays = (...list: InvoiceRules['holidays'][0][]): InvoiceRules => ({ ...SHIPPED_RULES, holidays: list });
const turned = <T extends object>(one: T): T => Object.fromEntries(Object.entries(one).toReversed()) as T;

test('a rule is the same in whatever order its fields are written, and not when one of them differs', () => {
  expect(isSameRule(first, turned(first))).toBe(true);
  expect(isSameRule(first, { ...first, name: 'Khác' })).toBe(false);
  expect(isSameRule(first, { ...turned(first), name: 'Khác' })).toBe(false);
  expect(isSameRule(null, null)).toBe(true);
  expect(isSameRule(first, null)).toBe(false);
  const [rates] = SHIPPED_RULES.vatRates;
  expect(isSameRule(rates!, { ...rates!, rates: rates!.rates.toReversed() })).toBe(false);
});

test('changes are told by kind and day: new, removed and altered rules', () => {
  expect(ruleDifferences(SHIPPED_RULES, SHIPPED_RULES)).toEqual([]);
  expect(ruleDifferences(holidays(first, second), holidays(turned(second), first))).toEqual([]);
  expect(ruleDifferences(holidays(second), holidays(first))).toEqual([
    { kind: 'holidays', fromDate: first.fromDate, before: null, after: first },
    { kind: 'holidays', fromDate: second.fromDate, before: second, after: null },
  ]);
  const other = { ...first, name: 'Khác' };
  expect(ruleDifferences(holidays(first), { ...holidays(other), symbols: [] }).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['holidays', 'symbols']),
  );
  expect(ruleDifferences(holidays(first), holidays(other))).toEqual([
    { kind: 'holidays', fromDate: first.fromDate, before: first, after: other },
  ]);
});
