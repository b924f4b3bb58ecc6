import { describe, expect, test } from 'vitest';
import { PACK } from '../../text/tokenise.ts';
import { compile } from '../index/catalogue.ts';
import { internText, tokenText } from '../text/vocabulary.ts';
import { contrastOf, mineContrasts } from './contrasts.ts';

const named = (names: string[]) => names.map((name, i) => ({ id: `${i}`, name }));

describe('mineContrasts', () => {
  const compiled = compile(
    'product',
    named(['Thép tấm Kato 6mm', 'Thép hộp Kato 6mm', 'Thép tấm Lumi 8mm', 'Thép hộp Lumi 8mm', 'Xi măng Lumi 50kg']),
    named(['Thép cuộn Kato 6mm', 'Xi măng trắng Lumi 50kg', 'Bút bi Mylo xanh']),
  );
  const contrasts = mineContrasts(compiled);
  const word = (text: string): number => internText(compiled.words, text);

  test('words that distinguish siblings of one catalogue are in contrast, as often as they do', () => {
    expect(contrastOf(contrasts, word('tam'), word('hop'))).toBe(2);
    expect(contrastOf(contrasts, word('hop'), word('tam'))).toBe(2);
    expect(contrasts.telling[word('tam')]).toBe(1);
  });

  test('records of two catalogues are no siblings', () => {
    expect(contrastOf(contrasts, word('tam'), word('cuon'))).toBe(0);
    expect(contrasts.telling[word('trang')]).toBe(0);
    expect(contrasts.telling[word('thep')]).toBe(0);
  });

  test('colours, sides and sizes are in contrast in any catalogue of goods', () => {
    const small = compile('product', named(['Áo Kato đen S']), named(['Áo Kato trắng L']));
    const known = mineContrasts(small);
    const of = (text: string): number => internText(small.words, text);
    expect(contrastOf(known, of('den'), of('trang'))).toBeGreaterThan(1);
    expect(contrastOf(known, of('s'), of('l'))).toBeGreaterThan(1);
    expect(contrastOf(known, of('den'), of('l'))).toBe(0);
  });

  test('a word that came later has no contrasts', () => {
    expect(contrastOf(contrasts, word('chua tung thay'), word('tam'))).toBe(0);
  });
});

test('names that differ only in their last word are no homonyms', () => {
  const long = 'Giáo phận Công giáo Rôma miền trung';
  const { left } = compile('partner', named([`${long} Huế`, `${long} Vinh`, `${long} Huế`]), []);
  expect([...left.homonyms]).toEqual([2, 1, 2]);
});

test('a promotional twin is no homonym of the goods for sale', () => {
  const { left } = compile(
    'product',
    named(['Dầu gội Ventra 640ml', 'KM - Dầu gội Ventra 640ml', 'Dầu gội Ventra 640ml']),
    [],
  );
  expect([...left.homonyms]).toEqual([2, 1, 2]);
});

describe('a carton', () => {
  const tellingOf = (names: string[], pack: string): number => {
    const compiled = compile('product', named(names), named([]));
    const { telling } = mineContrasts(compiled);
    const { left } = compiled;
    for (const id of left.name.values) {
      if (compiled.words.kind[id] === PACK && tokenText(compiled.words, id).includes(pack)) return telling[id]!;
    }
    throw new Error(`no carton of ${pack}`);
  };

  test('beside another size does not distinguish two articles', () => {
    expect(tellingOf(['Nước mắm Orima 500ml (thùng 12)', 'Nước mắm Orima 750ml (thùng 6)'], '12')).toBe(0);
  });

  test('that alone differs distinguishes two articles', () => {
    expect(tellingOf(['Nước mắm Orima 500ml (thùng 12)', 'Nước mắm Orima 500ml (thùng 24)'], '12')).toBe(1);
  });
});

test('names so many that they are looked through in parts show every pair of siblings once', () => {
  const size = 20_000;
  const both = (i: number): string[] => [`Tấm a${i}x b${i}x Kato`, `Hộp a${i}x b${i}x Kato`];
  const compiled = compile('product', named(Array.from({ length: size }, (_, i) => both(i)).flat()), named(['Bút bi']));
  const contrasts = mineContrasts(compiled);
  const word = (text: string): number => internText(compiled.words, text);
  expect(contrastOf(contrasts, word('tam'), word('hop'))).toBe(size);
  expect(contrasts.telling[word('tam')]).toBe(1);
  expect(contrasts.telling[word('kato')]).toBe(0);
});
