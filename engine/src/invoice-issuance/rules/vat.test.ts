import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../day.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';
import { computeVat, decideVat, defaultRate, rateOfSale, reductionTermOf } from './vat.ts';

type Terms = { readonly rate?: string; readonly flag?: 'unknown' | 'none' | 'reduced' };
const decide = (ledger: string | undefined, day: string, { rate, flag = 'unknown' }: Terms) => {
  const decision = decideVat(ledger, { code: 'SP1', vatRate: rate, vatReduction: flag }, day, SHIPPED_RULES);
  return decision.kind === 'rate' ? decision.rate : decision.kind;
};

test('a sale without a rate has that of its day of supply, which is not always that of its document', () => {
  const given = { id: '1', date: '2027-01-04', partner: 'KH1', item: 'DV', quantity: '1', amount: 100, vatRate: null };
  const [line] = issuanceInput({ profiles: [], lines: [{ ...given, kind: 'service' }] }).lines;
  const product = { code: 'DV', vatRate: '10', vatReduction: 'reduced' } as const;
  expect(rateOfSale(line!, product, SHIPPED_RULES)).toBe('10');
  const before = { ...line!, dayFacts: { completedOn: '2026-12-30' } };
  expect(rateOfSale(before, product, SHIPPED_RULES)).toBe('8');
  expect(rateOfSale({ ...before, vatRate: '5' }, product, SHIPPED_RULES)).toBe('5');
});

describe('the rate of a supply', () => {
  test.each([
    ['the ledger stands without terms to contradict it', '10', '2026-09-01', {}, '10'],
    ['the ledger stands: 8 % within the reduction', '8', '2026-12-31', {}, '8'],
    ['8 % after the reduction has ended', '8', '2027-01-01', {}, 'contradiction'],
    ['8 % for goods that are not reduced', '8', '2026-09-01', { flag: 'none' }, 'contradiction'],
    ['10 % for goods that are reduced', '10', '2026-09-01', { flag: 'reduced', rate: '10' }, 'contradiction'],
    ['10 % for reduced goods after the reduction', '10', '2027-01-01', { flag: 'reduced', rate: '10' }, '10'],
    ['8 % where AMIS still says 10 and nothing of a reduction', '8', '2026-09-01', { rate: '10' }, '8'],
    ['5 % where AMIS says 10', '5', '2026-09-01', { rate: '10' }, 'contradiction'],
    ['KCT is not 0 %', 'KCT', '2026-09-01', { rate: '0' }, 'contradiction'],
    ['no rate in the ledger: the default', undefined, '2026-09-01', { rate: '5' }, '5'],
    [
      'no rate in the ledger: the default, reduced by date',
      undefined,
      '2026-09-01',
      { rate: '10', flag: 'reduced' },
      '8',
    ],
    ['no rate in the ledger: the reduction has ended', undefined, '2027-01-01', { rate: '10', flag: 'reduced' }, '10'],
    ['no rate in the ledger: AMIS says 8, the reduction has ended', undefined, '2027-01-01', { rate: '8' }, '10'],
    [
      'no rate in the ledger: 8 % in AMIS, not reduced, within it',
      undefined,
      '2026-12-31',
      { rate: '8', flag: 'none' },
      '8',
    ],
    [
      'no rate in the ledger: 8 % in AMIS, not reduced, after it',
      undefined,
      '2027-01-01',
      { rate: '8', flag: 'none' },
      'contradiction',
    ],
    ['80 % for a typed 8, where AMIS says nothing', 'KHAC:80', '2026-09-01', {}, 'contradiction'],
    ['80 % where AMIS says it as well', 'KHAC:80', '2026-09-01', { rate: 'KHAC:80' }, 'contradiction'],
    ['no rate in the ledger, and 80 % in AMIS', undefined, '2026-09-01', { rate: 'KHAC:80' }, 'contradiction'],
    ['just above the highest rate', 'KHAC:10.01', '2026-09-01', {}, 'contradiction'],
    ['another lawful rate: 70 % of 10 %', 'KHAC:7', '2026-09-01', {}, 'KHAC:7'],
    ['another lawful rate with decimals', 'KHAC:5.26', '2026-09-01', {}, 'KHAC:5.26'],
    ['no rate anywhere', undefined, '2026-09-01', {}, 'unknown'],
    ['no rate, not reduced, no default', undefined, '2026-09-01', { flag: 'none' }, 'unknown'],
  ] as const)('%s', (_, ledger, day, terms, expected) => {
    expect(decide(ledger, day, terms)).toBe(expected);
  });

  test('an admin can extend the reduction as data', () => {
    const known = SHIPPED_RULES.vatReductions;
    const extended = { ...known[1]!, fromDate: '2027-01-01', toDate: '2027-06-30' };
    const rules = { ...SHIPPED_RULES, vatReductions: [...known, extended] };
    const product = { code: 'SP1', vatRate: '10', vatReduction: 'reduced' } as const;
    expect(decideVat('8', product, '2027-03-01', rules)).toEqual({ kind: 'rate', rate: '8' });
  });
});

