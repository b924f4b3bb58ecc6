import { expect, it } from 'vitest';
import { repeatKey } from './repeat-key.ts';

it('repeats a request under its key, and asks something else under another', () => {
  let made = 0;
  const keyOf = repeatKey(() => `k${++made}`);
  expect([keyOf({ only: 'new' }), keyOf({ only: 'new' })]).toEqual(['k1', 'k1']);
  expect(keyOf({ only: 'all' })).toBe('k2');
  expect(keyOf({ only: 'all', override: { reason: 'vì' } })).toBe('k3');
});
