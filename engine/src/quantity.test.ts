import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  convert,
  convertBack,
  formatFactor,
  formatQuantity,
  parseFactor,
  parseQuantity,
  statedFactor,
} from './quantity.ts';

describe('a quantity', () => {
  test('reads back as it was written, in its shortest form', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (quantity) => {
        const text = formatQuantity(quantity);
        expect(parseQuantity(text)).toBe(quantity);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/);
      }),
    );
  });
  test.each(['', '1e3', '.5', '1.', '1,5', '0.0000001', '--1', '1 0'])('refuses «%s»', (text) => {
    expect(() => parseQuantity(text)).toThrow(expect.objectContaining({ code: 'BAD_QUANTITY' }));
  });
});

describe('a factor', () => {
  const factor = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
    .map(([n, d]) => parseFactor(`${n}/${d}`));

  test('reads back as it was written', () => {
    fc.assert(
      fc.property(factor, (one) => {
        expect(parseFactor(formatFactor(one))).toEqual(one);
      }),
    );
  });

  test('converts to the nearest millionth, and back to within half a millionth of either side', () => {
    fc.assert(
      fc.property(factor, fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (one, quantity) => {
        const { numerator: n, denominator: d } = one;
        const there = convert(quantity, one);
        const off = 2n * (there * d - quantity * n);
        expect(off <= d && -off <= d).toBe(true);
        const back = convertBack(there, one);
        const miss = 2n * (back - quantity) * n;
        expect(miss <= d + n && -miss <= d + n).toBe(true);
      }),
    );
  });

  test('keeps whole cartons whole', () => {
    expect(formatQuantity(convert(parseQuantity('24'), parseFactor('1/24')))).toBe('1');
    expect(formatFactor(parseFactor('2/4'))).toBe('0.5');
    expect(formatFactor(parseFactor('1/3'))).toBe('1/3');
  });
  test.each(['0', '-1', '1/0', '', 'x', '1/2/3'])('refuses «%s»', (text) => {
    expect(() => parseFactor(text)).toThrow(expect.objectContaining({ code: 'BAD_FACTOR' }));
  });
  test.each(['1000000', '0.000001', '1/1000000', '1/24'])('may be stated as «%s»', (text) => {
    expect(statedFactor(text)).toEqual(parseFactor(text));
  });
  test.each(['1000000.1', '0.0000009', '1/1000001', '0'])('is a slip of the hand as «%s»', (text) => {
    expect(() => statedFactor(text)).toThrow(expect.objectContaining({ code: 'BAD_FACTOR' }));
  });
});
