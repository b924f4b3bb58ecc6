import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

const known = (text: string): string => createHash('sha256').update(text).digest('hex');

test('the example of the standard', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('is that of Node for texts of every length around a block, and for any text', () => {
  for (let length = 0; length < 260; length++) expect(sha256('a'.repeat(length))).toBe(known('a'.repeat(length)));
  for (const unit of ['grapheme', 'binary'] as const)
    fc.assert(fc.property(fc.string({ unit, maxLength: 500 }), (text) => sha256(text) === known(text)));
  expect(sha256('\ud800 Bảng kê đ €😀')).toBe(known('\ud800 Bảng kê đ €😀'));
});
