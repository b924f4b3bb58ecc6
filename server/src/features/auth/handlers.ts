import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { identityOf } from '../../config.ts';
import { pageOf } from '../../db/list.ts';
import { containing, searchPatterns, searchText } from '../../db/search.ts';
import type { Handlers } from '../../http/call.ts';
import { clearTokenCookie, cookieToken, setTokenCookie, signedInWith } from '../../http/guards/authenticate.ts';
import { asRefusal, found, Refusal } from '../../refusal.ts';
import { auditChainOf } from './audit-chain-of.ts';
import { offeredAccounts } from './demo-accounts.ts';
import { listMySessions, revokeMySession, sessionLeft, sessionSeen } from './devices.ts';
import { auditPage, presentUser } from './present.ts';
import { changeSessions, endAtProvider, sessionsEndAt, unlessGone } from './sessions.ts';

/**
 * Longer than its token, which is refused once it has expired: a person who comes back after days is still told that
 * the session was revoked, because revoked beats expired.
 */
const COOKIE_SECONDS = 14 * 24 * 3600;

/** The build of the web application that is served now; it watches for another one. */
async function buildIdOf(webDir: string): Promise<string> {
  try {
    const { id } = JSON.parse(await readFile(path.join(webDir, 'builds', 'latest.json'), 'utf8')) as { id: string };
    return id;
  } catch {
    return 'dev';
  }
}

