import { expect, test } from 'vitest';
import { QUANTITY } from '../../text/tokenise.ts';
import { compile } from '../index/catalogue.ts';
import { tokenText } from './vocabulary.ts';

const read = (name: string): string[] => {
  const { words, left } = compile('product', [{ id: 'a', name }], []);
  return Array.from(left.name.values, (id) => tokenText(words, id));
};

test.each(['Gạch 60x60', 'Gạch 60x60cm', 'Gạch 600x600', 'Gạch 60 * 60', 'Gạch 600x600mm'])(
  'the sides of «%s» are 600 mm',
  (name) => {
    expect(read(name).map((token) => token.replace('mm', ''))).toEqual(['gach', '600', '600']);
  },
);

test('sides of other goods stay as they are, and so does a number alone', () => {
  expect(read('Thép hộp 60x60')).toEqual(['thep', 'hop', '60', '60']);
  expect(read('Gạch bông 60')).toEqual(['gach', 'bong', '60']);
});

test.each(['Thùng carton 40x30x20', 'Thùng carton 400x300x200mm', 'Thùng 40 x 30 x 20 carton'])(
  'the sides of «%s» are 400, 300 and 200 mm',
  (name) => {
    expect(read(name).filter((token) => /^\d/.test(token))).toEqual(['400mm', '300mm', '200mm']);
  },
);

test('a side that has a name is a side of a tile or carton too', () => {
  expect(read('Thùng carton W40xD30xH20').slice(-3)).toEqual(['400mm', '300mm', '200mm']);
});

test.each(['Gạch ống 8x8x18', 'Gạch 80x80x180'])('the sides of «%s» are 80, 80 and 180 mm', (name) => {
  expect(read(name).slice(-3)).toEqual(['80mm', '80mm', '180mm']);
});

test('sides of a carton are quantities, lest the first be taken for what it holds', () => {
  const { words, left } = compile('product', [{ id: 'a', name: 'Thùng carton 40x30x20' }], []);
  expect(Array.from(left.name.values.slice(-3), (id) => words.kind[id])).toEqual([QUANTITY, QUANTITY, QUANTITY]);
});

test('a tile has two sides and is thin', () => {
  expect(read('Gạch 60x60x10').slice(-3)).toEqual(['600', '600', '10']);
});

test('a large carton is measured in centimetres too', () => {
  expect(read('Thùng carton 100x80x60').slice(-3)).toEqual(['1000mm', '800mm', '600mm']);
});

test('two figures on a carton are no sides, nor are thin ones', () => {
  expect(read('Thùng sữa 48 110')).toContain('110');
  expect(read('Hộp 40x30x20')).toEqual(['hop', '40', '30', '20']);
  expect(read('Thùng carton 40x30x2').slice(-2)).toEqual(['30', '2']);
});
