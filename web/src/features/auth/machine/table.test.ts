import { expect, test } from 'vitest';
import type { Session } from '../../../api/session.ts';
import { type SessionEvent, step } from './table.ts';
import { tokenOf } from './testing/machine-stage.ts';

const user = { uid: 'u1', email: 'ketoan@khop.vn', displayName: 'Kế toán', photoUrl: null, token: async () => token };
const token = tokenOf({ admin: true });
const HELD = {
  accessToken: token.token,
  tokenInfo: { issuedAt: token.issuedAt, expiresAt: token.expiresAt, signInProvider: 'password' },
  admin: true,
};
const KNOWN = { user: { uid: 'u1', email: 'ketoan@khop.vn', displayName: 'Kế toán', photoUrl: null } };
const NO_PERSON = { user: null, accessToken: null, tokenInfo: null, admin: false };

const arrived: SessionEvent = { type: 'arrived', user, token };
const confirmed: SessionEvent = { type: 'confirmed' };
const renewed: SessionEvent = { type: 'renewed', token };
const revoked: SessionEvent = { type: 'over', how: 'revoked', email: 'ketoan@khop.vn' };
const left: SessionEvent = { type: 'over', how: 'left' };
const forgotten: SessionEvent = { type: 'forgotten' };
const REVOKED = { ended: 'revoked', lastRevokedEmail: 'ketoan@khop.vn' } as const;

const inState = (status: Session['status']): Session => ({
  status,
  ...NO_PERSON,
  lastRevokedEmail: null,
  ended: null,
});

test.each<[Session['status'], SessionEvent, Partial<Session> | undefined]>([
  ['starting', arrived, { ...KNOWN, ...HELD, status: 'signed-in' }],
  ['starting', confirmed, undefined],
  ['starting', renewed, undefined],
  ['starting', revoked, { ...REVOKED, status: 'starting' }],
  ['starting', left, { ended: 'left', status: 'starting' }],
  ['starting', forgotten, { ...NO_PERSON, status: 'signed-out' }],
  ['signed-in', arrived, { ...KNOWN, ...HELD, status: 'signed-in' }],
  ['signed-in', confirmed, { ended: null, lastRevokedEmail: null, status: 'signed-in' }],
  ['signed-in', renewed, { ...HELD, status: 'signed-in' }],
  ['signed-in', revoked, { ...REVOKED, status: 'signed-in' }],
  ['signed-in', left, { ended: 'left', status: 'signed-in' }],
  ['signed-in', forgotten, { ...NO_PERSON, status: 'signed-out' }],
  ['signed-out', arrived, { ...KNOWN, ...HELD, status: 'signed-in' }],
  ['signed-out', confirmed, undefined],
  ['signed-out', renewed, undefined],
  ['signed-out', revoked, { ...REVOKED, status: 'signed-out' }],
  ['signed-out', left, { ended: 'left', status: 'signed-out' }],
  ['signed-out', forgotten, { ...NO_PERSON, status: 'signed-out' }],
])('while %s: %j', (status, event, change) => {
  expect(step(inState(status), event)).toEqual(change);
});
