import { IdentityProblem } from '../../adapters/identity/identity-provider.ts';
import { audit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Call } from '../../http/call.ts';
import { found } from '../../refusal.ts';
import { presentUser } from './present.ts';

/** From when sessions are valid, if all up to now end. Token times are whole seconds, so this is rounded up to the next one. */
export const sessionsEndAt = (now: Date): string => new Date(Math.ceil(now.getTime() / 1000) * 1000).toISOString();

/**
 * A step that takes something from an account at the provider. One that was deleted there has nothing left to take, while its tokens
 * still hold for up to an hour: here they must be refused all the same.
 */
export async function unlessGone(taken: Promise<void>): Promise<void> {
  try {
    await taken;
  } catch (error) {
    if (!(error instanceof IdentityProblem) || error.kind !== 'not-found') throw error;
  }
}

/**
 * Has the provider refresh a user's tokens no more, once their sessions have ended here. Ended they are whatever it says: what it
 * may go on to refresh keeps the time of its sign-in, and is refused for that.
 */
export async function endAtProvider({ identity, log }: Context, uid: string): Promise<void> {
  try {
    await unlessGone(identity.revokeSessions(uid));
  } catch (error) {
    log.warn({ err: error }, 'sessions have ended here, and not at the identity provider');
  }
}

/**
 * Ends every session of a user: tokens of sign-ins before now are refused here at once, and the provider stops
 * refreshing them.
 */
export async function changeSessions(
  { context, user, commit, requestId }: Call<'revokeUserSessions'> | Call<'revokeMySessions'>,
  userId: string,
  summary: string,
) {
  const ended = await commit(async (tx) => {
    const validSince = sessionsEndAt(context.now());
    const row = found(
      await tx.db
        .updateTable('users')
        .set((eb) => ({ validSince, version: eb('version', '+', 1) }))
        .where('id', '=', userId)
        .returningAll()
        .executeTakeFirst(),
      'Không tìm thấy người dùng này.',
    );
    await audit(tx, {
      actor: user.email,
      action: 'user.revoke-sessions',
      entity: 'user',
      entityId: userId,
      summary: `${summary}: ${row.email}`,
      requestId,
    });
    return presentUser(row);
  });
  await endAtProvider(context, ended.uid);
  return ended;
}
