import { expect, test } from 'vitest';
import { addDays } from '../day.ts';
import { isNoticed, LAW_CASES } from './law-fixture.ts';
import { CONFIDENCES, type InvoiceRules, RULE_KINDS, SINCE_ALWAYS } from './rules/invoice-rules.ts';
import { readRules } from './rules/read-rules.ts';
import { SHIPPED_RULES } from './rules/shipped-rules.ts';

test.each(LAW_CASES)('$rule: $says → $expected', ({ answer, expected }) => {
  expect(answer(SHIPPED_RULES)).toBe(expected);
});

const every = RULE_KINDS.flatMap((kind) => SHIPPED_RULES[kind].map((rule, index) => ({ kind, index, rule })));
const nameOf = ({ kind, rule }: (typeof every)[number]): string => `${kind} ${rule.fromDate}`;

test('the shipped rules may be written by a person too', () => {
  expect(readRules(SHIPPED_RULES)).toMatchObject({ rules: SHIPPED_RULES });
});

test.each(every.map((one) => [nameOf(one), one] as const))(
  '%s names its text, article and confidence, and waits for a professional',
  (_, { rule }) => {
    expect(rule.id).toMatch(/^[A-Z]\d+$/);
    expect(rule.source).not.toBe('');
    expect(rule.reference).not.toBe('');
    expect(CONFIDENCES).toContain(rule.confidence);
    expect(rule.confirmed).toBeNull();
  },
);

/** The same rule, otherwise in one field: what a slip of a finger would leave behind. */
function* changed(value: unknown, field: string): Generator<unknown> {
  if (typeof value === 'boolean') yield !value;
  else if (value === null) yield 1;
  else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    if (value !== SINCE_ALWAYS) yield* [addDays(value, 1), addDays(value, -1)];
  } else if (typeof value === 'string') yield* field === 'name' ? [] : [`${value.slice(0, -1)}`];
  else if (Array.isArray(value)) {
    yield* value.map((_, index) => value.toSpliced(index, 1));
    for (const [index, inner] of value.entries())
      if (typeof inner === 'object') for (const other of changed(inner, field)) yield value.with(index, other);
  } else
    for (const [key, inner] of Object.entries(value as object))
      for (const other of changed(inner, key)) yield { ...(value as object), [key]: other };
}

const ABOUT = new Set(['id', 'source', 'reference', 'confidence', 'confirmed']);

const replaced = (kind: keyof InvoiceRules, index: number, by: readonly unknown[]): InvoiceRules =>
  ({
    ...SHIPPED_RULES,
    [kind]: (SHIPPED_RULES[kind] as readonly unknown[]).toSpliced(index, 1, ...by),
  }) as InvoiceRules;

/** Two regimes that say the same: without the later one nothing comes out otherwise but the name of the decree. */
const SAME_IN_WORDS_ONLY = new Set(['invoiceDates 2026-07-01', 'signing 2026-07-01', 'serviceDates 2026-07-01']);

test.each(every.filter((one) => !SAME_IN_WORDS_ONLY.has(nameOf(one))).map((one) => [nameOf(one), one] as const))(
  'without %s a case of the law comes out otherwise',
  (_, { kind, index }) => {
    expect(isNoticed(replaced(kind, index, []))).toBe(true);
  },
);

test.each(every.map((one) => [nameOf(one), one] as const))(
  'whatever is changed in %s, a case of the law comes out otherwise',
  (name, { kind, index, rule }) => {
    const unnoticed = Object.entries(rule)
      .filter(([field]) => !ABOUT.has(field) && !(field === 'fromDate' && SAME_IN_WORDS_ONLY.has(name)))
      .flatMap(([field, value]) => [...changed(value, field)].map((other) => ({ ...rule, [field]: other })))
      .map((other) => replaced(kind, index, [other]))
      .filter((rules) => !('problems' in readRules(rules)) && !isNoticed(rules))
      .map((rules) => rules[kind][index]);
    expect(unnoticed).toEqual([]);
  },
);
