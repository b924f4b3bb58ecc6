import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import type { ErrorBody, ErrorCode } from '@khop/contract/errors.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Context } from '../context.ts';
import { isUnreachable } from '../db/unreachable.ts';
import { newId } from '../id.ts';
import { Refusal } from '../refusal.ts';
import { answerClientError } from './answers/client-errors.ts';
import { isDataException, refusalOf } from './answers/refusals.ts';
import { bindContract } from './bind.ts';
import type { Handlers } from './call.ts';
import { contentPolicy } from './guards/content-policy.ts';
import { refuseOtherHosts } from './guards/own-host.ts';
import { limitRequests } from './guards/request-limits.ts';
import { serveApiPage } from './pages/api-page.ts';
import { serveWeb } from './pages/web.ts';
import { refuseWrongAddresses } from './request/address-text.ts';
import { readJsonBodies } from './request/json-body.ts';
import { MAX_UPLOAD_BYTES } from './request/uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the service begins to stop: answers without an end of their own end then. */
    readonly closing: AbortSignal;
  }
}

/** A request that has not arrived whole by then is cut off: the largest file over a slow line takes less. */
const ARRIVES_WITHIN_MS = 30 * 60_000;

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
    frameworkErrors: answering(context),
    clientErrorHandler: answerClientError,
    requestTimeout: ARRIVES_WITHIN_MS,
    trustProxy: nearestProxies(context.config.trustedProxies),
    routerOptions: { maxParamLength: 500 },
  });
  app.setErrorHandler(answering(context));
  const closing = new AbortController();
  app.decorate('closing', closing.signal);
  app.addHook('preClose', async () => closing.abort());
  refuseOtherHosts(app, context.config);
  refuseWrongAddresses(app);
  readJsonBodies(app);
  await app.register(helmet, {
    contentSecurityPolicy: contentPolicy(context.config),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  await app.register(cookie);
  await limitRequests(app, context);
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 10_000, parts: 30 },
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Changes of a person are looked up by the audit log's number of the request; strangers write nothing that fills the disk.
    const isChange = request.caller !== null && request.method !== 'GET' && request.method !== 'HEAD';
    request.log[isChange ? 'info' : 'debug'](
      {
        method: request.method,
        // Of an address that leads nowhere nothing is known, also not whether it holds a secret.
        url: request.is404 ? '(không có)' : request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  observe(app);
  bindContract(app, context, handlers);
  serveApiPage(app);
  await serveWeb(app, context);
  return app;
}

/** Answers errors; a database that is away while the disk beside it is full is away for that reason. */
const answering =
  ({ disk }: Context) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const said = refusalOf(error, request.routeOptions.bodyLimit);
    const isForDisk = said.code === 'DATABASE_UNAVAILABLE' && isUnreachable(error) && disk.state().level === 'full';
    return answerError(error, isForDisk ? new Refusal('DISK_FULL') : said, request, reply);
  };

function answerError(
  error: FastifyError,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isDataException(error)) request.log.warn({ err: error }, 'value refused by the database');
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'request failed');
  const body: ErrorBody = {
    error_code: refusal.code,
    message: refusal.message,
    ...(refusal.details !== undefined && { details: refusal.details }),
  };
  const seconds = RETRY_AFTER_SECONDS[refusal.code];
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(body);
}

/** When it is worth asking again. */
const RETRY_AFTER_SECONDS: { readonly [Code in ErrorCode]?: number } = {
  RATE_LIMITED: 10,
  SERVER_BUSY: 3,
  DATABASE_BUSY: 3,
};

/** Believes X-Forwarded-For only as far as the configured number of proxies in front. */
const nearestProxies = (count: number) => (_address: string, hop: number) => hop < count;
