import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { download } from './files.ts';
import { requestLine } from './operations.ts';
import { type AuthPort, connectAuth, setSession } from './session.ts';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'offline';
const seen: { url: string; init: RequestInit; headers: Record<string, string> }[] = [];
let replies: Reply[] = [];
let port: { [Key in keyof AuthPort]: ReturnType<typeof vi.fn<AuthPort[Key]>> };

const failure = (status: number, code: string, message = `${code}.`): Reply => ({
  status,
  body: { error_code: code, message },
});
const fine = (body: unknown = { ok: true }): Reply => ({ status: 200, body });

beforeEach(() => {
  seen.length = 0;
  replies = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    seen.push({ url, init, headers: init.headers as Record<string, string> });
    const reply = replies.shift() ?? fine();
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
      status: reply.status,
      headers: reply.headers ?? {},
    });
  });
  port = {
    ready: vi.fn(async () => undefined),
    refresh: vi.fn(async () => {
      setSession({ accessToken: 'new' });
      return 'new';
    }),
    revoked: vi.fn(async () => setSession({ accessToken: null })),
    signOut: vi.fn(async () => undefined),
  };
  connectAuth(port);
  setSession({ accessToken: 'old' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the pauses between attempts pass. */
async function settle<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  await vi.runAllTimersAsync();
  return work;
}

test('addresses are filled in, encoded and prefixed', () => {
  expect(requestLine('getBravoItem', { id: 'A/1 ô' }, { q: '', limit: 10, kind: ['a', 'b'], none: undefined })).toEqual(
    {
      method: 'GET',
      url: '/v1/bravo/items/A%2F1%20%C3%B4?limit=10&kind=a%2Cb',
    },
  );
  expect(() => requestLine('getBravoItem', {})).toThrow('id is missing');
});

test('a call waits for the session, carries cookies and the bearer token', async () => {
  const answer = await settle(call('listBravoItems', { query: { q: 'giấy', limit: 5 } }));
  expect(answer).toEqual({ ok: true });
  expect(port.ready).toHaveBeenCalledOnce();
  expect(seen[0]?.url).toBe('/v1/bravo/items?q=gi%E1%BA%A5y&limit=5');
  expect(seen[0]?.init.credentials).toBe('include');
  expect(seen[0]?.headers.authorization).toBe('Bearer old');
  expect(seen[0]?.headers['idempotency-key']).toBeUndefined();
});

test('nothing is sent before the provider has reported, and nothing when it cannot be set up', async () => {
  let report: () => void = () => undefined;
  port.ready.mockReturnValueOnce(new Promise<void>((resolve) => (report = resolve)));
  const answer = call('getMe');
  await vi.runAllTimersAsync();
  expect(seen).toHaveLength(0);
  // The request is sent with the token of the session that is live by then.
  setSession({ accessToken: 'reported' });
  report();
  await settle(answer);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer reported']);
  port.ready.mockRejectedValueOnce(new Error('cấu hình'));
  await expect(settle(call('getMe'))).rejects.toThrow('cấu hình');
  expect(seen).toHaveLength(1);
});

test('without a token there is no bearer header; an empty answer is undefined', async () => {
  setSession({ accessToken: null });
  replies = [{ status: 204 }];
  expect(await settle(call('clearCookie', {}, { bare: true }))).toBeUndefined();
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(port.ready).not.toHaveBeenCalled();
});

test('a POST carries one idempotency key, the same after a renewed token', async () => {
  replies = [failure(401, 'TOKEN_EXPIRED'), fine({ runId: 'r' })];
  await settle(call('syncBravoItems'));
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(seen[1]?.headers.authorization).toBe('Bearer new');
  expect(port.refresh).toHaveBeenCalledOnce();
});

test('403 TOKEN_REVOKED closes the session and fails with its sentence', async () => {
  replies = [failure(403, 'TOKEN_REVOKED')];
  await expect(settle(call('getMe'))).rejects.toMatchObject({
    code: 'TOKEN_REVOKED',
    message: 'Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.',
  });
  expect(port.revoked).toHaveBeenCalledOnce();
  expect(port.refresh).not.toHaveBeenCalled();
});

test('a refresh that fails rejects with the sentence of an expired session', async () => {
  port.refresh.mockRejectedValue(new Error('x'));
  replies = [failure(401, 'TOKEN_EXPIRED')];
  await expect(settle(call('getMe'))).rejects.toMatchObject({
    message: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  });
});

test('an answer about an earlier session does not close the present one', async () => {
  replies = [failure(403, 'TOKEN_REVOKED')];
  const original = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    setSession({ accessToken: 'of somebody who has signed in since' });
    return original(...args);
  });
  await expect(settle(call('getMe'))).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
  expect(port.revoked).not.toHaveBeenCalled();
});

