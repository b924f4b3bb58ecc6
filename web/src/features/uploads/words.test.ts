import { expect, test } from 'vitest';
import { figures } from './words.ts';

const none = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, warnings: 0 };

test.each([
  [
    { read: 1200, created: 1000, changed: 100, unchanged: 95, rejected: 5, warnings: 3 },
    '1.200 dòng: 1.000 mới, 100 thay đổi, 95 giữ nguyên, 5 bị từ chối · 3 cảnh báo',
  ],
  [{ read: 2, unchanged: 2 }, '2 dòng: 2 giữ nguyên'],
  [{}, '0 dòng'],
])('%j is told as %s', (sums, words) => {
  expect(figures({ ...none, ...sums })).toBe(words);
});
