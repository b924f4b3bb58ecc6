import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markDifferences, markWhole } from './differences.ts';

const different = (parts: readonly { text: string; mark: string }[]) =>
  parts.filter((part) => part.mark === 'different').map((part) => part.text.trim());

describe('markDifferences', () => {
  it('marks the word that only one side has', () => {
    const { left, right } = markDifferences('Bia lon Mộc Nhi 330ml', 'Bia lon Mộc Nhi 500ml');
    expect(different(left)).toEqual(['330']);
    expect(different(right)).toEqual(['500']);
  });

  it('does not mind order, case, spaces and punctuation', () => {
    const { left, right } = markDifferences(
      'Bia lon Zentra nhẹ 330ml (thùng 24)',
      'ZENTRA bia lon, nhẹ 330 ML thùng 24',
    );
    expect(different(left)).toEqual([]);
    expect(different(right)).toEqual([]);
  });

  it('tells other marks from another word', () => {
    const { left } = markDifferences('Bánh quy', 'Banh quy');
    expect(left).toEqual([
      { text: 'Bánh', mark: 'spelling' },
      { text: ' quy', mark: 'same' },
    ]);
  });

  it('marks of a repeated word the one that is out of line', () => {
    const { left } = markDifferences('Phường Hà Đông, Quận Hà Đông, Hà Nội', 'Phường Hà Đông, Hà Nội');
    expect(different(left)).toEqual(['Quận Hà Đông']);
  });

  it('counts words that come twice', () => {
    expect(different(markDifferences('Hà Hà', 'Hà').left)).toEqual(['Hà']);
  });

  it('reads both decimal signs as one number', () => {
    expect(different(markDifferences('Bình 1.8L', 'Bình 1,8 l').left)).toEqual([]);
    expect(different(markDifferences('Bình 1.8L', 'Bình 18 l').left)).toEqual(['1.8']);
  });

  it('keeps every character of both sides', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const { left, right } = markDifferences(a, b);
        expect(left.map((part) => part.text).join('')).toBe(a.normalize('NFC'));
        expect(right.map((part) => part.text).join('')).toBe(b.normalize('NFC'));
      }),
    );
  });

  it('marks nothing different between a text and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(markDifferences(text, text).left.every((part) => part.mark === 'same')).toBe(true);
      }),
    );
  });
});

describe('markWhole', () => {
  it('compares codes without their punctuation', () => {
    expect(markWhole('0389622601', '038 962 2601').left[0]?.mark).toBe('same');
    expect(markWhole('0389622601', '0389622601-001').left[0]?.mark).toBe('different');
  });

  it('marks nothing against an empty side', () => {
    expect(markWhole('0389622601', '')).toEqual({ left: [{ text: '0389622601', mark: 'same' }], right: [] });
  });
});
