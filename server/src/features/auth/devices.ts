import type { Selectable } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { UserSessions } from '../../db/schema.generated.ts';
import type { Call, SignedIn } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { found } from '../../refusal.ts';

/** A session that has not been used for longer is not shown: its cookie has gone. */
const SHOWN_MS = 14 * 24 * 3_600_000;
/** Longer names of browsers say nothing more. */
const DEVICE_LENGTH = 400;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const deviceOf = (headers: Headers): string => String(headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH);

/** Notes that a person is signed in with this device; called whenever the browser brings a token for its cookie. */
export async function sessionSeen(context: Context, user: SignedIn, headers: Headers): Promise<void> {
  const now = context.now().toISOString();
  await context.db
    .insertInto('userSessions')
    .values({
      id: newId(),
      userId: user.id,
      authTime: user.authTime,
      device: deviceOf(headers),
      startedAt: new Date(user.authTime * 1000).toISOString(),
      lastSeenAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'authTime', 'device']).doUpdateSet({ lastSeenAt: now, leftAt: null }),
    )
    .execute();
}

/** Notes that a person has signed out on this device. */
export async function sessionLeft(context: Context, user: SignedIn, headers: Headers): Promise<void> {
  await context.db
    .updateTable('userSessions')
    .set({ leftAt: context.now().toISOString() })
    .where('userId', '=', user.id)
    .where('authTime', '=', user.authTime)
    .where('device', '=', deviceOf(headers))
    .execute();
}

const presentSession = (row: Selectable<UserSessions>, user: SignedIn, headers: Headers) => ({
  id: row.id,
  device: row.device,
  startedAt: row.startedAt,
  lastSeenAt: row.lastSeenAt,
  isCurrent: row.authTime === user.authTime && row.device === deviceOf(headers),
});

/** The devices with which the person is signed in, the one seen last first. */
export async function listMySessions({ context, user, headers }: Call<'listMySessions'>) {
  const rows = await context.db
    .selectFrom('userSessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .selectAll('s')
    .where('s.userId', '=', user.id)
    .where('s.leftAt', 'is', null)
    .where('s.revokedAt', 'is', null)
    .whereRef('s.startedAt', '>=', 'u.validSince')
    .where('s.lastSeenAt', '>', new Date(context.now().getTime() - SHOWN_MS).toISOString())
    .orderBy('s.lastSeenAt', 'desc')
    .orderBy('s.id')
    .execute();
  return { items: rows.map((row) => presentSession(row, user, headers)) };
}

/** Ends one session of the person's own: its tokens are refused at once. Throws NOT_FOUND for another person's. */
export function revokeMySession({ context, user, headers, params, commit, requestId }: Call<'revokeMySession'>) {
  return commit(async (tx) => {
    const row = found(
      await tx.db
        .updateTable('userSessions')
        .set({ revokedAt: context.now().toISOString() })
        .where('id', '=', params.id)
        .where('userId', '=', user.id)
        .returningAll()
        .executeTakeFirst(),
      'Không tìm thấy phiên đăng nhập này.',
    );
    await audit(tx, {
      actor: user.email,
      action: 'user.revoke-sessions',
      entity: 'user',
      entityId: user.id,
      summary: `Đăng xuất một thiết bị: ${user.email}`,
      requestId,
    });
    return presentSession(row, user, headers);
  });
}
