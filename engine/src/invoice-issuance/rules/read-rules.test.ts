import { expect, test } from 'vitest';
import type { InvoiceRules } from './invoice-rules.ts';
import { readRules } from './read-rules.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const reduction = SHIPPED_RULES.vatReductions.at(-1)!;
const holiday = SHIPPED_RULES.holidays[0]!;
const text = SHIPPED_RULES.consumerTexts[0]!;
const symbol = SHIPPED_RULES.symbols[0]!;
const ladder = SHIPPED_RULES.fineLadders[0]!;
const step = ladder.brackets[0]!;

const problemsOf = (change: { [Kind in keyof InvoiceRules]?: unknown }): string[] => {
  const read = readRules({ ...SHIPPED_RULES, ...change });
  return 'problems' in read ? read.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};

test('the shipped rules are sound, and are read back as they were written', () => {
  expect(readRules(JSON.parse(JSON.stringify(SHIPPED_RULES)))).toEqual({ rules: SHIPPED_RULES });
});

test('an invalid day is told once and compared with no other', () => {
  const bad = { ...holiday, fromDate: '2026-02-30' };
  const told = problemsOf({ holidays: [{ ...holiday, fromDate: '2026-01-01', toDate: '2026-12-31' }, bad] });
  expect(told).toHaveLength(1);
  const open = { ...holiday, toDate: 'mãi' };
  expect(problemsOf({ holidays: [{ ...holiday, fromDate: '2020-01-01', toDate: '2026-12-31' }, open] })).toHaveLength(
    1,
  );
  expect(problemsOf({ holidays: [open, { ...holiday, fromDate: '2020-01-01', toDate: '2026-12-31' }] })).toHaveLength(
    1,
  );
});

