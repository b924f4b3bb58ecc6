import { expect, test } from 'vitest';
import { isBudgetCode, personalIdOf, readPersonalId } from './personal-id.ts';

test('a personal number is kept with twelve digits, also where a spreadsheet took its zero', () => {
  expect(readPersonalId('079203001234')).toBe('079203001234');
  expect(readPersonalId(' 079 203 001 234 ')).toBe('079203001234');
  expect(readPersonalId(79203001234)).toBe('079203001234');
});

test('a personal number of Hà Nội is kept with both zeros that a spreadsheet took', () => {
  expect(readPersonalId(1199001234)).toBe('001199001234');
  expect(personalIdOf('1199001234')).toBe('001199001234');
  // Tax codes of ten digits, a year of birth in no century, no province.
  for (const other of ['0314409058', '1099000008', '8012345678', '1450001234', '0199001234'])
    expect(readPersonalId(other)).toBe(other);
});

test('the number of another paper stays as it is written, and is no personal number', () => {
  expect(readPersonalId('024 123 456')).toBe('024 123 456');
  expect(personalIdOf('024123456')).toBe('');
  expect(personalIdOf('C1234567')).toBe('');
  expect(personalIdOf('')).toBe('');
  expect(personalIdOf('79203001234')).toBe('079203001234');
});

test('the code of a budget unit has seven digits', () => {
  expect(['1054321', '105432', '10543210', 'A054321', ''].map(isBudgetCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
