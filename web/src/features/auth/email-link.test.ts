import { beforeEach, expect, test, vi } from 'vitest';
import { REDIRECT_EVENT_TTL_MS } from '../../constants.ts';
import { forgetEmail, isEmailLink, markRedirect, rememberEmail, rememberedEmail, takeRedirect } from './email-link.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memory());
  vi.stubGlobal('sessionStorage', memory());
});

test.each([
  ['http://localhost/sign-in?mode=signIn&oobCode=abc', true],
  ['http://localhost/sign-in?mode=resetPassword&oobCode=abc', false],
  ['http://localhost/sign-in?mode=signIn', false],
  ['http://localhost/sign-in', false],
])('%s is a sign-in link: %s', (href, is) => {
  expect(isEmailLink(href)).toBe(is);
});

test('the email that a link was sent to is known on this device until the link was used', () => {
  expect(rememberedEmail()).toBeNull();
  rememberEmail('ketoan@khop.vn');
  expect(rememberedEmail()).toBe('ketoan@khop.vn');
  forgetEmail();
  expect(rememberedEmail()).toBeNull();
});

test('a sign-in by redirect is finished once, and within ten minutes', () => {
  expect(REDIRECT_EVENT_TTL_MS).toBe(600_000);
  expect(takeRedirect(1_000)).toBe(false);
  markRedirect(1_000);
  expect([takeRedirect(601_000), takeRedirect(601_000)]).toEqual([true, false]);
  markRedirect(1_000);
  expect(takeRedirect(601_001)).toBe(false);
});
