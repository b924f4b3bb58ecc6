import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { daysOf, KINDS, type Rule, type RuleSet, saysOf, validityOf, withRule } from './rule.ts';
import { missingOf, problemsOf, toRule, toValues } from './rule-values.ts';

const rules = { ...SHIPPED_RULES, vatReductions: SHIPPED_RULES.vatReductions.slice(-2) };
const ruleSet = { version: 1, rules, differences: [], changed: null } as unknown as RuleSet;
const rulesOf = (kind: (typeof KINDS)[number]['kind']) => ruleSet.rules[kind] as Rule[];
const [old, last] = rulesOf('vatReductions') as [Rule, Rule];
const [always, consumer] = rulesOf('consumerTexts') as [Rule, Rule];

describe('a rule in words', () => {
  it('every shipped rule says something and has days', () => {
    for (const { kind } of KINDS) {
      for (const rule of rulesOf(kind))
        expect(`${saysOf(kind, rule)}${daysOf(kind, rule)}`).not.toMatch(/undefined|1900/);
    }
  });
  it('of fines is read step by step, in millions', () => {
    expect(saysOf('fineLadders', rulesOf('fineLadders').at(-1)!)).toMatch(
      /^Từ 1 hóa đơn: lập trễ 0,5–1,5 triệu \(nhẹ cảnh cáo\), không lập 1–2 triệu \(nhẹ cảnh cáo\) · Từ 2 hóa đơn: /,
    );
  });
  it('holds from one day to another, or until the next begins', () => {
    expect(daysOf('vatReductions', last)).toBe('01/07/2025 – 31/12/2026');
    expect([daysOf('consumerTexts', always), daysOf('consumerTexts', always, consumer)]).toEqual([
      'Từ trước đến nay',
      'Trước 01/07/2026',
    ]);
    expect(daysOf('consumerTexts', consumer, { ...consumer, fromDate: '2027-01-01' })).toBe(
      '01/07/2026 đến trước 01/01/2027',
    );
  });
  it.each([
    ['2025-06-30', 'later'],
    ['2025-07-01', 'now'],
    ['2026-12-31', 'now'],
    ['2027-01-01', 'past'],
  ])('on %s the reduction is %s', (day, validity) => {
    expect(validityOf('vatReductions', last, undefined, day)).toBe(validity);
  });
  it('a text is over on the day the next one begins', () => {
    expect(validityOf('consumerTexts', always, consumer, '2026-06-30')).toBe('now');
    expect(validityOf('consumerTexts', always, consumer, '2026-07-01')).toBe('past');
  });
});

describe('a rule that was typed', () => {
  it('is what it was when nothing is changed', () => {
    for (const { kind } of KINDS) {
      for (const rule of rulesOf(kind)) expect(toRule(kind, toValues(rule))).toEqual(rule);
    }
  });
  it('keeps its name, and how its text was read while that text stays', () => {
    const values = toValues(last);
    expect(toRule('vatReductions', { ...values, toDate: '2027-06-30' })).toMatchObject({
      id: 'V2',
      confidence: 'second',
    });
    const other = toRule('vatReductions', { ...values, source: 'Nghị quyết khác' });
    expect([other.id, other.confidence]).toEqual(['V2', undefined]);
  });
  it('of fines is typed in millions, a line for each step', () => {
    const typed = '1; 0,5-1,5; 0-0; 1-2; 0-0\n\n 10 ;5–15; 2-5; 10-30; x';
    const { brackets } = toRule('fineLadders', { ...toValues(undefined), brackets: typed });
    expect(brackets?.[0]).toMatchObject({
      from: 1,
      lateSale: { low: 500_000, high: 1_500_000 },
      lateLight: { low: 0, high: 0 },
    });
    expect(brackets?.[1]).toMatchObject({
      from: 10,
      lateSale: { low: 5_000_000, high: 15_000_000 },
      missingLight: { low: -1 },
    });
  });
  it('has its rates written as everywhere, and a holiday of one day needs one date', () => {
    expect(toRule('vatReductions', { ...toValues(last), reducedRate: ' 7% ' }).reducedRate).toBe('KHAC:7');
    expect(toRule('vatRates', { ...toValues(undefined), rates: '0; kct, 10%,' }).rates).toEqual(['0', 'KCT', '10']);
    expect(toRule('vatReductions', { ...toValues(last), reducedRate: 'tám' }).reducedRate).toBe('tám');
    const holiday = toRule('holidays', { ...toValues(undefined), fromDate: '2027-02-08', name: 'Tết' });
    expect(holiday).toMatchObject({ fromDate: '2027-02-08', toDate: '2027-02-08' });
  });
  it('is asked for what is missing', () => {
    expect(missingOf('vatReductions', toValues(undefined))).toEqual(['fromDate', 'toDate', 'source', 'reason']);
    expect(missingOf('signing', { ...toValues(undefined), source: 'x', reason: 'y' })).toEqual([]);
  });
  it('takes the place of the old one, in the order of days', () => {
    const moved = { ...last, fromDate: '2024-01-01', toDate: '2024-12-31' };
    expect(withRule(ruleSet, 'vatReductions', last.fromDate, moved).vatReductions).toEqual([moved, old]);
    expect(withRule(ruleSet, 'vatReductions', old.fromDate, undefined).vatReductions).toEqual([last]);
    expect(withRule(ruleSet, 'vatReductions', undefined, moved).vatReductions).toEqual([moved, old, last]);
  });
  it('is told its own problems at its fields, those of others in sentences', () => {
    const problems = [
      { path: 'vatReductions.1.toDate', message: 'a' },
      { path: 'vatReductions.0.toDate', message: 'b' },
    ];
    const error = new ApiError(422, 'RULES_INVALID', '', { problems });
    expect(problemsOf(error, 'vatReductions', 1)).toEqual({
      fields: [{ field: 'toDate', message: 'a' }],
      others: ['b'],
    });
    expect(problemsOf(new Error('x'), 'vatReductions', 1)).toEqual({ fields: [], others: [] });
  });
});
