import { describe, expect, test } from 'vitest';
import { compile } from '../index/catalogue.ts';
import { weigh } from '../index/retrieval.ts';
import type { MatchKind } from '../record.ts';
import { tokenText } from '../text/vocabulary.ts';
import { align } from './align.ts';
import { newAlignment } from './alignment.ts';
import { newComparer } from './comparer.ts';
import { mineContrasts } from './contrasts.ts';
import { loneCodes } from './lone-codes.ts';
import { mineSynonyms } from './synonyms.ts';

/** Two names aligned among a background that makes no word of theirs common. */
function aligned(kind: MatchKind, a: string, b: string) {
  const filler = Array.from({ length: 40 }, (_, i) => ({ id: `f${i}`, name: `nền ${i}a danh mục` }));
  const compiled = compile(kind, [{ id: 'a', name: a }, ...filler], [{ id: 'b', name: b }, ...filler]);
  const weights = weigh(compiled);
  const out = newAlignment();
  const lexicon = {
    words: compiled.words,
    idf: weights.idf,
    top: weights.top,
    synonyms: new Set<number>(),
    lone: loneCodes(compiled.words),
    stride: 0,
    field: 'name' as const,
    goods: kind === 'product',
  };
  align(out, lexicon, compiled, 0, 0);
  return out;
}

/** The share of both names that is aligned. */
function alignedShare(kind: MatchKind, a: string, b: string): number {
  const out = aligned(kind, a, b);
  return (out.a.matched + out.b.matched) / (out.a.weight + out.b.weight);
}

describe('align', () => {
  test.each([
    ['partner', 'Công ty TNHH Bất động sản Hải Âu', 'CTY TNHH BĐS HẢI ÂU', 1],
    ['partner', 'TBYT Việt Nhật', 'Thiết bị Y tế Việt Nhật', 0.9],
    ['partner', 'Liên hiệp Vận tải Thủy bộ Cửu Long', 'LHVTTB Cửu Long', 0.85],
    ['product', 'siêu thị minh tâm', 'sieuthi minh tam', 0.9],
    ['product', 'Máy khoan VH-120X', 'Máy khoan VH 120X', 0.9],
    ['product', 'Vetnra muối biển', 'Ventra muối biển', 0.9],
    ['product', 'laser printers', 'laser printer', 0.9],
    ['product', 'Bóng led Rạng Đông', 'Đèn LED Rạng Đông', 0.9],
    ['product', 'Túi zip 10x15', 'Túi zip 100x150mm', 0.9],
    ['product', 'Cửa gió 600x600', 'Cửa gió 60x60', 0.9],
    ['product', 'Kệ 30x40x50', 'Kệ 300x400x500', 0.8],
    ['product', 'Máng cáp 200x100', 'Máng cáp W200xH100', 0.9],
    ['product', 'Đậu phộng rang', 'Lạc rang', 0.9],
    ['product', 'Lọc dầu Kato', 'Lọc nhớt Kato', 0.9],
    ['product', 'Khí dầu mỏ hóa lỏng (LPG) 45kg', 'Gas 45kg', 0.9],
  ] as const)('%s: «%s» ~ «%s»', (kind, a, b, least) => {
    expect(alignedShare(kind, a, b)).toBeGreaterThanOrEqual(least);
  });

  test.each([
    ['product', 'Sữa đỏ', 'Sữa xanh', 0.6],
    ['product', 'Máy VH-120X', 'Máy VH-130X', 0.6],
    ['product', 'Hộp 14x14', 'Hộp 140x140', 0.4],
    ['product', 'Túi zip 10x15', 'Túi zip 100x160mm', 0.7],
    ['partner', 'Nguyễn Văn Hùng', 'Trần Thị Mai', 0.01],
  ] as const)('%s: «%s» ≁ «%s»', (kind, a, b, most) => {
    expect(alignedShare(kind, a, b)).toBeLessThanOrEqual(most);
  });
});

