import { errorMessage, saysRevoked } from '../../../api/errors.ts';
import { getSession } from '../../../api/session.ts';
import { TOKEN_SYNC_MAX_AGE_S } from '../../../constants.ts';
import type { MachineContext } from './context.ts';
import { type Endings, signInAgain } from './ending.ts';
import type { IdentityToken } from './identity.ts';
import { onceAtATime } from './once.ts';

/** Gives the token to the service, which keeps it in its cookie, and to the other site of the company. */
export async function keepToken({ world, quietly }: MachineContext, token: IdentityToken): Promise<void> {
  await world.setCookie(token.token);
  const age = (world.now() - Date.parse(token.issuedAt)) / 1000;
  // Written so that an unreadable issue time counts as too old.
  if (age <= TOKEN_SYNC_MAX_AGE_S) await quietly('site sign-in', () => world.syncToken('POST', token.token));
}

export type Renewal = ReturnType<typeof renewalOf>;

/** Renews the token by force, one renewal at a time in all tabs; a session that cannot be renewed is closed. */
export function renewalOf(context: MachineContext, { revoke, expire }: Pick<Endings, 'revoke' | 'expire'>) {
  const { world, send } = context;

  const renew = async (): Promise<string | undefined> => {
    const before = getSession().accessToken;
    return world.exclusive(async () => {
      const meanwhile = getSession().accessToken;
      // Another tab has renewed the token while this one waited for its turn.
      if (meanwhile !== null && meanwhile !== before) return meanwhile;
      const user = (await world.identity()).current();
      if (!user) return undefined;
      const token = await user.token(true);
      // Its person has signed out meanwhile: the cookie, cleared by now, must not come back.
      if (!send({ type: 'renewed', token })) return undefined;
      await keepToken(context, token);
      world.announce(user.uid, token);
      return token.token;
    });
  };

  const wasRevoked = async (token: string | null): Promise<boolean> => {
    try {
      return token !== null && (await world.validate(token)).revoked;
    } catch {
      return false;
    }
  };

  const refreshing = onceAtATime(async (from?: string, navigate: boolean = true): Promise<string | undefined> => {
    const token = getSession().accessToken;
    try {
      return await renew();
    } catch (error) {
      if (world.leaving()) throw error;
      const path = from ?? world.here();
      // The provider refuses to renew a revoked session without saying so.
      if (saysRevoked(errorMessage(error)) || (await wasRevoked(token))) {
        await revoke(path, navigate);
      } else {
        await expire();
        if (navigate) await world.go(signInAgain(path));
      }
      throw error;
    }
  });

  return { refresh: refreshing.run, refreshing: refreshing.running };
}
