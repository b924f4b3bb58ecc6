import { expect, test } from 'vitest';
import { compile } from '../index/catalogue.ts';
import { eachSpelling, figureSimilarity, ROUNDED } from './figures.ts';
import { tokenText } from './vocabulary.ts';

const tokens = (a: string, b: string) => {
  const { words, left, right } = compile('product', [{ id: 'a', name: `hàng ${a}` }], [{ id: 'b', name: `hàng ${b}` }]);
  return { words, a: left.name.values[1]!, b: right.name.values[1]! };
};

test.each([
  ['1.4ly', '1,4'],
  ['2.5mm2', '2.5'],
  ['3200MHz', '3200'],
  ['20cm', '20'],
  ['D27', 'phi 27'],
  ['F27', 'D27'],
  ['D27', '27'],
  ['2018', '18'],
  ['II', '2'],
  ['DN15', 'phi 21'],
  ['DN 50', 'D60'],
  ['DN20', '3/4"'],
  ['1HP', '0,75kW'],
  ['5.5 HP', '4kW'],
  ['1.5HP', '12000BTU'],
  ['sz38', '38'],
  ['EU38', '38'],
  ['3000K', 'vàng'],
  ['70gsm', '70'],
  ['TL-027', '027'],
  ['K80', '80mm'],
  ['8G', '8GB'],
  ['24 inch', '23.8"'],
  ['4mm', '4mm2'],
  ['D65', 'DN65'],
  ['2T', '2 tấn'],
  ['2.5 ngựa', '21.500BTU'],
  ['50k', '50.000đ'],
  ['100', '100.000đ'],
  ['10K', '10kΩ'],
  ['4K7', '4.7kΩ'],
  ['100R', '100Ω'],
  ['12 năm', '12'],
  ['3', '3 tấn'],
  ['V50', 'L50'],
  ['R3.5xC4', '3.5m'],
  ['R60xC80', '600mm'],
  ['1tr', '1.000.000 VNĐ'],
  ['một', '1'],
  ['hai', '2'],
])('«%s» and «%s» write one figure', (first, second) => {
  const { words, a, b } = tokens(first, second);
  expect(figureSimilarity(words, a, b, true)).toBeGreaterThan(0.9);
  expect(figureSimilarity(words, b, a, true)).toBe(figureSimilarity(words, a, b, true));
});

test.each([
  ['1.4ly', '1.8'],
  ['D27', 'phi 34'],
  ['D27A', '27'],
  ['V27', 'phi 27'],
  ['2018', '19'],
  ['1018', '18'],
  ['III', '2'],
  ['DN15', 'phi 27'],
  ['1HP', '1.1kW'],
  ['1HP', '12000BTU'],
  ['sz38', '39'],
  ['6500K', 'vàng'],
  ['TL-027', '079'],
  ['K80', '57mm'],
  ['5mm', '5mm2'],
  ['D20', 'DN20'],
  ['L5', '5'],
  ['305D', '305'],
  ['TN-2385', '2386'],
  ['TL-027A', '027'],
  ['8G', '16GB'],
  ['5G', '5GB'],
  ['24 inch', '21.5"'],
  ['6 inch', '5.5"'],
  ['2T', '3 tấn'],
  ['phi 42', 'Ø43'],
  ['phi 42', 'Ø42.9'],
  ['phi 100', 'Ø101'],
  ['115g', '116g'],
  ['220V', '221.5V'],
  ['2.5 ngựa', '18.000BTU'],
  ['12oz', '475ml'],
  ['9999', '99990'],
  ['18k', '58.5%'],
  ['50k', '55.000đ'],
  ['10K', '1kΩ'],
  ['4K7', '47kΩ'],
  ['4K7A', '4.7kΩ'],
  ['2 năm', '12 tháng'],
  ['1KX', '8200 ohm'],
  ['H400xR600', 'L400xR600'],
  ['5F', '45mm'],
  ['5P', '52mm'],
  ['V50', 'L63'],
  ['1tr', '10.000.000đ'],
  ['phi 10', 'Ø9.25'],
  ['10', '6.35'],
  ['ba', '2'],
])('«%s» and «%s» write two figures', (first, second) => {
  const { words, a, b } = tokens(first, second);
  expect(figureSimilarity(words, a, b, true)).toBe(0);
});

test.each([
  ['TN-2385', '2385'],
  ['5502BN', '5502'],
  ['B-52', '52'],
  ['L7805CV', '7805'],
])('«%s» and a bare «%s» may be one: neither the same nor two', (first, second) => {
  const { words, a, b } = tokens(first, second);
  expect(figureSimilarity(words, a, b, true)).toBe(0.85);
  expect(figureSimilarity(words, b, a, true)).toBe(0.85);
  const found: string[] = [];
  eachSpelling(words, a, (other) => found.push(tokenText(words, other)));
  expect(found).toEqual([second]);
});

test('the side D may be the depth or the length', () => {
  const { words, a, b } = tokens('D400xR600', 'L400xR600');
  expect(figureSimilarity(words, a, b, true)).toBe(ROUNDED);
  expect(figureSimilarity(words, b, a, true)).toBe(ROUNDED);
});

test('a house number is no year', () => {
  const { words, a, b } = tokens('2018', '18');
  expect(figureSimilarity(words, a, b, false)).toBe(0);
});

test('only spellings that occur in a catalogue are looked up', () => {
  const { words, a } = tokens('1.4ly', '1.4');
  const found: string[] = [];
  eachSpelling(words, a, (other) => found.push(tokenText(words, other)));
  expect(found).toEqual(['1.4']);
});

test.each([
  ['4040', 'BW30-4040'],
  ['740', 'FR-D-740'],
])('«%s» is a whole part of «%s»', (number, code) => {
  const { words, a, b } = tokens(number, code);
  expect(figureSimilarity(words, a, b, true)).toBe(0.85);
});

test.each([
  ['404', 'BW30-4040'],
  ['40', 'BW-40-X1'],
  ['4040', 'BW304040'],
])('«%s» is not a part of «%s» by itself', (number, code) => {
  const { words, a, b } = tokens(number, code);
  expect(figureSimilarity(words, a, b, true)).not.toBe(0.85);
});

test('of partners a counting word is a name', () => {
  const { words, a, b } = tokens('Hai', '2');
  expect(figureSimilarity(words, a, b, false)).toBe(0);
});

test.each([
  ['phi 42', 'Ø42.7'],
  ['1m2', '1219'],
  ['1L', '997ml'],
  ['115g', '115,5g'],
  ['phi 10', 'Ø9.52'],
  ['6', 'phi 6.35'],
  ['12', '12.7'],
  ['12oz', '355ml'],
  ['10 lbs', '4,54kg'],
  ['100ya', '91m'],
  ['9999', '999.9'],
  ['18k', '75%'],
  ['14K', '585'],
  ['50k', '50.000'],
  ['5p', '50mm'],
  ['5F', '48mm'],
])('«%s» may be said for «%s», which is no certainty', (first, second) => {
  const { words, a, b } = tokens(first, second);
  expect(figureSimilarity(words, a, b, true)).toBe(ROUNDED);
  expect(figureSimilarity(words, b, a, true)).toBe(ROUNDED);
});
