import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('what turns a text around or hides in it is seen', () => {
  expect(plainText('hoadon\u202Efdp.xml')).toBe('hoadon\ufffdfdp.xml');
  expect(plainText('\u2066An\u2069 \u200FPhú\u0000\u0085x')).toBe('\ufffdAn\ufffd \ufffdPhú\ufffd x');
});

test('lines become one, and Vietnamese stays as it is written, composed or not', () => {
  expect(plainText('Kệ gỗ\r\n\tloại 2')).toBe('Kệ gỗ loại 2');
  const decomposed = 'Gạch men ốp tường'.normalize('NFD');
  expect(plainText(decomposed)).toBe(decomposed);
  expect(plainText(null)).toBe('');
});