test('a higher rate than the known ones is lawful once the rule names it, and its refusal says what the highest is', () => {
  const product = { code: 'SP1', vatRate: undefined, vatReduction: 'unknown' } as const;
  const named = (...rates: readonly string[]) => ({
    ...SHIPPED_RULES,
    vatReductions: [],
    vatRates: [{ ...SHIPPED_RULES.vatRates[0]!, rates }],
  });
  const rate = (own: string, rules: typeof SHIPPED_RULES) => decideVat(own, product, '2026-09-01', rules);
  expect(rate('KHAC:80', SHIPPED_RULES)).toEqual({
    kind: 'contradiction',
    why: 'Sổ ghi thuế suất KHAC:80, không thuộc các mức được dùng ngày 01/09/2026 (cao nhất là 10 %)',
  });
  expect(rate('KHAC:12', named('0', '10', 'KCT', 'KHAC:12')).kind).toBe('rate');
  expect(rate('KHAC:11', named('0', '10', 'KHAC:12', 'KHAC')).kind).toBe('rate');
  expect(rate('KHAC:13', named('0', '10', 'KHAC:12', 'KHAC')).kind).toBe('contradiction');
  expect(rate('KHAC:7', named('0', '10')).kind).toBe('contradiction');
  // A rule that names no percentage says nothing of a highest one.
  expect(rate('KHAC:80', named('0', 'KCT', 'KHAC')).kind).toBe('rate');
  // The standard rate of a reduction is as lawful as the reduced one.
  const reduction = { ...SHIPPED_RULES.vatReductions[0]!, standardRate: 'KHAC:12' };
  expect(rate('KHAC:12', { ...named('10', 'KHAC'), vatReductions: [reduction] }).kind).toBe('rate');
});

describe('a flag that speaks of some days only', () => {
  const since = { vatReduction: 'reduced', vatReductionFrom: '2025-07-01', vatReductionSource: 'NĐ 174/2025' } as const;
  const till = { vatReduction: 'reduced', vatReductionTo: '2025-12-31' } as const;
  const notUntil = { vatReduction: 'none', vatReductionTo: '2025-06-30' } as const;
  test.each([
    ['reduced from a day on, the day before', undefined, '2025-06-30', { ...since, vatRate: '10' }, '10'],
    ['reduced from a day on, the day', undefined, '2025-07-01', { ...since, vatRate: '10' }, '8'],
    ['AMIS says 8, the day before', undefined, '2025-06-30', { ...since, vatRate: '8' }, '10'],
    ['the ledger says 8 the day before', '8', '2025-06-30', { ...since, vatRate: '10' }, 'contradiction'],
    ['the ledger says 10 the day before', '10', '2025-06-30', { ...since, vatRate: '10' }, '10'],
    ['reduced until a day, the day', undefined, '2025-12-31', { ...till, vatRate: '10' }, '8'],
    ['reduced until a day, the day after', undefined, '2026-01-01', { ...till, vatRate: '10' }, '10'],
    ['the ledger says 8 the day after', '8', '2026-01-01', { ...till, vatRate: '10' }, 'contradiction'],
    ['not reduced until a day: 8 % on it', '8', '2025-06-30', { ...notUntil, vatRate: '10' }, 'contradiction'],
    ['not reduced until a day: nothing is known after it', '8', '2025-07-01', { ...notUntil, vatRate: '10' }, '8'],
    ['and never 8 % by itself', undefined, '2025-07-01', { ...notUntil, vatRate: '10' }, '10'],
  ] as const)('%s', (_, ledger, day, product, expected) => {
    const decision = decideVat(ledger, { code: 'SP1', ...product }, day, SHIPPED_RULES);
    expect(decision.kind === 'rate' ? decision.rate : decision.kind).toBe(expected);
  });

  test('the contradiction names its days and its source', () => {
    expect(decideVat('8', { code: 'SP1', vatRate: '10', ...since }, '2025-06-30', SHIPPED_RULES)).toEqual({
      kind: 'contradiction',
      why: 'Sổ ghi thuế suất 8, nhưng mã «SP1» được giảm thuế từ 01/07/2025 (NĐ 174/2025) nên ngày 30/06/2025 là 10',
    });
  });

  test('goods at 5 % or not taxable never become 8 %, whatever the flag, the days and the ledger say', () => {
    const day = fc.integer({ min: 0, max: 1900 }).map((days) => addDays('2022-01-01', days));
    const fixed = fc.record({
      vatRate: fc.constantFrom('0', '5', 'KCT', 'KKKNT', 'KHAC:7'),
      vatReduction: fc.constantFrom('unknown', 'none', 'reduced'),
      vatReductionFrom: fc.option(day),
      vatReductionTo: fc.option(day),
    });
    fc.assert(
      fc.property(fixed, day, fc.constantFrom('8', undefined), (product, on, ledger) => {
        const decision = decideVat(ledger, { code: 'SP1', ...product }, on, SHIPPED_RULES);
        if (ledger === undefined) expect(decision).toEqual({ kind: 'rate', rate: product.vatRate });
        else expect(decision.kind).toBe('contradiction');
      }),
    );
  });

  test('days that are not stated are all days: the flag without days is as it was', () => {
    for (const vatReduction of ['unknown', 'none', 'reduced'] as const)
      for (const own of [{}, { vatReductionFrom: null, vatReductionTo: null, vatReductionSource: '' }])
        expect(reductionTermOf({ vatRate: '10', vatReduction, ...own }, '2025-07-01')).toBe(vatReduction);
  });
});

