import { expect, test } from 'vitest';
import { isAuthPage, safeRedirect, signInPath } from './redirect.ts';

test.each([
  ['/bravo/items', '/bravo/items'],
  ['/bravo/items?q=gi%E1%BA%A5y&sort=-code', '/bravo/items?q=gi%E1%BA%A5y&sort=-code'],
  ['/invoices/1#dong-2', '/invoices/1#dong-2'],
  ['/', '/'],
])('%s is followed', (wanted, to) => {
  expect(safeRedirect(wanted)).toBe(to);
});

test.each([
  undefined,
  null,
  '',
  'bravo/items',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\tevil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/sign-in?redirect=%2F',
  '/sign-in/',
  '/forgot-password',
])('%j leads home', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/');
});

test('the sign-in address carries the full path, encoded, and the notice', () => {
  expect(signInPath()).toBe('/sign-in');
  expect(signInPath('/')).toBe('/sign-in?redirect=%2F');
  expect(signInPath('/bravo/items?q=a&b=c')).toBe('/sign-in?redirect=%2Fbravo%2Fitems%3Fq%3Da%26b%3Dc');
  expect(signInPath('/profile', 'revoked')).toBe('/sign-in?revoked=true&redirect=%2Fprofile');
  expect(signInPath('/profile', 'expired')).toBe('/sign-in?expired=true&redirect=%2Fprofile');
  expect(signInPath('/profile', 'left')).toBe('/sign-in?redirect=%2Fprofile');
  expect(signInPath('/sign-in?redirect=%2Fprofile')).toBe('/sign-in');
});

test('only the two auth pages are public', () => {
  expect(isAuthPage('/sign-in')).toBe(true);
  expect(isAuthPage('/forgot-password/')).toBe(true);
  expect(isAuthPage('/')).toBe(false);
  expect(isAuthPage('/sign-in-help')).toBe(false);
});
