import { describe, expect, it, test } from 'vitest';
import { lostWordIn, refuseLostLetters } from '../../text/lost-letters.ts';
import { readSheet } from '../read-sheet.ts';

const bytesAsLetters = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
/** The rest that Excel leaves of a text in «CSV (Comma delimited)» where Windows is set to a Western code. */
const inWesternCode = (text: string): string => text.replace(/[\u0100-\u1fff]/gu, '?');

const NAMES = [
  'Công ty Cổ phần Thương mại Gia Tiến',
  'Siêu thị Minh Châu, 77 Trần Hưng Đạo, Phường Ninh Kiều, Cần Thơ',
  'Nhà phân phối Đại Nguyên',
];

describe('a word that has lost its letters', () => {
  it('is found, whether they are question marks or bytes', () => {
    expect(NAMES.map((name) => lostWordIn(inWesternCode(name)))).toEqual(['ph?n', 'Tr?n', 'ph?i']);
    expect(NAMES.map((name) => lostWordIn(bytesAsLetters(name)))).toEqual(['CÃ´ng', 'SiÃªu', 'phÃ¢n']);
    expect(lostWordIn('Th\ufffd\ufffdng m\ufffdi')).toBe('Th\ufffd\ufffdng');
  });

  it('is found by any single letter that only Vietnamese has', () => {
    const letters = [...'đĐăĂơưƯ', ...Array.from({ length: 0x5a }, (_, at) => String.fromCodePoint(0x1ea0 + at))];
    const missed = letters.filter((letter) => lostWordIn(bytesAsLetters(`b${letter}n`)) === undefined);
    // A byte of these is a space or a quotation mark, which may as well follow «Bá».
    expect(missed).toEqual(['Ạ', 'ồ', 'Ổ', 'Ỡ']);
    expect(letters.filter((letter) => lostWordIn(inWesternCode(`b${letter}n`)) !== 'b?n')).toEqual([]);
  });

  it('is named without the signs around it', () => {
    expect(['«ph?n»', "'ph?n'!", '(ph?n).', 'c? ph?n:'].map(lostWordIn)).toEqual(Array(4).fill('ph?n'));
  });

  it.each([
    ...NAMES,
    'Giao chưa? Gọi lại',
    'https://khop.example/hang?ma=24&loai=a',
    'xem a.vn/b?c',
    'NGÃ TƯ SỞ, ĂN ÃO, KÄRCHER, Æ 21',
    '«Bá» (Bá), “Bá»”',
    'size ?',
    'A?1',
    '???',
  ])('is none of «%s»', (text) => {
    expect(lostWordIn(text)).toBeUndefined();
    expect(lostWordIn(text.normalize('NFD'))).toBeUndefined();
  });

  test('as long as a page costs no time', () => {
    const before = performance.now();
    expect(lostWordIn(`a${'?'.repeat(1_000_000)}`)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('a file of such words', () => {
  it('is refused with some of them and the remedy', () => {
    for (const lost of [inWesternCode, bytesAsLetters])
      expect(() => refuseLostLetters(NAMES.map(lost))).toThrow(
        /^Chữ tiếng Việt trong tệp đã hỏng \(ví dụ «.+»\).*CSV UTF-8/,
      );
    expect(() => refuseLostLetters(NAMES)).not.toThrow();
  });

  it('is read where right words are as many, or hardly a word is lost', () => {
    const lost = ['ph?n', 'm?i', 'Th??ng', 'Tr?n', 'ph?i'];
    expect(() => refuseLostLetters(lost)).toThrow(/đã hỏng/);
    expect(() => refuseLostLetters(lost.slice(1))).not.toThrow();
    expect(() => refuseLostLetters([lost.join(' '), 'mới Cổ phần Thương'])).toThrow(/đã hỏng/);
    expect(() => refuseLostLetters([lost.join(' '), 'mới Cổ phần Thương thị'])).not.toThrow();
    // One word again and again is one.
    expect(() => refuseLostLetters(Array(9).fill('ph?n'))).not.toThrow();
  });

  it('is read where more words are right, and tells the cells', () => {
    const texts = [...NAMES, inWesternCode('Kẹo dừa Bến Tre')];
    expect(() => refuseLostLetters(texts)).not.toThrow();
    const { rows, warnings } = readSheet([
      ['Mã khách hàng', 'Tên khách hàng'],
      ...texts.map((name, at) => [`KH${at}`, name]),
    ]);
    expect(rows).toHaveLength(4);
    expect(warnings).toMatchObject([{ code: 'LETTERS_LOST', row: 5, value: 'K?o d?a B?n Tre' }]);
    expect(warnings[0]!.message).toContain('có chữ tiếng Việt đã hỏng («K?o»)');
  });
});

it('a text whose letters and marks are apart is as long as one that has them together', () => {
  const long = 'Bảo quản nơi khô ráo. '.repeat(30).trim();
  expect(long.normalize('NFD').length).toBeGreaterThan(800);
  const { rows, warnings } = readSheet([
    ['Mã khách hàng', 'Tên khách hàng'],
    ['KH1', long.normalize('NFD')],
  ]);
  expect([rows[0]!.name, warnings]).toEqual([long, []]);
});