test.each<[string, Parameters<typeof problemsOf>[0], RegExp]>([
  ['a kind is missing', { holidays: undefined }, /^holidays: Cần một danh sách/],
  ['a kind nobody knows', { luat: [] } as object, /^luat: Không có loại quy tắc/],
  ['a rule that is none', { holidays: ['Tết'] }, /^holidays\.0: Mỗi quy tắc/],
  ['nothing for a rule', { holidays: [null] }, /^holidays\.0: Mỗi quy tắc/],
  ['a list for a rule', { holidays: [[]] }, /^holidays\.0: Mỗi quy tắc/],
  ['a day that does not exist', { holidays: [{ ...holiday, fromDate: '2026-02-30' }] }, /^holidays\.0\.fromDate: Ngày/],
  [
    'the end before the start',
    { holidays: [{ ...holiday, toDate: '2024-12-31' }] },
    /^holidays\.0\.toDate: .*31\/12\/2024/,
  ],
  [
    'a holiday twice',
    { holidays: [holiday, holiday] },
    /^holidays\.1\.fromDate: Trùng ngày với ngày nghỉ «Tết dương lịch»/,
  ],
  ['a holiday without a name', { holidays: [{ ...holiday, name: ' ' }] }, /^holidays\.0\.name: Cần ghi/],
  [
    'reductions that overlap',
    { vatReductions: [reduction, { ...reduction, fromDate: '2026-12-31', toDate: '2027-06-30' }] },
    /^vatReductions\.1\.fromDate: Trùng ngày với lần giảm thuế từ 01\/07\/2025 đến 31\/12\/2026/,
  ],
  [
    'a rate nobody knows',
    { vatReductions: [{ ...reduction, reducedRate: 'tám' }] },
    /reducedRate: Không biết thuế suất/,
  ],
  [
    'a rate that is none to reduce',
    { vatReductions: [{ ...reduction, standardRate: 'KCT' }] },
    /standardRate: Không biết/,
  ],
  [
    'no reduction at all',
    { vatReductions: [{ ...reduction, reducedRate: '10' }] },
    /reducedRate: Mức giảm 10 phải thấp/,
  ],
  [
    'a reduction to a rate that may not be used',
    { vatRates: [{ ...SHIPPED_RULES.vatRates[0]!, rates: ['0', '5', '10'] }], vatReductions: [reduction] },
    /^vatReductions\.0\.reducedRate: Thuế suất 8 không thuộc các mức được dùng ngày 01\/07\/2025/,
  ],
  [
    'a permitted rate nobody knows',
    { vatRates: [{ ...SHIPPED_RULES.vatRates[0]!, rates: ['10', '8.0'] }] },
    /rates: Không biết/,
  ],
  ['no rate', { vatRates: [{ ...SHIPPED_RULES.vatRates[0]!, rates: [] }] }, /rates: Cần ít nhất/],
  [
    'days without a rule',
    { consumerTexts: [{ ...text, fromDate: '2026-07-01' }] },
    /^consumerTexts: Cần một quy tắc áp dụng/,
  ],
  [
    'two rules from one day',
    { consumerTexts: [text, text] },
    /^consumerTexts\.1\.fromDate: Đã có quy tắc khác bắt đầu từ trước/,
  ],
  ['no text', { consumerTexts: [{ ...text, text: '' }] }, /^consumerTexts\.0\.text/],
  ['no source', { consumerTexts: [{ ...text, source: '' }] }, /^consumerTexts\.0\.source/],
  [
    'a confirmation of nobody',
    { consumerTexts: [{ ...text, confirmed: { by: '', on: '2026-01-01' } }] },
    /confirmed\.by/,
  ],
  ['a form beyond 1–9', { symbols: [{ ...symbol, forms: '10' }] }, /^symbols\.0\.forms/],
  ['a kind twice', { symbols: [{ ...symbol, kinds: 'TT' }] }, /^symbols\.0\.kinds/],
  ['a number of no digits', { symbols: [{ ...symbol, numberDigits: 0 }] }, /^symbols\.0\.numberDigits/],
  ['half a day', { signing: [{ ...SHIPPED_RULES.signing[0]!, workingDays: 0.5 }] }, /^signing\.0\.workingDays/],
  ['a date before the sale', { invoiceDates: [{ ...SHIPPED_RULES.invoiceDates[0]!, days: -1 }] }, /^invoiceDates\.0/],
  ['a swap without its Saturday', { swaps: [{ ...SHIPPED_RULES.swaps[0]!, worked: '' }] }, /^swaps\.0\.worked/],
  ['two swaps of one day', { swaps: [SHIPPED_RULES.swaps[0]!, SHIPPED_RULES.swaps[0]!] }, /^swaps\.1\.fromDate/],
  ['a ladder from two', { fineLadders: [{ ...ladder, brackets: [{ ...step, from: 2 }] }] }, /brackets\.0\.from/],
  ['a step back', { fineLadders: [{ ...ladder, brackets: [step, step] }] }, /brackets\.1\.from/],
  [
    'a fine from more to less',
    { fineLadders: [{ ...ladder, brackets: [{ ...step, lateSale: { low: 2, high: 1 } }] }] },
    /brackets\.0\.lateSale/,
  ],
  ['a maybe', { cancellations: [{ ...SHIPPED_RULES.cancellations[0]!, isAllowed: 'có' }] }, /isAllowed/],
  ['a branch number of four digits', { branchCodes: [{ ...SHIPPED_RULES.branchCodes[0]!, last: 1000 }] }, /last/],
  ['a confidence of its own', { holidays: [{ ...holiday, confidence: 'chắc' }] }, /^holidays\.0\.confidence/],
  ['the kind that was split', { deadlines: [] } as object, /invoiceDates.*signing/],
])('%s is refused with its place', (_, change, problem) => {
  expect(problemsOf(change)).toEqual([expect.stringMatching(problem)]);
});

test('every problem is named at once', () => {
  expect(problemsOf({ holidays: [{ ...holiday, name: '', toDate: 'x' }], signing: [] })).toHaveLength(3);
});
