import { expect, test } from 'vitest';
import { compile } from '../index/catalogue.ts';
import { weigh } from '../index/retrieval.ts';
import { findCandidates } from './candidates.ts';

const named = (names: readonly string[]) => names.map((name, i) => ({ id: String(i), name }));

function pairsOf(left: readonly string[], right: readonly string[]): string[] {
  const compiled = compile('product', named(left), named(right));
  const { candidates } = findCandidates(compiled, weigh(compiled))!;
  return Array.from(candidates.left, (l, k) => `${left[l]} | ${right[candidates.right[k]!]}`);
}

const own = ['Bánh quy bơ Hải Châu', 'Bánh tráng muối Tây Ninh', 'Kẹo lạc Thanh Hóa'];

test('a partner far behind the best of both records is not compared', () => {
  expect(pairsOf(own, own)).toEqual(own.map((name) => `${name} | ${name}`));
});

test('a partner that is the best of one of the two records is compared', () => {
  const pairs = pairsOf(own, [own[0]!, own[2]!]);
  expect(pairs).toContain('Bánh tráng muối Tây Ninh | Bánh quy bơ Hải Châu');
  expect(pairs).not.toContain('Bánh quy bơ Hải Châu | Kẹo lạc Thanh Hóa');
});
