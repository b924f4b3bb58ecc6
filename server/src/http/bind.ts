import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { withoutDirectionMarks } from '@khop/engine/text/direction-marks.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { invalidValue } from '../invalid-values.ts';
import { Refusal } from '../refusal.ts';
import { commitOnce, keepKey, type RequestKey, refuseOtherRequest, requestHash } from './answers/idempotency.ts';
import { JsonText } from './answers/remembered.ts';
import type { Call, FileAnswer, FileInMemory, Handler, Handlers, SignedIn, UploadedFile } from './call.ts';
import { authenticate } from './guards/authenticate.ts';
import { createShares, type ShareLimits, type Shares } from './guards/fair-shares.ts';
import { UNCOUNTED } from './guards/request-limits.ts';
import { bodySizeOf, refusePacked } from './request/json-body.ts';
import { readMultipart, readSmallMultipart } from './request/multipart.ts';
import { removeUpload } from './request/uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null where the operation is public and no user is signed in. */
    caller: SignedIn | null;
  }
}

/** Gives every operation of the contract its route. A missing handler is a type error. */
export function bindContract(app: FastifyInstance, context: Context, handlers: Handlers): void {
  app.decorateRequest('caller', null);
  // Apart, as their connections are: questions go on while changes wait for a lock.
  const questions = createShares(questionLimits(context.config));
  const changes = createShares(changeLimits(context.config));
  for (const [operationId, endpoint] of Object.entries(contract) as [OperationId, Endpoint][]) {
    const handler = handlers[operationId] as Handler<OperationId>;
    const { bytes, values } = bodySizeOf(endpoint);
    const enter = entryOf(endpoint.method === 'GET' ? questions : changes, operationId, endpoint);
    app.route({
      method: endpoint.method,
      url: `/v1${endpoint.path.replace(/\{([^}]+)\}/g, ':$1')}`,
      bodyLimit: bytes,
      config: { operationId, isPublic: endpoint.access === 'public', mostValues: values },
      // Before the body: no caller is kept waiting by what a stranger sends to be read.
      preParsing: async (request, reply) => {
        // Answers to people are kept by no cache; a handler whose answer may be kept says so itself.
        reply.header('cache-control', 'no-store');
        request.caller = await admitted(context, endpoint, request);
        refusePacked(request);
      },
      handler: (request, reply) => answer({ context, endpoint, handler, enter }, request, reply),
    });
  }
}

/** Requests that wait of one person at most, with what was read of them. */
const MOST_WAITING = 50;

/**
 * Most requests use two connections at once, a page of a list and its count: one person's leave a third of the connections
 * to others, and everybody's hardly ever wait for one.
 */
const questionLimits = ({ databasePool, longestTurnSeconds }: Config): ShareLimits => {
  const perPerson = Math.max(1, Math.floor(databasePool / 3));
  const atOnce = Math.max(perPerson + 1, Math.floor(databasePool / 2));
  return { perPerson, atOnce, mostWaiting: MOST_WAITING, longestWaitMs: longestTurnSeconds * 1000 };
};

/**
 * Changes wait for one another's locks, and each for no longer than its patience: so many are let in that they wait side by
 * side, and not one after the other.
 */
const changeLimits = (config: Config): ShareLimits => ({
  ...questionLimits(config),
  atOnce: 2 * config.databasePool,
});

type Enter = (request: FastifyRequest, reply: FastifyReply) => Promise<() => void>;

/**
 * The way in which a request comes to be worked on: in the share of its person, without a token in that of its address.
 */
function entryOf(shares: Shares, operationId: OperationId, { kind }: Endpoint): Enter {
  // Requests that watch the service do not wait; event streams stay for long, ask little, and have a limit of their
  // own.
  if (UNCOUNTED.has(operationId) || kind === 'events') return async () => () => {};
  return (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return shares.enter(request.caller?.uid ?? request.ip, gone.signal);
  };
}

/** Judges the caller by the headers alone. */
async function admitted(context: Context, { access }: Endpoint, request: FastifyRequest): Promise<SignedIn | null> {
  if (access === 'public') return null;
  const user = await authenticate(context, request);
  if (access === 'admin' && !user.isAdmin) throw new Refusal('ADMIN_ONLY');
  return user;
}

type Operation = {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly handler: Handler<OperationId>;
  readonly enter: Enter;
};

async function answer(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { context, endpoint, enter } = operation;
  const params = parse(endpoint.params, request.params, 'đường dẫn');
  const query = parse(endpoint.query, request.query, 'tham số');
  // A slow sender holds no place while sending.
  const multipart = endpoint.multipart ? await readFile(context, request, endpoint) : undefined;
  let leave = () => {};
  try {
    leave = await enter(request, reply);
    const result = await resultOf(operation, { params, query, multipart }, request, reply);
    return respond(endpoint, result, reply);
  } catch (error) {
    if (multipart?.file) await removeUpload(context.db, multipart.file.uploadId);
    throw error;
  } finally {
    leave();
  }
}

