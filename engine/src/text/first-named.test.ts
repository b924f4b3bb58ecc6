import { expect, test } from 'vitest';
import { firstNamed } from './first-named.ts';

test('of many names the first are said, with the number of the others', () => {
  expect(firstNamed(['A', 'B'], 2, 'mã')).toBe('A, B');
  expect(firstNamed(['A', 'B', 'C', 'D'], 2, 'mã')).toBe('A, B và 2 mã khác');
  expect(firstNamed(['A', 'B', 'C'], 2, 'chứng từ', '; ')).toBe('A; B; và 1 chứng từ khác');
  expect(
    firstNamed(
      Array.from({ length: 1_002 }, (_, n) => `${n}`),
      2,
      'mã',
    ),
  ).toBe('0, 1 và 1.000 mã khác');
});
