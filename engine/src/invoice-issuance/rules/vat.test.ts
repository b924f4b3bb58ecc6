import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPED_RULES } from './shipped-rules.ts';
import { computeVat, decideVat, defaultRate } from './vat.ts';

type Terms = { readonly rate?: string; readonly flag?: 'unknown' | 'none' | 'reduced' };
const decide = (ledger: string | undefined, day: string, { rate, flag = 'unknown' }: Terms) => {
  const decision = decideVat(ledger, { code: 'SP1', vatRate: rate, vatReduction: flag }, day, SHIPPED_RULES);
  return decision.kind === 'rate' ? decision.rate : decision.kind;
};

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
  ['8', 'unknown', '2026-09-01', '8'],
  ['8', 'unknown', '2027-01-01', '10'],
  ['8', 'none', '2027-01-01', '8'],
  ['5', 'unknown', '2027-01-01', '5'],
  [undefined, 'unknown', '2027-01-01', undefined],
])('a product of %s, %s, on %s has %s', (vatRate, vatReduction = 'unknown', day, rate) => {
  expect(defaultRate({ vatRate, vatReduction }, day, SHIPPED_RULES)).toBe(rate);
});
