import type { Session } from '../../../api/session.ts';
import type { IdentityToken, IdentityUser } from './identity.ts';

/** The events in the life of this tab's session. */
export type SessionEvent =
  /** The provider names a person, and their token is read. */
  | { type: 'arrived'; user: IdentityUser; token: IdentityToken }
  /** The service keeps the session in its cookie. */
  | { type: 'confirmed' }
  /** The token was renewed, here or in another tab. */
  | { type: 'renewed'; token: IdentityToken }
  /** It is known how the session is over; its person is still known, so that what they typed is put aside in their name. */
  | { type: 'over'; how: 'revoked'; email: string }
  | { type: 'over'; how: 'expired' | 'left' }
  /** Nothing of the person is kept any longer. */
  | { type: 'forgotten' };

type Status = Session['status'];

/**
 * The state to which each event leads from each state. An event without a place in a state is late: it changes nothing
 * there.
 */
const TABLE: Readonly<Record<Status, Readonly<Partial<Record<SessionEvent['type'], Status>>>>> = {
  starting: {
    arrived: 'signed-in',
    over: 'starting',
    forgotten: 'signed-out',
  },
  'signed-in': {
    arrived: 'signed-in',
    confirmed: 'signed-in',
    renewed: 'signed-in',
    over: 'signed-in',
    forgotten: 'signed-out',
  },
  'signed-out': {
    arrived: 'signed-in',
    over: 'signed-out',
    forgotten: 'signed-out',
  },
};

const held = (token: IdentityToken): Partial<Session> => ({
  accessToken: token.token,
  tokenInfo: { issuedAt: token.issuedAt, expiresAt: token.expiresAt, signInProvider: token.signInProvider },
  admin: token.claims.admin === true,
});

const known = ({ uid, email, displayName, photoUrl }: IdentityUser): Partial<Session> => ({
  user: { uid, email, displayName, photoUrl },
});

function changed(event: SessionEvent): Partial<Session> {
  switch (event.type) {
    case 'arrived':
      return { ...known(event.user), ...held(event.token) };
    case 'confirmed':
      return { lastRevokedEmail: null, ended: null };
    case 'renewed':
      return held(event.token);
    case 'over':
      return { ended: event.how, ...(event.how === 'revoked' && { lastRevokedEmail: event.email }) };
    case 'forgotten':
      return { user: null, accessToken: null, tokenInfo: null, admin: false };
  }
}

/** The change of the session by an event; undefined where the event has no place in the session's state. */
export function step(session: Session, event: SessionEvent): Partial<Session> | undefined {
  const status = TABLE[session.status][event.type];
  return status && { ...changed(event), status };
}