describe('marks', () => {
  test.each([
    ['Công ty Hòa Phát', 'Công ty Hóa Phát'],
    ['Cty Bắc Hạ', 'Công ty Bắc Hà'],
    ['Cty Bắc Hạ', 'Công ty Hà Tây Bắc Hà'],
  ])('of «%s» and «%s» contradict each other', (a, b) => {
    expect(aligned('partner', a, b).markConflict).toBeGreaterThan(0);
  });

  test.each([
    ['VCB Tây Hồ', 'Ngoại thương Tây Hồ', 'an alias has none of its own'],
    ['ĐL Hai Lúa', 'Đại lý Hai Lúa', 'nor against those of a short form'],
    ['Cty Bắc Hà', 'Hạ tầng Bắc Hà', 'the other has the word with these as well'],
    ['Hạ tầng Bắc Hà', 'Cty Bắc Hà', 'the same from the other side'],
    ['Hoà Phát', 'Hòa Phát', 'the tone may be written on either letter'],
  ])('of «%s» and «%s» do not: %s', (a, b) => {
    expect(aligned('partner', a, b).markConflict).toBe(0);
  });
});

test('words of an alias have the marks that their own spelling has, where the name is written with marks', () => {
  const marksOf = (name: string) => [...compile('product', [{ id: '1', name }], []).left.nameMarks];
  expect(marksOf('êcu')).toEqual(marksOf('đai ốc'));
  expect(marksOf('ecu')).toEqual([0, 0]);
});

describe('mineSynonyms', () => {
  test('a word that always replaces another is found, an antonym is not', () => {
    const colours = ['đỏ', 'xanh'];
    const goods = Array.from({ length: 30 }, (_, i) => ({ kind: `hàng${i}`, colour: colours[i % 2]! }));
    const left = goods.map(({ kind, colour }, i) => ({ id: `${i}`, name: `${kind} mịn Vinamilk ${colour}` }));
    const right = goods.map(({ kind, colour }, i) => ({
      id: `${i}`,
      name: `${kind} mịn VNM ${i < 3 ? colours[(i + 1) % 2] : colour}`,
    }));
    const compiled = compile('product', left, right);
    const weights = weigh(compiled);
    const comparer = newComparer(compiled, weights, mineContrasts(compiled));
    const positions = Uint32Array.from(goods.keys());
    const synonyms = mineSynonyms(comparer, { left: positions, right: positions });
    const text = (id: number): string =>
      String.fromCharCode(...compiled.words.chars.subarray(compiled.words.start[id]!, compiled.words.start[id + 1]!));
    const found = [...synonyms].map((key) => [Math.floor(key / compiled.words.count), key % compiled.words.count]);
    // The colours are known, not found.
    const colourless = found.map(([a, b]) => `${text(a!)}=${text(b!)}`).filter((pair) => !/blue|green/.test(pair));
    expect(colourless).toEqual(['vinamilk=vnm']);
  });

  test('colours are known in two languages of goods, and in no other way', () => {
    const found = (kind: MatchKind): string[] => {
      const [left, right] = ['đen trắng xanh', 'black white green'].map((name) => [{ id: name, name }]);
      const compiled = compile(kind, left!, right!);
      const comparer = newComparer(compiled, weigh(compiled), mineContrasts(compiled));
      const nothing = new Uint32Array();
      const { words } = compiled;
      return [...mineSynonyms(comparer, { left: nothing, right: nothing })]
        .map((key) => [Math.floor(key / words.count), key % words.count].map((id) => tokenText(words, id)).join('='))
        .sort();
    };
    expect(found('product')).toEqual([
      'black=den',
      'blue=xanh',
      'den=black',
      'green=xanh',
      'trang=white',
      'white=trang',
      'xanh=blue',
      'xanh=green',
    ]);
    expect(found('partner')).toEqual([]);
  });
});
