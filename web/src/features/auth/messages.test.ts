import { expect, test } from 'vitest';
import { identityMessage, KNOWN_IDENTITY_CODES } from './messages.ts';

// Every code that the specification §8 lists.
test.each([
  'multi-factor-auth-required',
  'user-mismatch',
  'user-not-found',
  'password-does-not-meet-requirements',
  'internal-error',
  'argument-error',
  'invalid-api-key',
  'unauthorized-domain',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'web-storage-unsupported',
  'network-request-failed',
  'invalid-auth-event',
  'no-auth-event',
  'auth-domain-config-required',
  'invalid-continue-uri',
])('%s has a sentence of its own', (code) => {
  expect(KNOWN_IDENTITY_CODES).toContain(code);
  expect(identityMessage({ code: `auth/${code}` })).toMatch(/^\p{Lu}.+\.$/u);
});

test('an unknown code is still told, and foreign errors are left to others', () => {
  expect(identityMessage({ code: 'auth/brand-new' })).toContain('brand-new');
  expect(identityMessage(new Error('x'))).toBeUndefined();
  expect(identityMessage({ code: 'NETWORK' })).toBeUndefined();
});
