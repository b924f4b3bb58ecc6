import { expect, test } from 'vitest';
import { target } from './link.tsx';

test.each([
  ['/', { to: '/', search: {} }],
  ['/a?b=c', { to: '/a', search: { b: 'c' } }],
  ['/a?b=c?d&e=', { to: '/a', search: { b: 'c?d', e: '' } }],
  ['/a?b=%2F%23#d', { to: '/a', search: { b: '/#' }, hash: 'd' }],
  ['/a#d', { to: '/a', search: {}, hash: 'd' }],
])('%s', (path, to) => {
  expect(target(path)).toEqual(to);
});
