import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHIPPED_RULES } from '../rules/shipped-rules.ts';
import { type RateSum, vatReturns } from './vat-return.ts';

const sumOf = (rate: string, amount: number, vatAmount: number, more: Partial<RateSum> = {}): RateSum => ({
  ...{ profile: 'A', month: '2026-09', rate, amount, vatAmount, invoices: 1, ...more },
});
const figures = (sums: readonly RateSum[]) =>
  vatReturns(sums, SHIPPED_RULES).map(({ profile, month, figures: own, other, annex }) => ({
    ...{ profile, month, other, annex },
    ...Object.fromEntries(own.map(({ code, amount }) => [code, amount])),
  }));

test('every rate has its figure; 8 % is declared with 10 % and in the annex', () => {
  const own = [
    sumOf('KCT', 1_000_000, 0),
    sumOf('0', 2_000_000, 0),
    sumOf('5', 4_000_000, 200_000),
    sumOf('8', 10_000_000, 800_000),
    sumOf('10', 20_000_000, 2_000_000),
    sumOf('KKKNT', 40_000, 0),
    sumOf('KHAC:7', 7_000, 490),
  ];
  expect(figures(own)).toEqual([
    {
      profile: 'A',
      month: '2026-09',
      '26': 1_000_000,
      '27': 36_040_000,
      '28': 3_000_000,
      '29': 2_000_000,
      '30': 4_000_000,
      '31': 200_000,
      '32': 30_000_000,
      '33': 2_800_000,
      '32a': 40_000,
      '34': 37_040_000,
      '35': 3_000_000,
      other: { amount: 7_000, vatAmount: 490 },
      annex: [{ rate: '8', standardRate: '10', amount: 10_000_000, vatAmount: 800_000, reduced: 200_000 }],
    },
  ]);
});

test('each profile and each month of invoice dates has a draft of its own', () => {
  const own = [sumOf('10', 1, 0), sumOf('10', 2, 0, { month: '2026-10' }), sumOf('10', 4, 0, { profile: 'B' })];
  expect(figures(own).map((one) => [one.profile, one.month, one['34' as keyof typeof one]])).toEqual([
    ['A', '2026-09', 1],
    ['A', '2026-10', 2],
    ['B', '2026-09', 4],
  ]);
});

test('revenue is conserved: the total and the rates without a place add up to the invoices', () => {
  const any = fc.record({
    profile: fc.constantFrom('A', 'B'),
    month: fc.constantFrom('2026-09', '2026-10'),
    rate: fc.constantFrom('0', '5', '8', '10', 'KCT', 'KKKNT', 'KHAC:3.5'),
    amount: fc.integer({ min: -1e9, max: 1e12 }),
    vatAmount: fc.integer({ min: -1e8, max: 1e11 }),
    invoices: fc.constant(1),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (sums) => {
      const drafts = figures(sums) as unknown as (Record<string, number> & { other: { amount: number } })[];
      const all = drafts.reduce((sum, own) => sum + own['34']! + own.other.amount, 0);
      expect(all).toBe(sums.reduce((sum, one) => sum + one.amount, 0));
      for (const own of drafts) {
        expect(own['27']).toBe(own['29']! + own['30']! + own['32']! + own['32a']!);
        expect(own['28']).toBe(own['31']! + own['33']!);
      }
    }),
  );
});
