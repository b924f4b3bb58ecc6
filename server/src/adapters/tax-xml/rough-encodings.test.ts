import { expect, it } from 'vitest';
import { oneIn, outcomeOf, signedText } from './testing/made-up.ts';

const good = signedText();

it.each([
  ['a blank line before the declaration', `\r\n${good}`],
  ['a mark and a blank line', `\ufeff\r\n${good}`],
  ['two marks', `\ufeff\ufeff${good}`],
  ['UTF-8 that says UTF-16, as .NET writes it', good.replace('utf-8', 'utf-16')],
  ['the same with the mark of UTF-8', `\ufeff${good.replace('utf-8', 'UTF-16')}`],
])('%s is read, its signature intact', (_, text) => {
  expect(outcomeOf(text)).toBe('intact');
  expect(oneIn(text).invoice.seller.name).toBe('Công ty TNHH Hoa Mai');
});

it('bytes that are not UTF-8 are never read as if they were', () => {
  const text = Buffer.from(good.replace('utf-8', 'utf-16').replace('Hoa Mai', 'Công ty'), 'latin1');
  expect(outcomeOf(text)).toBe('XML_ENCODING');
});