type SentFile = { readonly file?: UploadedFile; readonly fileInMemory?: FileInMemory };
type SentForm = SentFile & { readonly fields: Record<string, string> };
type Sent = { readonly params: unknown; readonly query: unknown; readonly multipart: SentForm | undefined };

async function resultOf(
  { context, endpoint, handler }: Operation,
  { params, query, multipart }: Sent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const user = request.caller ?? undefined;
  const body = parse(endpoint.body, multipart ? multipart.fields : (request.body ?? undefined), 'nội dung');
  const key = keyOf(endpoint, request, user, [
    body ?? null,
    (multipart?.file ?? multipart?.fileInMemory)?.sha256 ?? null,
  ]);
  // A call that stores nothing is done again under its key: only another request must not use it.
  if (key) await refuseOtherRequest(context, key);
  let isKept = false;
  const commit: Call['commit'] = async (work) => {
    const answer = await commitOnce(context, key, work);
    isKept = true;
    return answer;
  };
  const call = callOf(context, { params, query, body, ...multipart }, { user, request, reply, key, commit });
  const result = await handler(call);
  if (key && !isKept) await keepKey(context, key);
  // The answer to a request that was sent again came from the first one, and so did the file.
  if (multipart?.file && call.idempotencyKey) await removeUpload(context.db, multipart.file.uploadId);
  return result;
}

function respond(endpoint: Endpoint, result: unknown, reply: FastifyReply): FastifyReply {
  if (endpoint.kind === 'events' || reply.sent) return reply;
  if (endpoint.kind === 'empty') return reply.code(endpoint.status).send();
  if (endpoint.kind === 'file') return sendFile(reply, result as FileAnswer);
  if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text);
  // An endpoint that either starts a run or answers at once says 202 for the run.
  const status = endpoint.status === 200 && isAccepted(result) ? 202 : endpoint.status;
  // Parsing strips what the contract does not name, so nothing leaves by accident.
  return reply.code(status).send(endpoint.response!.parse(result));
}

/** The multipart body: a workbook, or what else the operation takes, is stored, for a sender who is known; any other file is small and stays in memory. */
const readFile = (
  context: Context,
  request: FastifyRequest,
  { access, maxFileBytes, files }: Pick<Endpoint, 'access' | 'maxFileBytes' | 'files'>,
): Promise<SentForm> => {
  if (maxFileBytes !== undefined) return readSmallMultipart(request, maxFileBytes);
  if (access === 'public' || !request.caller) throw new Error('A public multipart operation needs maxFileBytes.');
  const { refuseOtherFiles } = files === 'taxInvoices' ? context.taxFiles : context.workbooks;
  return readMultipart(context, request, request.caller, refuseOtherFiles);
};

const isAccepted = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && Object.keys(result).length === 1 && 'runId' in result;

/** The key that a POST was given; the address and `content` say what it is for. */
function keyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  user: SignedIn | undefined,
  content: readonly unknown[],
): RequestKey | undefined {
  const header = endpoint.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const key = Array.isArray(header) ? header[0] : header;
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > 200) {
    throw new Refusal('VALIDATION', 'Idempotency-Key cần từ 1 đến 200 ký tự.');
  }
  return { actor: user?.uid ?? 'public', key, hash: requestHash([endpoint.method, request.url, ...content]) };
}

type Caller = {
  readonly user: SignedIn | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly key: RequestKey | undefined;
  readonly commit: Call['commit'];
};

const callOf = (
  context: Context,
  { params, query, body, file, fileInMemory }: SentFile & { params: unknown; query: unknown; body: unknown },
  { user, request, reply, key, commit }: Caller,
): Call =>
  ({
    context,
    params,
    query,
    body,
    file,
    fileInMemory,
    user,
    requestId: request.id,
    idempotencyKey: key?.key,
    headers: request.headers,
    reply,
    commit,
  }) as Call;

/** A person reads no more of them, and a long list may be wrong in every place. */
const MOST_PROBLEMS = 100;

/** The value that was sent, without signs that turn text around. Throws VALIDATION for what is no text. */
function cleaned(value: unknown, place: string): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value);
  // PostgreSQL can hold neither U+0000 nor half a surrogate pair, and no person types them. JSON escapes just these.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json)) {
    throw new Refusal('VALIDATION', `Dữ liệu ở ${place} có ký tự không hợp lệ. Hãy gõ lại phần chữ đó.`);
  }
  const clean = withoutDirectionMarks(json);
  return clean === json ? value : JSON.parse(clean);
}

function parse(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(cleaned(value, place), { error: invalidValue });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, MOST_PROBLEMS).map((issue) => ({
    path: issue.path.join('.'),
    code: issue.code,
    message: issue.message,
  }));
  const first = problems[0];
  throw new Refusal(
    'VALIDATION',
    `Dữ liệu ở ${place} không hợp lệ${first ? `: ${first.path || 'toàn bộ'} – ${first.message}` : ''}.`,
    problems,
  );
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header(
      'content-disposition',
      `attachment; filename="${file.fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .send(file.content);
}
