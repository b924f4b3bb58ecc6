import { describe, expect, it } from 'vitest';
import { parseVatRate } from './vat-rate.ts';

describe('a VAT rate', () => {
  it.each([
    ['8', '8'],
    ['8.00', '8'],
    ['10%', '10'],
    ['kct', 'KCT'],
    ['7', 'KHAC:7'],
    ['0.0', '0'],
    ['', undefined],
  ])('%s is %s', (text, rate) => {
    expect(parseVatRate(text)).toBe(rate);
  });

  it.each([
    ['0.08', '8'],
    ['0,08', '8'],
    ['0.1', '10'],
    ['0.05', '5'],
    ['0.035', 'KHAC:3.5'],
  ])('written as a share, %s, is %s and no fraction of a percent', (text, rate) => {
    expect(parseVatRate(text)).toBe(rate);
  });

  it('is a fraction of a percent only where it says so', () => {
    expect([parseVatRate('0,5%'), parseVatRate('KHAC:0.5')]).toEqual(['KHAC:0.5', 'KHAC:0.5']);
    expect(() => parseVatRate('0.12345')).toThrow('không hợp lệ');
  });
});
