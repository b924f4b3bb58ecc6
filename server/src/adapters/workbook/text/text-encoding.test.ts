import { expect, it } from 'vitest';
import { encodingOfBytes } from './text-encoding.ts';
import { utf16Of } from './utf16.ts';

it.each([
  ['Ong thep Ø 21;Ø27', undefined],
  ['Ong thep m¹ kÏm Ø 21', 'tcvn3'],
])('«%s» in Latin-1 bytes is in the encoding %s', (text, encoding) => {
  expect(encodingOfBytes(Buffer.from(text, 'latin1'))).toBe(encoding);
});

const wide = (text: string) => Buffer.from(text, 'utf16le');

it.each([
  ['Vietnamese rows', wide('Mã hàng;Tên hàng\r\nĐ1;Nồi cơm điện\r\n'), 'utf-16le'],
  ['the same with the big end first', wide('Mã hàng;Tên hàng\r\nĐ1;Nồi cơm điện\r\n').swap16(), 'utf-16be'],
  ['the same cut within a character', wide('Mã hàng;Tên hàng').subarray(0, 21), 'utf-16le'],
  ['rows in UTF-8', Buffer.from('Mã hàng;Tên hàng\r\n'), undefined],
  ['numbers of two bytes', Buffer.from([1, 0, 2, 0, 3, 0, 65, 0, 66, 0]), undefined],
  ['zeros in both places', Buffer.from([65, 0, 66, 0, 0, 67, 68, 0, 69, 0]), undefined],
  ['zeros alone', Buffer.alloc(64), undefined],
  ['letters of four bytes', Buffer.from('M\0\0\0a\0\0\0;\0\0\0T\0\0\0', 'latin1'), undefined],
])('without a mark, the UTF-16 of %s is told', (_, head, encoding) => {
  expect(utf16Of(head)).toBe(encoding);
});
