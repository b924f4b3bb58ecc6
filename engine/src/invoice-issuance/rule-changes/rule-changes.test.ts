import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { SHIPPED_RULES } from '../rules/shipped-rules.ts';
import type { IssuanceInput } from '../types.ts';
import type { EffectCode } from './names.ts';
import { comingChanges, nextChange, ruleChanges } from './rule-changes.ts';

/** A month of two entities, planned on `issueDay`. */
function month(issueDay: string, lines: readonly GivenLine[], more: Partial<GivenPeriod> = {}) {
  const given = issuanceInput({
    issueDay,
    profiles: ['A', 'B'].map((code) => ({
      code,
      products: [
        { code: 'SP1', vatReduction: 'reduced', vatRate: '10' },
        { code: 'SP2', vatRate: '10', vatReduction: 'none' },
      ],
      links: [
        { product: 'SP1', item: 'VT1' },
        { product: 'SP2', item: 'VT2' },
      ],
      stock: [
        { product: 'SP1', opening: '50' },
        { product: 'SP2', opening: '50' },
      ],
    })),
    lines,
    ...more,
  });
  const input: IssuanceInput = {
    ...given,
    period: { ...given.period, fromDate: `${issueDay.slice(0, 7)}-01`, toDate: '2027-01-31' },
  };
  return { input, plan: planInvoices(input) };
}

const asked = (on: string, { input, plan }: ReturnType<typeof month>) => {
  const { effects, rules } = ruleChanges(input, plan, on);
  const of = (code: EffectCode) => effects.find((effect) => effect.code === code);
  return { effects, rules, of, codes: effects.map(({ code }) => code) };
};

const line = (id: string, date: string, more: Partial<GivenLine> = {}): GivenLine => ({
  ...{ id, date, partner: 'KH1', item: 'VT1', quantity: '1', amount: 1_000_000, vatRate: '8' },
  ...more,
});

