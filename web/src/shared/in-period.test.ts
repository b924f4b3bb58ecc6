import { expect, test } from 'vitest';
import { inPeriod } from './in-period.ts';

test('a page that shows a period is asked for that one, with its filters and the place on it', () => {
  expect(inPeriod('/', 'k1')).toBe('/?ky=k1');
  expect(inPeriod('/invoices/checks?finding=NO_STOCK%3AA#rows', 'k1')).toBe(
    '/invoices/checks?ky=k1&finding=NO_STOCK%3AA#rows',
  );
});

test('pages of catalogues and of one record stay as they are, and all where no period is known', () => {
  for (const address of ['/bravo/partners?id=K1#rows', '/invoices/0199', '/invoices/rules#rows'])
    expect(inPeriod(address, 'k1')).toBe(address);
  expect(inPeriod('/invoices', undefined)).toBe('/invoices');
});

test('a period that the address names already stays', () => {
  expect(inPeriod('/invoices/days?ky=k0', 'k1')).toBe('/invoices/days?ky=k0');
});
