import { RETRY_STATUSES } from '../constants.ts';
import { compareClocks } from './clock.ts';
import { ApiError, errorFrom, expiredError, isAbort, networkError, reactionTo, revokedError } from './errors.ts';
import { type InputOf, type OperationId, type OutputOf, requestLine } from './operations.ts';
import { authPort, getSession } from './session.ts';

export type CallOptions = {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Calls that are part of becoming ready (config, cookie, validation) must not wait for it or refresh. */
  bare?: boolean;
};

type AnyInput = { params?: object; query?: object; body?: unknown };

/** A random id for one attempt of a person to do something; the service answers a repetition alike. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Calls one operation of the contract: `call('listBravoItems', { query: { q: 'giấy' } })`.
 * Waits for the session, sends cookies and the bearer token, repeats safe methods on passing failures,
 * renews an expired token once. Throws ApiError.
 */
export async function call<Op extends OperationId>(
  operation: Op,
  ...[input, options]: Record<never, never> extends InputOf<Op>
    ? [input?: InputOf<Op>, options?: CallOptions]
    : [input: InputOf<Op>, options?: CallOptions]
): Promise<OutputOf<Op>> {
  const response = await request(operation, input as AnyInput | undefined, options);
  return whole(async () => {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as OutputOf<Op>;
  });
}

/**
 * Reads the body of a success. The network may go in the middle of it, and a proxy may put a page of its own in its place: both are an
 * answer that did not come, and are said in the words of the product.
 */
export async function whole<Body>(read: () => Promise<Body>): Promise<Body> {
  try {
    return await read();
  } catch (error) {
    throw isAbort(error) ? error : networkError();
  }
}

/** Like `call`, but hands back the raw answer of a success (files, streams). */
export async function request(
  operation: OperationId,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<Response> {
  const { method, url } = requestLine(
    operation,
    input.params as Record<string, unknown> | undefined,
    input.query as Record<string, unknown> | undefined,
  );
  const body = encodeBody(input.body);
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  if (method === 'POST' && !options.bare) headers['idempotency-key'] ??= newIdempotencyKey();
  return withSession(options.bare ?? false, (token) =>
    send(url, {
      method,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      body: body ?? null,
      credentials: 'include',
      signal: options.signal ?? null,
    }),
  );
}

/**
 * Runs an attempt with the current token and applies the error table of the specification §8: a revoked session is
 * closed, an expired token is renewed once for everybody who waits, anything else is thrown as it is.
 */
export async function withSession<Result>(
  bare: boolean,
  attempt: (token: string | null) => Promise<Result>,
): Promise<Result> {
  if (!bare) await authPort().ready();
  let retried = false;
  for (;;) {
    const token = getSession().accessToken;
    try {
      return await attempt(token);
    } catch (error) {
      if (bare || !(error instanceof ApiError)) throw error;
      const reaction = reactionTo({ status: error.status, code: error.code, hasToken: token !== null, retried });
      if (reaction === 'revoke') {
        // A late answer to an earlier session says nothing about the present one.
        if (getSession().accessToken === token) await authPort().revoked();
        throw revokedError();
      }
      if (reaction === 'fail') throw error;
      retried = true;
      // Another request or another tab may have renewed the token while this request was under way.
      if (getSession().accessToken !== token) continue;
      const renewed = await authPort()
        .refresh()
        .catch(() => undefined);
      if (!renewed) throw expiredError();
    }
  }
}

function encodeBody(body: unknown): string | FormData | undefined {
  if (body === undefined) return undefined;
  return body instanceof FormData ? body : JSON.stringify(body);
}

const SAFE = new Set(['GET', 'HEAD']);
const RETRY_DELAYS_MS = [300, 1_000];

async function send(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= RETRY_DELAYS_MS.length || !SAFE.has(init.method ?? 'GET');
    let delayMs = RETRY_DELAYS_MS[attempt] ?? 0;
    try {
      const sentAt = Date.now();
      const response = await fetch(url, init);
      compareClocks(response.headers.get('date'), sentAt, Date.now());
      if (response.ok) return response;
      if (last || !RETRY_STATUSES.includes(response.status)) throw errorFrom(response.status, await response.text());
      const after = Number(response.headers.get('retry-after'));
      if (after > 0) delayMs = Math.min(after * 1000, 5_000);
    } catch (error) {
      if (error instanceof ApiError || isAbort(error)) throw error;
      if (last) throw networkError();
    }
    await pause(delayMs, init.signal);
  }
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
