import { errorMessage, saysRevoked } from '../../../api/errors.ts';
import { getSession, isAuthenticated } from '../../../api/session.ts';
import type { MachineContext } from './context.ts';
import { type Endings, signInAgain } from './ending.ts';
import type { Identity, IdentityToken, IdentityUser } from './identity.ts';
import { keepToken } from './renewal.ts';

/** The reports of the provider, one after another: a person, or the news that the browser has no session. */
export function arrivalsOf(context: MachineContext, endings: Endings, settled: () => Promise<unknown>) {
  const { world, send, quietly } = context;
  const { close, revoke, leave } = endings;
  let entering: Promise<void> = Promise.resolve();
  /** The reason why the latest sign-in was taken back. */
  let rolledBack: unknown;
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => undefined);

  const refused = async (user: IdentityUser, error: unknown): Promise<void> => {
    world.warn('read token', error);
    rolledBack = error;
    if (world.leaving()) return;
    const from = world.here();
    // A person who is just signing in had no session that could be over.
    await close(getSession().status === 'signed-out' ? null : { email: user.email, how: 'expired' });
    await world.go(signInAgain(from));
  };

  /** True when the service keeps the session; where it does not, the sign-in is taken back. */
  const isKept = async (token: IdentityToken): Promise<boolean> => {
    try {
      await keepToken(context, token);
      return true;
    } catch (error) {
      world.warn('set-cookie', error);
      rolledBack = error;
      if (world.leaving()) return false;
      if (saysRevoked(errorMessage(error))) await revoke(world.here(), false);
      else await close();
      return false;
    }
  };

  const enter = async (user: IdentityUser): Promise<void> => {
    rolledBack = undefined;
    const other = getSession().user;
    const isAnother = other !== null && other.uid !== user.uid;
    if (isAnother) send({ type: 'forgotten' });
    let token: IdentityToken;
    try {
      token = await user.token(false);
    } catch (error) {
      return refused(user, error);
    }
    send({ type: 'arrived', user, token });
    if (!(await isKept(token))) return;
    // Its person has signed out while the cookie was on its way: it goes as well.
    if (!send({ type: 'confirmed' })) return quietly('clear-cookie', world.clearCookie);
    world.lastSession.write({ email: user.email, revoked: false });
    // Another person signed in in another tab: nothing may stay of what this one showed.
    if (isAnother) world.reload();
  };

  const onUser = async (user: IdentityUser | null): Promise<void> => {
    // A session that is being closed at this moment also says where to go.
    await settled();
    await (user ? enter(user) : leave());
  };

  return {
    /** Settles when the provider has reported for the first time. */
    ready: () => first.promise,
    start: () => {
      world.identity().then(
        (identity) =>
          identity.onUser((user) => {
            entering = entering.catch(() => undefined).then(() => onUser(user));
            entering.then(first.resolve, first.reject);
          }),
        (error: unknown) => first.reject(error),
      );
    },
    signInBy: async (work: (identity: Identity) => Promise<void>): Promise<void> => {
      rolledBack = undefined;
      await work(await world.identity());
      // The provider tells its listeners a moment after the call has answered.
      for (let tries = 0; tries < 50; tries += 1) {
        await entering;
        if (rolledBack !== undefined) throw rolledBack;
        if (isAuthenticated()) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw Object.assign(new Error('the provider reported nobody'), { code: 'auth/no-auth-event' });
    },
  };
}
