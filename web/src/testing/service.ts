import { afterEach, vi } from 'vitest';
import { connectAuth, setSession } from '../api/session.ts';

/** One request that reached the service. */
export type Sent = { line: string; query: URLSearchParams; body: unknown };

/** The service's answer to a method and path, such as `GET /periods`: a body, or a refusal. */
export type Answers = Readonly<Record<string, (sent: Sent) => unknown>>;

export type Refusal = { refused: number; code: string; message: string; details?: unknown };

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

function reply(answer: unknown): Response {
  if (!isRefusal(answer)) return json(200, answer);
  const { refused, code, message, details } = answer;
  return json(refused, { error_code: code, message, details });
}

/**
 * For tests of screens: a user is signed in, and the service gives the answers of the test.
 * @returns the requests that reached it beside reads, in order.
 */
export function service(answers: Answers): Sent[] {
  const written: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://khop.invalid');
    const line = `${init.method ?? 'GET'} ${pathname.replace(/^\/v1/, '')}`;
    const sent = { line, query: searchParams, body: init.body ? JSON.parse(String(init.body)) : undefined };
    if (init.method !== undefined && init.method !== 'GET') written.push(sent);
    const answer = answers[line];
    return answer ? reply(await answer(sent)) : json(404, { error_code: 'NOT_FOUND', message: `Không có ${line}.` });
  });
  connectAuth({
    ready: async () => undefined,
    refresh: async () => undefined,
    revoked: async () => undefined,
    signOut: async () => undefined,
  });
  setSession({
    status: 'signed-in',
    user: { uid: 'u1', email: 'ketoan@khop.vn', displayName: 'Kế toán', photoUrl: null },
    accessToken: 'token',
    ended: null,
  });
  return written;
}

/** A page of a list. */
export const listed = <Item>(items: readonly Item[]) => ({ items, total: items.length, limit: 500, offset: 0 });

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