test.each([
  ['retried after success', true],
  ['rejected on failure', false],
])('concurrent requests with an expired token wait for the refresh and are %s', async (_, succeeds) => {
  const old = Array.from({ length: 5 }, () => failure(401, 'TOKEN_EXPIRED'));
  replies = [...old, ...(succeeds ? Array.from({ length: 5 }, () => fine()) : [])];
  let finish: () => void = () => undefined;
  const refreshed = new Promise<string>((resolve, reject) => {
    finish = () => {
      if (!succeeds) return reject(new Error('x'));
      setSession({ accessToken: 'new' });
      resolve('new');
    };
  });
  refreshed.catch(() => undefined);
  port.refresh.mockReturnValue(refreshed);
  const calls = Promise.allSettled(Array.from({ length: 5 }, () => call('getMe')));
  await vi.runAllTimersAsync();
  expect(seen).toHaveLength(5);
  finish();
  const outcomes = await calls;
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([succeeds ? 'fulfilled' : 'rejected']));
  expect(seen.slice(5).map(({ headers }) => headers.authorization)).toEqual(
    succeeds ? Array.from({ length: 5 }, () => 'Bearer new') : [],
  );
});

test('a second 401 is not renewed again', async () => {
  replies = [failure(401, 'TOKEN_INVALID'), failure(401, 'TOKEN_INVALID', 'Không hợp lệ.')];
  await expect(settle(call('getMe'))).rejects.toMatchObject({ message: 'Không hợp lệ.' });
  expect(port.refresh).toHaveBeenCalledOnce();
});

test('a token that was renewed meanwhile is used without another refresh', async () => {
  replies = [failure(401, 'TOKEN_EXPIRED'), fine()];
  const original = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await original(...args);
    setSession({ accessToken: 'from another request' });
    return response;
  });
  await settle(call('getMe'));
  expect(port.refresh).not.toHaveBeenCalled();
  expect(seen[1]?.headers.authorization).toBe('Bearer from another request');
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])('a GET is tried again on %i', async (status) => {
  replies = [failure(status, 'X'), failure(status, 'X'), fine()];
  expect(await settle(call('getMe'))).toEqual({ ok: true });
  expect(seen).toHaveLength(3);
});

test.each([400, 403, 404, 412, 413, 422, 501])('a GET is not tried again on %i', async (status) => {
  replies = [failure(status, 'X', 'Câu của máy chủ.')];
  await expect(settle(call('getMe'))).rejects.toMatchObject({ status, message: 'Câu của máy chủ.' });
  expect(seen).toHaveLength(1);
});

test('a GET gives up after two repetitions; a POST is never repeated', async () => {
  replies = [failure(503, 'A'), failure(503, 'B'), failure(503, 'C')];
  await expect(settle(call('getMe'))).rejects.toMatchObject({ code: 'C' });
  seen.length = 0;
  replies = [failure(503, 'A'), fine()];
  await expect(settle(call('syncBravoItems'))).rejects.toMatchObject({ code: 'A' });
  expect(seen).toHaveLength(1);
});

test('a server that cannot be reached is said in words', async () => {
  replies = ['offline', 'offline', 'offline'];
  await expect(settle(call('getMe'))).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  expect(seen).toHaveLength(3);
});

test.each([
  ['breaks off', () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })],
  ['is cut short', () => '{"items":[{"name":"Giấ'],
  ['is a page of a proxy', () => '<html>Sign in to the network</html>'],
])('an answer that %s is said as the network that is away', async (_, body) => {
  vi.stubGlobal('fetch', async () => new Response(body(), { status: 200 }));
  await expect(settle(call('getMe'))).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringMatching('máy chủ'),
  });
});

test('a file whose download breaks off is said as the network that is away', async () => {
  const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(broken(), { status: 200 }));
  const file = download('downloadExcel', { params: { id: 'p1' }, body: { only: 'all' } });
  await expect(settle(file)).rejects.toMatchObject({ code: 'NETWORK' });
});
