import { afterEach, expect, test, vi } from 'vitest';
import { lastSessionStore } from './last-session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what was written is read again, and forgotten when told', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  expect(lastSessionStore.read()).toBeNull();
  lastSessionStore.write({ email: 'ketoan@khop.vn', revoked: true });
  expect(lastSessionStore.read()).toEqual({ email: 'ketoan@khop.vn', revoked: true });
  lastSessionStore.write(null);
  expect([lastSessionStore.read(), kept.size]).toEqual([null, 0]);
});

test.each(['không phải JSON', '7', '{}', '{"email":1}', 'null'])('%j in the store is nothing', (text) => {
  vi.stubGlobal('localStorage', { getItem: () => text });
  expect(lastSessionStore.read()).toBeNull();
});

test('a browser that blocks storage is no obstacle', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(lastSessionStore.read()).toBeNull();
  lastSessionStore.write({ email: 'a', revoked: false });
  lastSessionStore.write(null);
});
