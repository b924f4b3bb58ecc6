import type { Endpoint } from '@khop/contract/endpoint.ts';
import { COMMON_ERRORS, ERRORS, type ErrorCode, errorBody, SIGNED_IN_ERRORS } from '@khop/contract/errors.ts';
import { contract } from '@khop/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestApi, type TestApi, unsignedToken } from '../testing/api.ts';

/**
 * The duties of every operation of the contract towards its callers, whatever it does: generated, so that a new one is
 * held to them.
 */
const operations = Object.entries(contract) as [keyof typeof contract, Endpoint][];

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const VIETNAMESE = /[à-ỹđ]/i;
const now = Math.floor(Date.now() / 1000);
const EXPIRED = { iat: now - 4000, auth_time: now - 4000, exp: now - 400 };
const admin = unsignedToken('admin@khop.local', true);

let api: TestApi;
let rowsBefore: Record<string, number>;

beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  for (const token of [admin, unsignedToken('ketoan@khop.local'), unsignedToken('thuhoi@khop.local', true)]) {
    await api.app.inject({ url: '/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
  }
  await api.context.pool.query(
    "update users set valid_since = now() + interval '1 hour' where email = 'thuhoi@khop.local'",
  );
  rowsBefore = await rowCounts();
});
afterAll(() => api.close());

/** Number of rows of every table but `users`, whose "last seen" any request may write. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows: tables } = await api.context.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'users'",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await api.context.pool.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0]!.count;
  }
  return counts;
}

type Sent = { params?: object | undefined; query?: object | undefined; body?: unknown; raw?: string };

/** Inputs to try, from the emptiest on: what a schema takes or refuses is found by asking it. */
const DAYS = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const CANDIDATES: readonly object[] = [
  {},
  { id: UNKNOWN_ID },
  { id: UNKNOWN_ID, key: 'NO_SALES' },
  { entity: 'period', entityId: UNKNOWN_ID },
  { profileId: UNKNOWN_ID },
  { profileId: UNKNOWN_ID, month: '2026-10' },
  { profileId: UNKNOWN_ID, type: 'customer' },
  { profileId: UNKNOWN_ID, minScore: '0.9' },
  { profileId: UNKNOWN_ID, entryKey: 'khong' },
  { kind: 'product' },
  { kind: 'product', profileId: UNKNOWN_ID, minScore: '0.9' },
  DAYS,
  { ...DAYS, profileId: UNKNOWN_ID },
];
const WRONG: readonly object[] = [
  { id: 'không-phải-uuid' },
  { limit: '0' },
  { dryRun: 'có' },
  { profileId: 'không-phải-uuid' },
  { fromDate: '31/10/2026' },
  { month: 'tháng mười' },
  { reason: 7 },
  { version: 'một' },
  { profileIds: 'tất cả' },
  {},
];
const accepted = (schema: z.ZodType | undefined): object | undefined =>
  schema && CANDIDATES.find((candidate) => schema.safeParse(candidate).success);
const refused = (schema: z.ZodType | undefined): object | undefined =>
  schema && WRONG.find((candidate) => !schema.safeParse(candidate).success);

