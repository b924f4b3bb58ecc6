import { describe, expect, test } from 'vitest';
import { foldText } from './fold.ts';
import { newTokenBuffer, tokenise } from './tokenise.ts';

const KINDS = ['w', 'n', 'q', 'c'];
const out = newTokenBuffer();
const tokens = (text: string): string[] => {
  tokenise(text, out);
  return Array.from({ length: out.count }, (_, i) => {
    const chars = Array.from(out.chars.subarray(out.starts[i], out.ends[i]), (c) => String.fromCharCode(c)).join('');
    return `${KINDS[out.kinds[i]!]}:${chars}`;
  });
};
const marks = (text: string): number[] => {
  tokenise(text, out);
  return Array.from(out.marks.subarray(0, out.count));
};

describe('tokenise', () => {
  test.each([
    ['Sữa tươi Vinamilk 180ml', ['w:sua', 'w:tuoi', 'w:vinamilk', 'q:180ml']],
    ['Nước mắm 1,5 lít', ['w:nuoc', 'w:mam', 'q:1500ml']],
    ['Nước mắm 1.5L', ['w:nuoc', 'w:mam', 'q:1500ml']],
    ['Gạo 0.5kg', ['w:gao', 'q:500g']],
    ['Thùng 24x180ml', ['w:thung', 'n:24', 'q:180ml']],
    ['Bút bi x24', ['w:but', 'w:bi', 'n:24']],
    ['Máy khoan VH-120X', ['w:may', 'w:khoan', 'c:vh120x']],
    ['Máy khoan VH 120X', ['w:may', 'w:khoan', 'w:vh', 'c:120x']],
    ['Máy khoan VH120X', ['w:may', 'w:khoan', 'c:vh120x']],
    ['Giấy A4 70gsm', ['w:giay', 'c:a4', 'c:70gsm']],
    ['Sơn SG-500ml', ['w:son', 'w:sg', 'q:500ml']],
    ['iphone12 128GB', ['w:iphone', 'n:12', 'q:131072mb']],
    ['1.500ml', ['q:1500ml']],
    ['32-inch TV', ['q:32inch', 'w:tv']],
    ["noah's ark 950 000", ['w:noahs', 'w:ark', 'n:950', 'n:0']],
  ])('%s', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test('where the tone is written does not matter, which tone it is does', () => {
    expect(marks('hoà')).toEqual(marks('hòa'));
    expect(marks('hòa'.normalize('NFD'))).toEqual(marks('hòa'));
    expect(marks('Hòa')).not.toEqual(marks('Hóa'));
    expect(marks('tuan')).toEqual([0]);
  });

  test('folding keeps đ as d', () => {
    expect(foldText('  Đặng   Thị  HOÀ-Bình ')).toBe('dang thi hoa binh');
  });
});
