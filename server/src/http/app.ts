import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { ERRORS, type ErrorBody } from '@khop/contract/errors.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { IdentityProblem } from '../adapters/identity/identity-provider.ts';
import type { Context } from '../context.ts';
import { isUnreachable } from '../db/database.ts';
import { newId } from '../id.ts';
import { asRefusal, Refusal } from '../refusal.ts';
import { bindContract } from './bind.ts';
import type { Handlers } from './call.ts';
import { MAX_UPLOAD_BYTES } from './uploads.ts';
import { serveWeb } from './web.ts';

/** Requests per minute and person (or address, before sign-in). Generous for people, a wall for loops. */
const REQUESTS_PER_MINUTE = 1200;

/** The HTTP service: boundary rules once, then every operation of the contract. */
export async function createApp(
  context: Context,
  handlers: Handlers,
  observe: (app: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 10 * 1024 * 1024,
    trustProxy: nearestProxies(context.config.trustedProxies),
    routerOptions: { maxParamLength: 500 },
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (DATA_EXCEPTIONS.has(error.code)) request.log.warn({ err: error }, 'value refused by the database');
    if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'request failed');
    const body: ErrorBody = {
      error_code: refusal.code,
      message: refusal.message,
      ...(refusal.details !== undefined && { details: refusal.details }),
    };
    if (refusal.code === 'RATE_LIMITED') reply.header('retry-after', '10');
    return reply.code(refusal.status).type('application/json; charset=utf-8').send(body);
  });
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(context),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  await app.register(cookie);
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: limitKeyOf,
    allowList: (request) => !request.url.startsWith('/v1/'),
  });
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 10_000, parts: 30 },
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        url: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  observe(app);
  bindContract(app, context, handlers);
  await serveWeb(app, context);
  return app;
}

/**
 * Whose requests are counted together: a token's, and before sign-in an address's. On public operations the header is
 * nobody's: a made-up one with every request would buy a fresh allowance each time. Hashed whole, because the ends of the
 * emulator's unsigned tokens are alike.
 */
function limitKeyOf(request: FastifyRequest): string {
  const { authorization } = request.headers;
  const { isPublic } = request.routeOptions.config as { isPublic?: boolean };
  return authorization === undefined || isPublic !== false
    ? request.ip
    : createHash('sha256').update(authorization).digest('base64url');
}

/** Believes X-Forwarded-For only as far as the configured number of proxies in front. */
const nearestProxies = (count: number) => (_address: string, hop: number) => hop < count;

/** PostgreSQL's codes for a value that a column cannot hold: the caller's, and nothing was written. */
const DATA_EXCEPTIONS: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);
const OUT_OF_RANGE = 'Dữ liệu gửi lên có giá trị mà hệ thống không lưu được (quá lớn hoặc sai dạng). Hãy kiểm tra lại.';

function refusalOf(error: FastifyError): Refusal {
  if (isUnreachable(error)) return new Refusal('DATABASE_UNAVAILABLE');
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  if (error instanceof IdentityProblem)
    return new Refusal(error.kind === 'not-found' ? 'NOT_FOUND' : 'IDENTITY_UNAVAILABLE');
  if (error.code === 'FST_REQ_FILE_TOO_LARGE' || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('FILE_TOO_LARGE');
  if (DATA_EXCEPTIONS.has(error.code)) return new Refusal('VALIDATION', OUT_OF_RANGE);
  if (error.statusCode === 429) return new Refusal('RATE_LIMITED');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('VALIDATION', `Yêu cầu không hợp lệ: ${error.message}`);
  }
  return new Refusal('INTERNAL', ERRORS.INTERNAL.message);
}

/** What the page may load: itself, the identity provider, and the media service's images. */
function contentSecurityPolicy({ config }: Context) {
  const identity =
    config.identity?.mode === 'emulator'
      ? [config.identity.emulatorUrl]
      : [
          'https://identitytoolkit.googleapis.com',
          'https://securetoken.googleapis.com',
          `https://${config.identity?.authDomain ?? ''}`,
        ];
  const siteSync = config.siteTokenSyncUrl ? [new URL(config.siteTokenSyncUrl).origin] : [];
  return {
    useDefaults: true,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", 'https://apis.google.com'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', 'https://res.cloudinary.com', 'https://*.googleusercontent.com'],
      'connect-src': ["'self'", ...identity, ...siteSync, 'https://api.cloudinary.com'],
      'frame-src': ["'self'", ...identity.filter((url) => url.startsWith('https'))],
      'upgrade-insecure-requests': config.publicUrl.startsWith('https') ? [] : null,
    },
  };
}