/** Days around the turn of the year, on which the tests sell. */
const SOLD = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'];
const sales = fc
  .array(
    fc.record({
      day: fc.constantFrom(...SOLD),
      document: fc.integer({ min: 1, max: 4 }),
      isReduced: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 9 }),
      amount: fc.integer({ min: 1, max: 99_999_999 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((list) =>
    list.map((one, index) =>
      line(`L${index}`, one.day, {
        doc: `${one.day}-${one.document}`,
        quantity: String(one.quantity),
        amount: one.amount,
        ...(one.isReduced ? {} : { item: 'VT2', vatRate: '10' }),
      }),
    ),
  );

describe('on 01/01/2027', () => {
  test('what stays open is counted as the ledger itself counts it, whatever of it is on drafts', () => {
    fc.assert(
      fc.property(sales, fc.constantFrom(...SOLD), (lines, issueDay) => {
        const { of } = asked('2027-01-01', month(issueDay, lines));
        const sums = (own: readonly GivenLine[]) => {
          const amount = own.reduce((sum, one) => sum + one.amount, 0);
          return { lines: own.length, documents: new Set(own.map(({ doc }) => doc)).size, amount };
        };
        const reduced = lines.filter(({ vatRate }) => vatRate === '8');
        const all = sums(reduced);
        // 2 % more, halves up.
        const more = (amount: number) => Math.floor((amount * 2 + 50) / 100);
        expect(of('VAT_RATE')).toMatchObject({ ...all, vatDifference: more(all.amount) });
        const after = sums(reduced.filter(({ date }) => date > '2026-12-31'));
        if (after.lines === 0) expect(of('VAT_SOLD_AFTER')).toBeUndefined();
        else expect(of('VAT_SOLD_AFTER')).toMatchObject({ ...after, vatDifference: more(after.amount) });
        // A sale of Thursday 31/12 can be signed until Monday 04/01; an earlier one only before the day.
        const late = sums(reduced.filter(({ date }) => date <= '2026-12-30'));
        if (late.lines === 0) expect(of('VAT_ISSUED_AFTER')).toBeUndefined();
        else expect(of('VAT_ISSUED_AFTER')).toMatchObject({ ...late, vatDifference: null });
        const open = sums(lines.filter(({ date }) => date < '2027-01-01'));
        if (open.lines === 0) expect(of('YEAR_OPEN')).toBeUndefined();
        else expect(of('YEAR_OPEN')).toMatchObject(open);
      }),
      { numRuns: 60 },
    );
  });

  test('symbols carry 27, numbers begin at 1, and the days off of the year are not announced', () => {
    const { of, rules, codes } = asked('2027-01-01', month('2026-12-30', [line('L1', '2026-12-31')]));
    expect(codes).toEqual([
      ...['VAT_RATE', 'SIGNING_MOVES', 'HOLIDAYS_NOT_ANNOUNCED'],
      ...['SYMBOL_YEAR', 'NUMBERS_RESTART', 'YEAR_OPEN'],
    ]);
    expect(of('SYMBOL_YEAR')!.says).toContain('«A» C26TYY → C27TYY, «B» C26TYY → C27TYY');
    expect(of('SYMBOL_YEAR')!.about).toEqual(['A', 'B'].map((id) => ({ kind: 'profile', id })));
    expect(of('NUMBERS_RESTART')!.says).toContain('bắt đầu lại từ 1');
    // 04/01/2027 is in a year whose days off are not announced.
    expect(of('HOLIDAYS_NOT_ANNOUNCED')!.documents).toBe(1);
    expect(rules.map(({ kind, turn }) => `${kind} ${turn}`)).toEqual([
      'vatReductions ends',
      'holidays begins',
      'announcedHolidays ends',
    ]);
  });

  test('a day later in a year that is not announced is not where that begins', () => {
    expect(asked('2027-04-16', month('2026-12-30', [line('L1', '2026-12-31')])).effects).toEqual([]);
  });

  test('an entity that has the symbol of the year already, or has ended, is not named', () => {
    const { input, plan } = month('2026-12-30', [line('L1', '2026-12-31')]);
    const [a, b] = input.profiles;
    const profiles = [
      { ...a!, terms: { ...a!.terms, invoiceSymbol: 'C27TYY' } },
      { ...b!, terms: { ...b!.terms, isActive: false } },
    ];
    expect(asked('2027-01-01', { input: { ...input, profiles }, plan }).of('SYMBOL_YEAR')).toBeUndefined();
  });

  test('an invoice with a number and a return are no open documents', () => {
    const { input, plan } = month('2026-12-31', [
      line('L1', '2026-12-31'),
      line('L2', '2026-12-31', { partner: 'KH2', quantity: '-2', amount: -3_000_000 }),
    ]);
    const exported = { ...plan, invoices: plan.invoices.map((one) => ({ ...one, status: 'exported' as const })) };
    expect(asked('2027-01-01', { input, plan }).of('VAT_RATE')).toMatchObject({ lines: 1, amount: 1_000_000 });
    expect(asked('2027-01-01', { input, plan: exported }).of('VAT_RATE')).toMatchObject({ lines: 0, amount: 0 });
    const before = ruleChanges(input, undefined, '2027-01-01').effects.find(({ code }) => code === 'VAT_RATE');
    expect(before).toMatchObject({ lines: 1, invoices: 0, amount: 1_000_000, vatDifference: 20_000 });
  });
});

test('the last day of a range says so and has no effect yet', () => {
  const { rules, effects } = asked('2026-12-31', month('2026-12-30', [line('L1', '2026-12-30')]));
  expect(rules.map(({ kind, turn }) => `${kind} ${turn}`)).toEqual([
    'vatReductions last_day',
    'announcedHolidays last_day',
  ]);
  expect(effects).toEqual([]);
});

test('a reduction that follows another one of the same rates changes the decree and no rate', () => {
  const { rules, codes } = asked('2025-07-01', month('2025-07-01', [line('L1', '2025-06-30')]));
  expect(rules[0]).toMatchObject({ kind: 'vatReductions', turn: 'begins' });
  expect(rules[0]!.before).toContain('30/06/2025');
  expect(codes).not.toContain('VAT_RATE');
});

test('a reduction that begins is for goods that are flagged for it', () => {
  const lines = [
    line('L1', '2023-06-30', { vatRate: '10' }),
    line('L2', '2023-07-01', { vatRate: '10', amount: 50 }),
    line('L3', '2023-06-30', { vatRate: '10', item: 'VT2' }),
  ];
  const { of, codes } = asked('2023-07-01', month('2023-06-30', lines));
  expect(of('VAT_RATE')).toMatchObject({ lines: 2, amount: 1_000_050, vatDifference: -20_001 });
  expect(of('VAT_SOLD_AFTER')).toMatchObject({ lines: 1, amount: 50, vatDifference: -1 });
  expect(codes).not.toContain('VAT_ISSUED_AFTER');
});

test('24/11/2026 is a day off: a sale of Monday is signed until Wednesday', () => {
  const lines = [line('L1', '2026-11-20'), line('L2', '2026-11-23'), line('L3', '2026-11-24')];
  const { of, codes } = asked('2026-11-24', month('2026-11-23', lines));
  expect(codes).toEqual(['SIGNING_MOVES']);
  expect(of('SIGNING_MOVES')).toMatchObject({ lines: 1, about: [{ kind: 'document', id: 'HN/HD/L2' }] });
  expect(of('SIGNING_MOVES')!.says).toBe('Hạn ký của chứng từ bán 23/11/2026 là 25/11/2026 thay vì 24/11/2026.');
});

test('01/07/2026 changes the text for a consumer of drafts that it would date, forms and branch numbers', () => {
  // A sale of Monday 29/06 can be signed until 30/06, that of 30/06 until 01/07.
  const { of, codes, rules } = asked(
    '2026-07-01',
    month('2026-06-30', [line('L1', '2026-06-29'), line('L2', '2026-06-30')]),
  );
  expect(codes).toEqual(['SYMBOL_FORM', 'CONSUMER_TEXT', 'CONSOLIDATION', 'BRANCH_CODES']);
  expect(of('CONSUMER_TEXT')).toMatchObject({ lines: 1, invoices: 1, about: [{ id: 'HN/HD/L1' }] });
  expect(of('CONSUMER_TEXT')!.says).toContain('«Bán cho người tiêu dùng» thay vì «Người mua không lấy hóa đơn»');
  expect(of('SYMBOL_FORM')!.says).toContain('ký hiệu của mọi hồ sơ vẫn dùng được');
  // The same rule from another decree.
  expect(rules.find(({ kind }) => kind === 'signing')).toMatchObject({
    before: 'ký và gửi chậm nhất ngày làm việc kế tiếp',
  });
});

test('a symbol that the new rule refuses is named', () => {
  const { input, plan } = month('2026-06-30', [line('L1', '2026-06-29')]);
  const symbols = SHIPPED_RULES.symbols.map((rule) =>
    rule.fromDate === '2026-07-01' ? { ...rule, kinds: 'DLM' } : rule,
  );
  const invoiceRules = { ...input.invoiceRules, symbols };
  const { of } = asked('2026-07-01', { input: { ...input, invoiceRules }, plan });
  expect(of('SYMBOL_FORM')).toMatchObject({ about: [{ id: 'A' }, { id: 'B' }] });
});

test('16/01/2026 has another ladder: ten late documents by the old and by the new one', () => {
  const lines = Array.from({ length: 10 }, (_, index) => line(`L${index}`, '2026-01-13'));
  const { of } = asked('2026-01-16', month('2026-01-15', lines));
  expect(of('FINE_LADDER')).toMatchObject({ documents: 10 });
  expect(of('FINE_LADDER')!.says).toContain('10 hóa đơn');
  expect(of('FINE_LADDER')!.says).toContain('4.000.000 – 8.000.000 đ, nay là 5.000.000 – 15.000.000 đ');
});

test('01/06/2025 brings the limit of the signature and ends cancelling', () => {
  const { of, codes } = asked('2025-06-01', month('2025-05-30', [line('L1', '2025-05-30'), line('L2', '2025-06-02')]));
  expect(codes).toEqual(['SIGNING_MOVES', 'SYMBOL_FORM', 'CANCELLATION']);
  expect(of('SIGNING_MOVES')).toMatchObject({ lines: 1, about: [{ id: 'HN/HD/L2' }] });
  expect(of('SIGNING_MOVES')!.says).toContain('03/06/2025 thay vì chưa có hạn');
});

test('a rate that is no longer permitted is named with its lines', () => {
  const { input, plan } = month('2026-06-30', [line('L1', '2026-06-29'), line('L2', '2026-06-29', { vatRate: '5' })]);
  const [rates] = SHIPPED_RULES.vatRates;
  const invoiceRules = {
    ...input.invoiceRules,
    vatRates: [rates!, { ...rates!, fromDate: '2026-08-01', rates: ['8', '10'] }],
  };
  const { of } = asked('2026-08-01', { input: { ...input, invoiceRules }, plan });
  expect(of('RATE_NOT_PERMITTED')).toMatchObject({ lines: 1, amount: 1_000_000 });
});

test('the day to look at next is the one on which more than a day off changes', () => {
  expect(nextChange(SHIPPED_RULES, '2026-11-23')).toBe('2027-01-01');
  expect(nextChange(SHIPPED_RULES, '2026-06-29')).toBe('2026-07-01');
  expect(nextChange(SHIPPED_RULES, '2031-05-05')).toBe('2032-01-01');
  expect(comingChanges(SHIPPED_RULES, '2026-11-23', 3)).toEqual(['2026-11-24', '2027-01-01', '2027-04-16']);
});
