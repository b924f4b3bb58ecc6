import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Run } from '@khop/contract/runs.ts';
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { handlers } from '../handlers.ts';
import { createApp } from '../http/app.ts';
import { startWorker } from '../jobs/worker.ts';
import { makeContext } from '../make-context.ts';
import { runners } from '../runners.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type Answer<T = Record<string, unknown>> = {
  readonly status: number;
  readonly body: T;
  readonly raw: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
};

type Options = {
  readonly as?: string;
  readonly admin?: boolean;
  readonly idempotencyKey?: string;
  /** Called without a token. */
  readonly anonymous?: boolean;
};

export type TestApi = {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly databaseUrl: string;
  /** Settings that a process of its own (a worker, the command line) needs to join this service. */
  readonly environment: Readonly<Record<string, string>>;
  /** `/v1` is put before the path. */
  readonly call: <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options?: Options,
  ) => Promise<Answer<T>>;
  readonly upload: <T = Record<string, unknown>>(
    path: string,
    file: { readonly name: string; readonly content: Buffer } | undefined,
    fields?: Readonly<Record<string, string>>,
    options?: Options,
  ) => Promise<Answer<T>>;
  /** Waits for a run to end. */
  readonly runEnd: (runId: string) => Promise<Run>;
  readonly close: () => Promise<void>;
};

/** Context parts that a test replaces; the database and the queue are always real. */
export type Replaced = Partial<Pick<Context, 'bravo' | 'workbooks' | 'identity' | 'disk' | 'now'>>;

/**
 * The whole service on a database of its own: the real HTTP application called in memory, real token checks against
 * the emulator's unsigned tokens, and (unless told otherwise) a real worker in this process.
 */
export async function startTestApi(
  replaced: Replaced = {},
  options: { worker?: boolean; database?: TestDatabase; settings?: Readonly<Record<string, string>> } = {},
): Promise<TestApi> {
  const database = options.database ?? (await createTestDatabase());
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-api-'));
  const environment = {
    DATABASE_URL: database.url,
    KHOP_DATA_DIR: folder,
    KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1',
    KHOP_LOG_LEVEL: 'silent',
    KHOP_DATABASE_POOL: '6',
    // A test is one person who does in a minute what people do in a week.
    KHOP_REQUESTS_PER_MINUTE: '1000000',
    KHOP_LONGEST_TURN_SECONDS: '600',
    KHOP_REFRESH_PAUSE_SECONDS: '0',
    KHOP_SAMPLE: 'none',
    ...options.settings,
  };
  // Without the pages, as before they are built: each of their files would be a route of its own.
  const config = { ...loadConfig(environment), webDir: path.join(folder, 'web') };
  const { context: made, forRuns, close: closeContext } = await makeContext(config, 'worker');
  const context: Context = { ...made, ...replaced };
  const app = await createApp(context, handlers);
  const stopping = new AbortController();
  if (options.worker !== false) await startWorker({ ...forRuns, ...replaced }, runners, 2, stopping.signal);

  const headers = ({ as = 'ketoan@khop.local', admin = false, idempotencyKey, anonymous }: Options) => ({
    ...(!anonymous && { authorization: `Bearer ${unsignedToken(as, admin)}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  });
  const answerOf = <T>(response: Awaited<ReturnType<typeof app.inject>>): Answer<T> => ({
    status: response.statusCode,
    body: (String(response.headers['content-type']).includes('json') ? response.json() : undefined) as T,
    raw: response.rawPayload,
    headers: response.headers,
  });

  const api: TestApi = {
    app,
    context,
    databaseUrl: database.url,
    environment,
    call: async (method, url, body, options = {}) =>
      answerOf(
        await app.inject({
          method: method as 'GET',
          url: `/v1${url}`,
          headers: headers(options),
          ...(body !== undefined && { payload: body as object }),
        }),
      ),
    upload: async (url, file, fields = {}, options = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (file) form.set('file', new Blob([new Uint8Array(file.content)]), file.name);
      const request = new Request('http://localhost/', { method: 'POST', body: form });
      return answerOf(
        await app.inject({
          method: 'POST',
          url: `/v1${url}`,
          headers: { ...headers(options), 'content-type': request.headers.get('content-type')! },
          payload: Buffer.from(await request.arrayBuffer()),
        }),
      );
    },
    runEnd: async (runId) => {
      // Asked of the database first: a whole request takes ten times as much, and a test asks thirty times a second.
      const isUnderWay = async (): Promise<boolean> => {
        const query = 'select from runs where id::text = $1 and finished_at is null';
        return (await context.pool.query(query, [runId])).rowCount === 1;
      };
      for (;;) {
        if (!(await isUnderWay())) {
          const { body } = await api.call<Run>('GET', `/runs/${runId}`);
          if (body.finishedAt !== null) return body;
        }
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    close: async () => {
      stopping.abort();
      await app.close();
      await closeContext();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return api;
}

/** A token as the identity emulator makes them: unsigned. The uid is the address itself. */
export function unsignedToken(email: string, admin = false, claims: Readonly<Record<string, unknown>> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    iss: 'https://securetoken.google.com/demo-khop',
    aud: 'demo-khop',
    sub: email,
    email,
    admin,
    iat: now - 1,
    auth_time: now - 1,
    exp: now + 3600,
    firebase: { sign_in_provider: 'password' },
    ...claims,
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}