function send({ method, path }: Endpoint, token: string | undefined, { params = {}, query = {}, body, raw }: Sent) {
  const place = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? UNKNOWN_ID),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return api.app.inject({
    method,
    url: `/v1${place}${search && `?${search}`}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
}

/** The answer is a refusal as the contract writes them: its code, its status, and a sentence that a person can read. */
function expectRefusal(endpoint: Endpoint, answer: Awaited<ReturnType<typeof send>>, ...codes: ErrorCode[]): void {
  const body = errorBody.parse(answer.json());
  expect(codes, body.message).toContain(body.error_code);
  const code = body.error_code as ErrorCode;
  expect(answer.statusCode).toBe(ERRORS[code].status);
  expect(body.message).toMatch(VIETNAMESE);
  const listed: readonly ErrorCode[] = [
    ...COMMON_ERRORS,
    ...endpoint.errors,
    ...(endpoint.access === 'public' ? [] : SIGNED_IN_ERRORS),
    ...(endpoint.access === 'admin' ? (['ADMIN_ONLY'] as const) : []),
    ...(endpoint.multipart ? (['FILE_REQUIRED'] as const) : []),
  ];
  expect(
    listed.some((one) => ERRORS[one].status === answer.statusCode),
    `${answer.statusCode} is not listed`,
  ).toBe(true);
}

const guarded = operations.filter(([, { access }]) => access !== 'public');

describe.each(guarded)('%s', (_id, endpoint) => {
  it('refuses a caller without a token, with a forged, an expired or a revoked one', async () => {
    expectRefusal(endpoint, await send(endpoint, undefined, {}), 'TOKEN_INVALID');
    expectRefusal(endpoint, await send(endpoint, 'a.b.c', {}), 'TOKEN_INVALID');
    expectRefusal(endpoint, await send(endpoint, unsignedToken('x@khop.local', true, EXPIRED), {}), 'TOKEN_EXPIRED');
    expectRefusal(endpoint, await send(endpoint, unsignedToken('thuhoi@khop.local', true), {}), 'TOKEN_REVOKED');
  });

  it('takes the cookie for reading only', async () => {
    if (endpoint.method === 'GET') return;
    const path = endpoint.path.replace(/\{[^}]+\}/g, UNKNOWN_ID);
    const answer = await api.app.inject({
      method: endpoint.method,
      url: `/v1${path}`,
      cookies: { khop_token: admin },
    });
    expectRefusal(endpoint, answer, 'TOKEN_INVALID');
  });
});

describe.each(operations.filter(([, { access }]) => access === 'admin'))('%s', (_id, endpoint) => {
  it('refuses everyone but admins, and any claim that is not exactly true', async () => {
    expectRefusal(endpoint, await send(endpoint, unsignedToken('ketoan@khop.local'), {}), 'ADMIN_ONLY');
    const almost = unsignedToken('ketoan@khop.local', false, { admin: 'true' });
    expectRefusal(endpoint, await send(endpoint, almost, {}), 'ADMIN_ONLY');
  });
});

describe.each(operations)('%s', (_id, endpoint) => {
  it('refuses a path, a query and a body that are not of the contract', async () => {
    const params = accepted(endpoint.params);
    const query = accepted(endpoint.query);
    if (endpoint.params) expect(params, 'no candidate fits the path').toBeDefined();
    if (endpoint.query) expect(query, 'no candidate fits the query').toBeDefined();
    const wrongPath = refused(endpoint.params);
    if (wrongPath && 'id' in wrongPath && endpoint.path.includes('{id}'))
      expectRefusal(endpoint, await send(endpoint, admin, { params: wrongPath, query }), 'VALIDATION');
    const wrongQuery = refused(endpoint.query);
    if (wrongQuery) expectRefusal(endpoint, await send(endpoint, admin, { params, query: wrongQuery }), 'VALIDATION');
    if (endpoint.multipart) {
      expectRefusal(endpoint, await send(endpoint, admin, { params, query, body: {} }), 'FILE_REQUIRED');
    } else if (endpoint.body) {
      for (const body of [refused(endpoint.body), [], 'chữ', 7]) {
        if (body === undefined) continue;
        expectRefusal(endpoint, await send(endpoint, admin, { params, query, body }), 'VALIDATION');
      }
      expectRefusal(endpoint, await send(endpoint, admin, { params, query, raw: '{"nửa chừng":' }), 'VALIDATION');
      expectRefusal(endpoint, await send(endpoint, admin, { params, query, raw: '{"x":"\\u0000"}' }), 'VALIDATION');
      expectRefusal(endpoint, await send(endpoint, admin, { params, query, raw: '{"x":"\\ud800"}' }), 'VALIDATION');
    }
  });
});

describe.each(operations.filter((one) => one[1].params && one[1].method === 'GET' && one[1].kind === 'json'))(
  '%s',
  (_id, endpoint) => {
    it('answers about an unknown record as the contract says', async () => {
      const answer = await send(endpoint, admin, {
        params: accepted(endpoint.params),
        query: accepted(endpoint.query),
      });
      if (answer.statusCode !== 200) expectRefusal(endpoint, answer, 'NOT_FOUND');
    });
  },
);

it('has changed nothing by all of that', async () => {
  expect(await rowCounts()).toEqual(rowsBefore);
});
