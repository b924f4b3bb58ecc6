import { expect, test } from 'vitest';
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
