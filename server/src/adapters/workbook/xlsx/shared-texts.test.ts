import { expect, it } from 'vitest';
import { SharedTexts } from './shared-texts.ts';

/** Blank, short and long texts, some of which fill a page of a million bytes nearly or not quite. */
const LENGTHS = [0, 1, 5, 126, 127, 128, 700, 16_382, 16_383, 16_384, 60_000, 349_000, 1, 0, 333_333];
const textOf = (number: number): string => `${number} ồ`.repeat(200_000).slice(0, LENGTHS[number % LENGTHS.length]!);
const COUNT = 400;

function stored(): SharedTexts {
  const texts = new SharedTexts();
  for (let number = 0; number < COUNT; number++) {
    const bytes = Buffer.from(textOf(number));
    const middle = Math.floor(bytes.length / 2);
    texts.write(bytes, 0, middle);
    texts.write(bytes, middle, bytes.length);
    texts.end();
  }
  return texts;
}

it('gives every text by its number, in order, backwards, again and again, and none that there is not', () => {
  const texts = stored();
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  const mixed = numbers.map((number) => (number * 173) % COUNT);
  for (const order of [numbers, numbers.toReversed(), mixed, numbers]) {
    for (const number of order) {
      const [once, again] = [texts.get(number), texts.get(number)];
      // Not `toBe`: a failure would print a million letters.
      expect(once === textOf(number), `text ${number}`).toBe(true);
      expect(again === once, `text ${number} again`).toBe(true);
    }
  }
  for (const number of [-1, COUNT, 0.5, Number.NaN]) expect(texts.get(number)).toBeUndefined();
});

it('keeps a text apart from one whose number ends alike', () => {
  const texts = new SharedTexts();
  const count = (1 << 15) + 40;
  for (let number = 0; number < count; number++) {
    const bytes = Buffer.from(`chữ ${number}`);
    texts.write(bytes, 0, bytes.length);
    texts.end();
  }
  for (let round = 0; round < 3; round++) {
    for (const number of [7, 7, 7 + (1 << 15), 7, 7 + (1 << 15), 7 + (1 << 15)]) {
      expect(texts.get(number)).toBe(`chữ ${number}`);
    }
  }
});
