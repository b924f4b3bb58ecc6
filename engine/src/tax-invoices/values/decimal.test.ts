import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, inVnd, minus, plus, readDecimal, times, toUnits } from './decimal.ts';

describe('a number of an invoice', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['007', '7'],
    ['1.0', '1'],
    ['1.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+12', '12'],
    [' 1 000 ', '1000'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['1234,5', '1234.5'],
    ['0,000', '0'],
    ['12345,678', '12345.678'],
    ['999999999999999999999999999999', '999999999999999999999999999999'],
  ])('«%s» is read as %s', (text, value) => {
    expect(readDecimal(text)?.value).toBe(value);
  });

  it.each([
    '',
    '.',
    '-',
    'NaN',
    'Infinity',
    '1,234',
    '1.234.567',
    '1,234.5',
    '0x10',
    '1e21',
    '1e-21',
    '1 e',
    '１２',
    '9'.repeat(31),
  ])('«%s» is none, or may be two', (text) => {
    expect(readDecimal(text)).toBeUndefined();
  });

  it('written as the format asks is not remarked, all else is', () => {
    for (const text of ['12', '-3.25', '0.5']) expect(readDecimal(text)?.isOdd).toBe(false);
    for (const text of ['1e3', '+1', ' 1', '1,5', '.5']) expect(readDecimal(text)?.isOdd).toBe(true);
  });
});

describe('sums of decimals', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(8))
    .map(([units, places]) => ({ units, places }));

  it('are exact, and their texts are read back', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const scale = 10n ** 16n;
        const whole = ({ units, places }: { units: bigint; places: number }) => units * 10n ** BigInt(16 - places);
        expect(whole(plus(a, b))).toBe(whole(a) + whole(b));
        expect(whole(minus(a, b))).toBe(whole(a) - whole(b));
        expect(whole(times(a, b)) * scale).toBe(whole(a) * whole(b));
        expect(whole(toUnits(fromUnits(a)))).toBe(whole(a));
        expect(readDecimal(fromUnits(a))?.value).toBe(fromUnits(a));
      }),
    );
  });

  it('in đồng are rounded once, half away from zero', () => {
    expect(inVnd('100.5', '25345.5')).toBe(2_547_223);
    expect(inVnd('0.5', '1')).toBe(1);
    expect(inVnd('-0.5', '1')).toBe(-1);
    expect(inVnd('9007199254740993', '1')).toBeUndefined();
  });
});