export const authHandlers = {
  getAppConfig: async ({ context: { config } }) => {
    const identity = identityOf(config);
    return {
      identity: {
        mode: identity.mode,
        projectId: identity.projectId,
        apiKey: identity.apiKey,
        authDomain: identity.authDomain,
        emulatorUrl: identity.mode === 'emulator' ? identity.emulatorUrl : null,
        providers: [...identity.providers],
        demoAccounts: identity.mode === 'emulator' ? offeredAccounts() : [],
      },
      tokenSyncUrl: config.tokenSyncUrl,
      mediaUploadUrl:
        config.media.mode === 'cloudinary'
          ? `https://api.cloudinary.com/v1_1/${config.media.cloudName}/image/upload`
          : '/v1/media/upload',
      buildId: await buildIdOf(config.webDir),
      timeZone: 'Asia/Ho_Chi_Minh',
    };
  },

  validateToken: async ({ context, body }) => {
    try {
      await signedInWith(context, body.token);
      return { valid: true, revoked: false };
    } catch (error) {
      const code = asRefusal(error)?.code;
      if (code === 'TOKEN_REVOKED') return { valid: false, revoked: true };
      if (code === 'TOKEN_EXPIRED' || code === 'TOKEN_INVALID') return { valid: false, revoked: false };
      throw error;
    }
  },

  setCookie: async ({ context, body, headers, reply }) => {
    await sessionSeen(context, await signedInWith(context, body.token), headers);
    setTokenCookie(context, reply, body.token, COOKIE_SECONDS);
    return { expiresAt: new Date(context.now().getTime() + COOKIE_SECONDS * 1000).toISOString() };
  },

  clearCookie: async ({ context, headers, reply }) => {
    const token = cookieToken(context, reply.request);
    // The owner of the cookie is named only if still known; the cookie goes in any case.
    const user = token ? await signedInWith(context, token).catch(() => undefined) : undefined;
    if (user) await sessionLeft(context, user, headers);
    clearTokenCookie(context, reply);
    return undefined;
  },

  getMe: async ({ context, user }) =>
    presentUser(await context.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()),

  updateMe: async ({ user, body, commit, requestId }) =>
    commit(async (tx) => {
      const before = await tx.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, presentUser(before));
      const after = await tx.db
        .updateTable('users')
        .set((eb) => ({
          version: eb('version', '+', 1),
          displayName: body.displayName,
          search: searchText(before.email, body.displayName ?? before.displayName),
          avatarUrl: body.avatarUrl,
        }))
        .where('id', '=', user.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actor: user.email,
        action: 'user.update',
        entity: 'user',
        entityId: user.id,
        summary: 'Sửa thông tin cá nhân',
        before: presentUser(before),
        after: presentUser(after),
        requestId,
      });
      return presentUser(after);
    }),

  listMySessions,
  revokeMySession,

  revokeMySessions: async (call) => {
    await changeSessions(call, call.user.id, 'Đăng xuất khỏi mọi thiết bị');
    return undefined;
  },

  listUsers: async ({ context, query }) => {
    let rows = context.db.selectFrom('users');
    for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
    if (query.isAdmin !== undefined) rows = rows.where('isAdmin', '=', query.isAdmin);
    return pageOf(
      rows,
      query,
      {
        sorts: { email: 'email', lastSeenAt: 'lastSeenAt', createdAt: 'createdAt' },
        columns: { uid: 'uid', displayName: 'displayName', isAdmin: 'isAdmin' },
        fallback: 'email',
        tie: 'id',
      },
      presentUser,
    );
  },

  updateUser: async ({ context, params, body, user, commit, requestId }) => {
    const changed = await commit(async (tx) => {
      const before = found(
        await tx.db.selectFrom('users').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst(),
      );
      if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, presentUser(before));
      if (before.id === user.id && !body.isAdmin)
        throw new Refusal('VALIDATION', 'Không tự bỏ quyền quản trị của chính mình được. Hãy nhờ quản trị viên khác.');
      const after = await tx.db
        .updateTable('users')
        .set((eb) => ({
          isAdmin: body.isAdmin,
          version: eb('version', '+', 1),
          // Tokens in use still claim the admin right for up to an hour: with it, their sessions end.
          ...(!body.isAdmin && { validSince: sessionsEndAt(context.now()) }),
        }))
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, {
        actor: user.email,
        action: 'user.set-admin',
        entity: 'user',
        entityId: before.id,
        summary: `${body.isAdmin ? 'Cấp' : 'Bỏ'} quyền quản trị: ${before.email}`,
        before: presentUser(before),
        after: presentUser(after),
        requestId,
      });
      // Last, so that a provider that refuses undoes the whole change.
      const set = context.identity.setAdmin(before.uid, body.isAdmin);
      await (body.isAdmin ? set : unlessGone(set));
      return presentUser(after);
    });
    if (!body.isAdmin) await endAtProvider(context, changed.uid);
    return changed;
  },

  revokeUserSessions: async (call) => changeSessions(call, call.params.id, 'Thu hồi mọi phiên đăng nhập'),

  listAuditEvents: async ({ context, query }) => {
    let rows = context.db.selectFrom('auditEvents');
    if (query.entity?.length) rows = rows.where('entity', 'in', query.entity);
    if (query.entityId) rows = rows.where('entityId', '=', query.entityId);
    if (query.actor?.length) rows = rows.where('actor', 'in', query.actor);
    if (query.action) rows = rows.where('action', '=', query.action);
    const startOf = (day: string, later = 0) =>
      sql<string>`(${day}::date + ${later}::int)::timestamp at time zone 'Asia/Ho_Chi_Minh'`;
    if (query.fromDate) rows = rows.where('at', '>=', startOf(query.fromDate));
    if (query.toDate) rows = rows.where('at', '<', startOf(query.toDate, 1));
    if (query.q) rows = rows.where(sql<string>`lower(summary)`, 'like', containing(query.q));
    return auditPage(context, rows, query);
  },

  getAuditChain: ({ context }) => auditChainOf(context),

  listRecordHistory: async ({ context, params, query, user }) => {
    // The changes of admins to other people's accounts are read in the audit log, by admins.
    if (params.entity === 'user' && params.entityId !== user.id && !user.isAdmin) throw new Refusal('ADMIN_ONLY');
    return auditPage(
      context,
      context.db.selectFrom('auditEvents').where('entity', '=', params.entity).where('entityId', '=', params.entityId),
      query,
    );
  },
} satisfies Handlers;
