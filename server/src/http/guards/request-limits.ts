import rateLimit from '@fastify/rate-limit';
import type { OperationId } from '@khop/contract/index.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { tokenOf } from './authenticate.ts';

/** Requests a minute of one address to one operation without a genuine token: an office that comes to work at once. */
const OF_A_STRANGER = 240;
/** The number of counted persons and addresses kept in memory; the least used ones go first. */
const MOST_KEPT = 50_000;

/**
 * Operations that are never counted: those that watch the service and those that a page asks before anything else. They
 * answer from memory (or from a look at the database that all of them share), so a flood of them costs other callers
 * nothing, and a flood of the rest must not make the service look dead.
 */
export const UNCOUNTED: ReadonlySet<string> = new Set<OperationId>(['getLive', 'getReady', 'getAppConfig']);

/** Limits the number of requests that are answered, and decides which are counted together. */
export async function limitRequests(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(rateLimit, {
    max: (_request, key) => (isOfPerson(key) ? context.config.requestsPerMinute : OF_A_STRANGER),
    timeWindow: 60_000,
    cache: MOST_KEPT,
    keyGenerator: (request) => keyOf(context, request),
    // The route, not the address as it was sent: an encoded letter in it reaches the same route.
    allowList: (request) =>
      UNCOUNTED.has(operationOf(request) ?? '') || !(request.routeOptions.url ?? request.url).startsWith('/v1/'),
  });
  tellOfUntrustedProxy(app, context);
}

const operationOf = ({ routeOptions }: FastifyRequest): string | undefined =>
  (routeOptions.config as { operationId?: string }).operationId;

const PERSON = 'người ';
const isOfPerson = (key: string): boolean => key.startsWith(PERSON);

/**
 * Requests of one person, however often signed in and with whatever token, however written. Everything else is counted
 * by address and operation. A token that is not genuine belongs to no person: a made-up one with every request would
 * buy a fresh allowance each time.
 */
async function keyOf(context: Context, request: FastifyRequest): Promise<string> {
  const { isPublic } = request.routeOptions.config as { isPublic?: boolean };
  const token = isPublic === false ? tokenOf(context, request) : undefined;
  const verified = token ? await context.identity.verify(token) : undefined;
  return verified?.kind === 'valid' || verified?.kind === 'expired'
    ? `${PERSON}${verified.claims.uid}`
    : `${request.ip} ${operationOf(request) ?? ''}`;
}

/** So often at most the log says the same. */
const SAY_AGAIN_MS = 3600_000;

/**
 * Says when there seems to be a proxy in front that is not believed: then everybody has the proxy's address, and one
 * stranger uses up what all may ask before they sign in.
 */
function tellOfUntrustedProxy(app: FastifyInstance, { config, log, now }: Context): void {
  if (config.trustedProxies > 0) return;
  let saidAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async ({ headers, ip }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    if (now().getTime() - saidAt < SAY_AGAIN_MS) return;
    saidAt = now().getTime();
    log.warn(
      { proxy: ip },
      'requests come through a proxy that is not trusted: everybody counts as its address; set KHOP_TRUSTED_PROXIES',
    );
  });
}
