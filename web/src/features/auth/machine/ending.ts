import { getSession } from '../../../api/session.ts';
import type { MachineContext } from './context.ts';
import { onceAtATime } from './once.ts';
import { signInPath } from './redirect.ts';

/** A session that its person did not end: whose it was and how it came. */
export type Ended = { email: string; how: 'revoked' | 'expired' } | null;

const lastOf = ({ email, how }: NonNullable<Ended>) => ({
  email,
  revoked: how === 'revoked',
  ...(how === 'expired' && { expired: true }),
});

/** The page for a person without a session: with the notice when their last session was revoked or has expired. */
export const signInAgain = (from: string): string => signInPath(from, getSession().ended);

export type Endings = ReturnType<typeof endingsOf>;

/** The ways in which a session ends. */
export function endingsOf({ world, send, quietly }: MachineContext) {
  /** Clears the state and leaves the provider and the cookie; failures on the way out are only logged. */
  const close = async (ended: Ended = null): Promise<void> => {
    const token = getSession().accessToken;
    world.lastSession.write(ended && lastOf(ended));
    if (ended) send({ type: 'over', ...ended });
    send({ type: 'forgotten' });
    await quietly('clear-cookie', world.clearCookie);
    await quietly('site sign-out', () => world.syncToken('DELETE', token));
    await quietly('sign-out', async () => (await world.identity()).signOut());
  };

  /** The session cannot be renewed: its person signs in again. */
  const expire = async (): Promise<void> => {
    const email = getSession().user?.email ?? world.lastSession.read()?.email;
    await close(email === undefined ? null : { email, how: 'expired' });
  };

  /** The session was ended from outside: its person is told so on the sign-in page. */
  const revoking = onceAtATime(async (from: string, navigate: boolean): Promise<void> => {
    const email = getSession().user?.email ?? (await world.identity()).current()?.email;
    // A late answer to a session that is closed already.
    if (email === undefined) return;
    await close({ email, how: 'revoked' });
    if (navigate) await world.go(signInAgain(from));
  });

  /** The provider does not say why it dropped a person; the service knows if the session was revoked. */
  const dropped = async (email: string): Promise<void> => {
    try {
      await close({ email, how: (await world.cookieRevoked()) ? 'revoked' : 'expired' });
    } catch (error) {
      world.warn('look for revocation', error);
    }
  };

  /** The provider has no person: at the start, after signing out in another tab, or because it dropped the person. */
  const leave = async (): Promise<void> => {
    const { status } = getSession();
    if (status === 'signed-out') return;
    const last = world.lastSession.read();
    if (last?.revoked) send({ type: 'over', how: 'revoked', email: last.email });
    else if (last?.expired) send({ type: 'over', how: 'expired' });
    else if (last) await dropped(last.email);
    else send({ type: 'over', how: 'left' });
    send({ type: 'forgotten' });
    if (status === 'signed-in') await world.go(signInAgain(world.here()));
  };

  return { close, expire, revoke: revoking.run, revoking: revoking.running, leave };
}
