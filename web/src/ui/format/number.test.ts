import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDecimals, decimalText, divideDecimal, toDecimal } from './decimal.ts';
import { formatBytes, formatDecimal, formatMoney, formatPercent, formatVnd, parseTypedDecimal } from './number.ts';

test.each([
  [1234567, '1.234.567'],
  [0, '0'],
  [-999, '-999'],
  [-1000, '-1.000'],
  [9007199254740991, '9.007.199.254.740.991'],
  [null, ''],
  [undefined, ''],
])('đồng %s reads %s', (amount, text) => {
  expect(formatVnd(amount)).toBe(text);
});

test.each([
  ['1234567.890000', '1.234.567,89'],
  ['-0.5', '-0,5'],
  ['12.000000', '12'],
  ['0.000001', '0,000001'],
  ['123456789012345678901234.5', '123.456.789.012.345.678.901.234,5'],
  ['KCT', 'KCT'],
  ['', ''],
])('quantity %s reads %s', (value, text) => {
  expect(formatDecimal(value)).toBe(text);
});

test('places pads decimals', () => {
  expect(formatDecimal('12.5', 2)).toBe('12,50');
  expect(formatDecimal('12', 2)).toBe('12,00');
});

test('money carries its sign, a share becomes a percentage, bytes get a unit', () => {
  expect(formatMoney(1500)).toBe('1.500\u00a0đ');
  expect(formatMoney(null)).toBe('');
  expect(formatPercent(0.875)).toBe('87,5%');
  expect(formatPercent(0.01, 1)).toBe('1,0%');
  expect(formatPercent(Number.NaN)).toBe('');
  expect(formatBytes(1536)).toBe('1,5 KB');
  expect(formatBytes(157_286_400)).toBe('150 MB');
});

test.each([
  ['1.234,5', '1234.5'],
  ['1.234.567', '1234567'],
  ['12.5', '12.5'],
  ['12,50', '12.5'],
  ['1.234', '1234'],
  ['-1.000', '-1000'],
  ['1 234 ₫', '1234'],
  ['1.234 đ', '1234'],
  ['007', '7'],
  ['-0', '0'],
])('typed %s means %s', (typed, value) => {
  expect(parseTypedDecimal(typed)).toBe(value);
});

// Two cells of a spreadsheet, pasted into one field, are not one number.
test.each(['1000000\t80000', '5\t3', '5 3', '10 00', '1000 000', '12 345\t678'])('pasted %j is refused', (pasted) => {
  expect(parseTypedDecimal(pasted)).toBeUndefined();
});

test.each([
  ['10 000', '10000'],
  ['-1\u00a0234\u00a0567,5', '-1234567.5'],
  ['1\u202f234 đ', '1234'],
  [' 12,5\r\n', '12.5'],
])('pasted %j is %s', (pasted, value) => {
  expect(parseTypedDecimal(pasted)).toBe(value);
});

test.each(['', 'abc', '1,2,3', '1.23.456', '12.', ',5', '--1', '1e5'])('typed «%s» is refused', (typed) => {
  expect(parseTypedDecimal(typed)).toBeUndefined();
});

const decimalString = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => decimalText({ units, scale }));

test('a formatted decimal is read back as itself', () => {
  fc.assert(
    fc.property(decimalString, (value) => {
      expect(parseTypedDecimal(formatDecimal(value))).toBe(value);
    }),
  );
});

test('sums are exact where floats are not', () => {
  expect(decimalText(addDecimals(toDecimal('0.1')!, toDecimal('0.2')!))).toBe('0.3');
  expect(decimalText(addDecimals(toDecimal('9007199254740993')!, toDecimal('0.000001')!))).toBe(
    '9007199254740993.000001',
  );
});

test.each([
  ['10', 4, '2.5'],
  ['1', 3, '0.33'],
  ['2', 3, '0.67'],
  ['-0.015', 1, '-0.02'],
  ['0.005', 1, '0.01'],
])('%s over %i is %s', (sum, count, average) => {
  expect(decimalText(divideDecimal(toDecimal(sum)!, count, 2))).toBe(average);
});
