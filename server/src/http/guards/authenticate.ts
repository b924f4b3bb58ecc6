import { withoutDirectionMarks } from '@khop/engine/text/direction-marks.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityProvider, TokenClaims } from '../../adapters/identity/identity-provider.ts';
import type { Context } from '../../context.ts';
import { searchText } from '../../db/search.ts';
import { newId } from '../../id.ts';
import { Refusal } from '../../refusal.ts';
import type { SignedIn } from '../call.ts';

const AUTH_COOKIE = 'khop_token';

/** True when people come by https, and so the cookie never goes over anything else. */
const isSecure = ({ config }: Context): boolean => config.publicUrl.startsWith('https://');

/** Over https under a name that browsers take from this very host alone: a neighbour in the domain cannot plant one. */
const cookieName = (context: Context): string => `${isSecure(context) ? '__Host-' : ''}${AUTH_COOKIE}`;

/** Gives the browser the token to read with, for so many seconds. */
export const setTokenCookie = (context: Context, reply: FastifyReply, token: string, maxAge: number): void => {
  reply.setCookie(cookieName(context), token, { ...cookiePlace(context), httpOnly: true, sameSite: 'strict', maxAge });
};

export const clearTokenCookie = (context: Context, reply: FastifyReply): void => {
  reply.clearCookie(cookieName(context), cookiePlace(context));
};

const cookiePlace = (context: Context) => ({ path: '/', secure: isSecure(context) });

/** The token in the cookie, whatever is asked for. */
export const cookieToken = (context: Context, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(context)];

/** The interval at which a user's "last seen" is written at most. */
const SEEN_EVERY_MS = 60_000;

/** The bearer token, or for reading requests only the cookie's. */
export function tokenOf(context: Context, request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header?.startsWith('Bearer ')) return header.slice(7).trim() || undefined;
  return request.method === 'GET' || request.method === 'HEAD' ? cookieToken(context, request) : undefined;
}

/**
 * The person for whom a token speaks, with revoked before expired: a revoked session must not be told to refresh.
 * Throws TOKEN_REVOKED, TOKEN_EXPIRED, TOKEN_INVALID, or IDENTITY_UNAVAILABLE when the keys cannot be had.
 */
export async function signedInWith(context: Context, token: string): Promise<SignedIn> {
  const { claims, isExpired } = await checkedClaims(context.identity, token);
  const known = await knownUser(context, claims);
  const user = isExpired ? known : await userOf(context, claims, known);
  if (user && (user.isDisabled || claims.authTime * 1000 < Date.parse(user.validSince)))
    throw new Refusal('TOKEN_REVOKED');
  if (known?.isRevoked) throw new Refusal('TOKEN_REVOKED');
  if (isExpired || !user) throw new Refusal('TOKEN_EXPIRED');
  return { id: user.id, uid: claims.uid, email: user.email, isAdmin: claims.admin, authTime: claims.authTime };
}

type CheckedClaims = { readonly claims: TokenClaims; readonly isExpired: boolean };

async function checkedClaims(identity: IdentityProvider, token: string): Promise<CheckedClaims> {
  const verification = await identity.verify(token);
  switch (verification.kind) {
    case 'valid':
    case 'expired':
      return { claims: verification.claims, isExpired: verification.kind === 'expired' };
    case 'unavailable':
      throw new Refusal('IDENTITY_UNAVAILABLE');
    case 'invalid':
      throw new Refusal(
        'TOKEN_INVALID',
        verification.aheadSeconds === undefined ? undefined : clockSentence(verification.aheadSeconds),
      );
  }
}

/** The reader of this sentence did nothing wrong, and signing in again would not help. */
const clockSentence = (aheadSeconds: number): string =>
  `Mã đăng nhập ghi giờ muộn hơn đồng hồ máy chủ ${Math.ceil(aheadSeconds / 60)} phút. Đồng hồ máy chủ hoặc máy đăng nhập bị lệch: hãy báo quản trị viên chỉnh giờ.`;

/** The columns of a person's row that are read with every request. */
const ASKED = ['id', 'email', 'displayName', 'isAdmin', 'isDisabled', 'validSince', 'lastSeenAt'] as const;

/** The person's row, with whether they have ended this very session from another device: one question for every request. */
const knownUser = (context: Context, { uid, authTime }: TokenClaims) =>
  context.db
    .selectFrom('users')
    .select(ASKED)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('userSessions')
          .select('userSessions.id')
          .whereRef('userSessions.userId', '=', 'users.id')
          .where('userSessions.authTime', '=', authTime)
          .where('userSessions.revokedAt', 'is not', null),
      ).as('isRevoked'),
    )
    .where('uid', '=', uid)
    .executeTakeFirst();

/** The user's row, made at the first sign-in and kept near the token's claims afterwards. */
async function userOf(context: Context, claims: TokenClaims, row: Awaited<ReturnType<typeof knownUser>>) {
  const now = context.now();
  const fresh = row?.lastSeenAt && now.getTime() - Date.parse(row.lastSeenAt) < SEEN_EVERY_MS;
  const isAdmin = row && (await isDecidedSince(context, row, claims)) ? row.isAdmin : claims.admin;
  if (row && fresh && row.isAdmin === isAdmin && row.email === claims.email) return row;
  const displayName = row?.displayName ?? withoutDirectionMarks(claims.name ?? claims.email.split('@')[0] ?? '');
  const near = {
    email: claims.email,
    isAdmin,
    lastSeenAt: now.toISOString(),
    search: searchText(claims.email, displayName),
  };
  return context.db
    .insertInto('users')
    .values({ id: newId(), uid: claims.uid, displayName, ...near })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(near))
    .returning(ASKED)
    .executeTakeFirstOrThrow();
}

/** True when an admin has given or taken the admin right since the token was made: what it claims of it is out of date. */
async function isDecidedSince(
  { db }: Context,
  row: { readonly id: string; readonly isAdmin: boolean },
  { admin, issuedAt }: TokenClaims,
): Promise<boolean> {
  if (row.isAdmin === admin) return false;
  const decision = await db
    .selectFrom('auditEvents')
    .select('id')
    .where('entity', '=', 'user')
    .where('entityId', '=', row.id)
    .where('action', '=', 'user.set-admin')
    .where('at', '>', new Date(issuedAt * 1000).toISOString())
    .limit(1)
    .executeTakeFirst();
  return decision !== undefined;
}

/** The person behind a request; refuses with TOKEN_INVALID when there is no token. */
export async function authenticate(context: Context, request: FastifyRequest): Promise<SignedIn> {
  const token = tokenOf(context, request);
  if (!token) throw new Refusal('TOKEN_INVALID');
  return signedInWith(context, token);
}