test('the rest of rounding goes to the last item that bears an amount, never to a gift', () => {
  const items = [1_006, 1_006, 0].map((amount) => ({ amount, vatRate: '8' }));
  // 80.48 each, 160.96 together.
  expect(computeVat(items).perItem).toEqual([80, 81, 0]);
  expect(computeVat([items[2]!, items[2]!]).perItem).toEqual([0, 0]);
});

test('VAT is rounded half up per rate and conserved over the items', () => {
  const item = fc.record({
    amount: fc.oneof(fc.integer({ min: -1_000_000, max: 9_999_999 }), fc.constant(0)),
    vatRate: fc.constantFrom('8', '10', '5', 'KCT', 'KHAC:3.5'),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (items) => {
      const { groups, perItem } = computeVat(items);
      for (const { rate, amount, vatAmount } of groups) {
        const own = items.flatMap((one, index) => (one.vatRate === rate ? [index] : []));
        expect(own.reduce((sum, index) => sum + items[index]!.amount, 0)).toBe(amount);
        expect(own.reduce((sum, index) => sum + perItem[index]!, 0)).toBe(vatAmount);
        expect(own.filter((index) => items[index]!.amount === 0 && perItem[index] !== 0)).toEqual([]);
        const perMille = rate === 'KCT' ? 0 : rate === 'KHAC:3.5' ? 35 : Number(rate) * 10;
        expect(vatAmount).toBe(Math.sign(amount) * Math.floor((Math.abs(amount) * perMille * 2 + 1000) / 2000) + 0);
      }
    }),
  );
});

test.each<[string | undefined, Terms['flag'], string, string | undefined]>([
  ['10', 'unknown', '2026-09-01', '10'],
  ['10', 'reduced', '2026-09-01', '8'],
  ['10', 'reduced', '2027-01-01', '10'],
  ['8', 'reduced', '2027-01-01', '10'],
  [undefined, 'reduced', '2026-09-01', '8'],
  [undefined, 'reduced', '2027-01-01', '10'],
  ['5', 'reduced', '2027-01-01', '5'],
  ['5', 'reduced', '2026-09-01', '5'],
  ['KCT', 'reduced', '2026-09-01', 'KCT'],
  ['8', 'unknown', '2026-09-01', '8'],
  ['8', 'unknown', '2027-01-01', '10'],
  ['8', 'none', '2027-01-01', '8'],
  ['5', 'unknown', '2027-01-01', '5'],
  [undefined, 'unknown', '2027-01-01', undefined],
])('a product of %s, %s, on %s has %s', (vatRate, vatReduction = 'unknown', day, rate) => {
  expect(defaultRate({ vatRate, vatReduction }, day, SHIPPED_RULES)).toBe(rate);
});

test('a residual never makes VAT of goods negative: the item before bears what the last one cannot', () => {
  const of = (...amounts: number[]) => computeVat(amounts.map((amount) => ({ amount, vatRate: '8' }))).perItem;
  // 22 × 8 % is 2, three items of 7 have 1 each: the last one would have -1.
  expect(of(7, 7, 7, 1)).toEqual([1, 1, 0, 0]);
  expect(of(7, 7, 7, 7, 1, 1)).toEqual([1, 1, 0, 0, 0, 0]);
  expect(of(-7, -7, -7, -1)).toEqual([-1, -1, 0, 0]);
  // A discount takes no tax of the goods before it.
  expect(of(6, 6, 6, -1)).toEqual([0, 0, 1, 0]);
  expect(of(100, 100, 55)).toEqual([8, 8, 4]);
});
