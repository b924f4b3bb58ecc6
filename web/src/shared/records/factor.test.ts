import { describe, expect, it } from 'vitest';
import { factorText, formatFactor, parseFactor } from './factor.ts';

describe('parseFactor', () => {
  it.each([
    ['12', '12'],
    ['0,5', '0.5'],
    ['0.5', '0.5'],
    ['1/24', '1/24'],
    [' 1 / 24 ', '1/24'],
    ['1.000', '1000'],
    ['1 000', '1000'],
    ['1,5/2', '1.5/2'],
  ])('reads %s as %s', (typed, factor) => expect(parseFactor(typed)).toBe(factor));

  it('answers null for nothing', () => expect(parseFactor('  ')).toBeNull());

  it.each(['0', '1/0', '0,0', '-1', 'hai', '1/2/3', '/2', '1/', '12\t24', '12 24', '1/ 2 4'])('refuses %s', (typed) =>
    expect(parseFactor(typed)).toBeUndefined(),
  );
});

describe('factorText', () => {
  it('says what one Bravo unit is in AMIS units', () => {
    expect(factorText({ factor: '24', bravoUnit: 'Thùng', amisUnit: 'Lon' })).toBe('1 Thùng = 24 Lon');
    expect(factorText({ factor: '1', bravoUnit: 'Cái', amisUnit: 'Cái' })).toBe('1 Cái = 1 Cái');
    expect(factorText({ factor: '0.4', bravoUnit: 'Gói', amisUnit: 'Hộp' })).toBe('1 Gói = 0,4 Hộp');
    expect(factorText({ factor: '2/3', bravoUnit: 'Gói', amisUnit: 'Hộp' })).toBe('1 Gói = 2/3 Hộp');
  });

  it('turns a unit fraction round', () => {
    expect(factorText({ factor: '1/24', bravoUnit: 'Lon', amisUnit: 'Thùng' })).toBe('24 Lon = 1 Thùng');
    expect(factorText({ factor: '0.0625', bravoUnit: 'Hộp', amisUnit: 'Thùng' })).toBe('16 Hộp = 1 Thùng');
    expect(factorText({ factor: '0.5/6', bravoUnit: 'Lon', amisUnit: 'Lốc' })).toBe('12 Lon = 1 Lốc');
  });

  it('writes other fractions as they are', () => expect(formatFactor('3/1000')).toBe('3/1.000'));
});
