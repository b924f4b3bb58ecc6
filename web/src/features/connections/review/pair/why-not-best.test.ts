import { expect, it } from 'vitest';
import type { Suggestion } from './pair.ts';
import { rejectionWords, whyNotBest } from './why-not-best.ts';

const pair = (amis: string, bravo: string, change: object = {}): Suggestion =>
  ({
    amis: { id: amis, code: amis, name: `Tên ${amis}` },
    bravo: { code: bravo, name: `Tên ${bravo}` },
    score: 0.7,
    isBest: false,
    isPromotionalTwin: false,
    reasonCode: null,
    reason: null,
    ...change,
  }) as Suggestion;

it('says nothing of the best pair', () => {
  expect(whyNotBest(pair('A1', 'B1', { isBest: true }), [])).toBeUndefined();
});

it('names the pair that took the place, from either side', () => {
  const shown = pair('A1', 'B1');
  const rival = pair('A2', 'B1', { isBest: true, score: 0.98 });
  expect(whyNotBest(shown, [pair('A1', 'B9'), rival])).toContain('B1 đang được gợi ý cho Tên A2 (A2), 98%');
  expect(whyNotBest(shown, [pair('A1', 'B2', { isBest: true, score: 0.9 })])).toContain(
    'A1 giống Tên B2 (B2) hơn, 90%',
  );
});

it('tells that a promotional twin may be connected all the same', () => {
  expect(whyNotBest(pair('KM1', 'B1', { isPromotionalTwin: true }), [])).toContain('Nối vào vẫn đúng');
});

it('tells a rejection with its reason in words', () => {
  const labels = new Map([['same_name', 'Trùng tên']]);
  expect(rejectionWords(pair('A', 'B', { reasonCode: 'same_name', reason: 'hai cơ sở' }), labels)).toBe(
    'Đã từ chối: Trùng tên: hai cơ sở',
  );
});
