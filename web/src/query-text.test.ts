import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './query-text.ts';

test('a query is plain text both ways, and nothing is guessed', () => {
  expect(parseSearch('?revoked=true&redirect=%2Fbravo%2Fitems%3Fq%3Da&n=01')).toEqual({
    revoked: 'true',
    redirect: '/bravo/items?q=a',
    n: '01',
  });
  expect(stringifySearch({ revoked: 'true', redirect: '/bravo/items' })).toBe(
    '?revoked=true&redirect=%2Fbravo%2Fitems',
  );
  expect(parseSearch(stringifySearch({ q: 'Giấy & bút = 100%' }))).toEqual({ q: 'Giấy & bút = 100%' });
});

test('what is empty is left out', () => {
  expect(stringifySearch({ q: '', sort: undefined, status: null })).toBe('');
  expect(parseSearch('')).toEqual({});
});
