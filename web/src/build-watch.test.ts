import { expect, test } from 'vitest';
import { mayReload } from './build-watch.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a path reloads at most once in ten seconds; another path has its own guard', () => {
  const kept = storage();
  expect(mayReload('/a', 100_000, kept)).toBe(true);
  expect(mayReload('/a', 109_999, kept)).toBe(false);
  expect(mayReload('/b', 109_999, kept)).toBe(true);
  expect(mayReload('/a', 109_999, kept)).toBe(false);
  expect(mayReload('/a', 110_000, kept)).toBe(true);
});

test('a spoilt memory does not stop the page', () => {
  const kept = { ...storage(), getItem: () => 'not json' };
  expect(mayReload('/a', 0, kept)).toBe(true);
});
