import { expect, it } from 'vitest';
import { thresholdText, wordsText } from './quality-figures.ts';

const share = (right: number, n: number) => ({
  right,
  n,
  precision: n ? right / n : null,
  low: n ? 0.9 : null,
  high: n ? 0.98 : null,
});

it("tells the company's own precision with its bounds once there is enough of it", () => {
  expect(thresholdText({ minScore: 0.95, own: share(57, 60), isEnough: true, generic: 0.99 }, 30)).toBe(
    'Đo ở công ty: 95% (90% – 98%), đúng 57/60.',
  );
});

it("says that the figure is not the company's while there are too few decisions", () => {
  const few = thresholdText({ minScore: 0.95, own: share(4, 4), isEnough: false, generic: 0.991 }, 30);
  expect(few).toContain('mới có 4 quyết định');
  expect(few).toContain('không phải của công ty: đúng 99,1%');
  expect(thresholdText({ minScore: 0.95, own: share(0, 0), isEnough: false, generic: 0.9 }, 30)).toContain(
    'chưa có quyết định',
  );
});

it('tells which words distinguish things in this company, and which say nothing', () => {
  const words = [
    { word: '#ml', weight: -2 },
    { word: 'moi', weight: 0.8 },
    { word: 'le', weight: 0.1 },
  ];
  expect(wordsText(words)).toBe('làm hai bên khác nhau: «#ml»; không nói lên điều gì: «moi»');
  expect(wordsText(words.slice(2))).toBe('chưa từ nào có nghĩa riêng ở công ty');
});
