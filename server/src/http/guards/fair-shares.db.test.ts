import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { handlers } from '../../handlers.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { createApp } from '../app.ts';

/**
 * The requests of one person with six connections that the service works on at once, and those that wait; a list takes
 * two of them.
 */
const [AT_ONCE, WAITING] = [2, 50];
const HELD = 2 * AT_ONCE;

let api: TestApi;
let origin: string;
let holder: pg.Client;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  // Everybody has been here before: the first request of a person writes.
  for (const name of ['an', 'binh']) await ask(name, '/auth/me');
});
afterAll(() => api?.close());
afterEach(() => holder?.end());

type Answer = { readonly status: number; readonly code: string | undefined; readonly retryAfter: string | null };

async function ask(name: string, address: string): Promise<Answer> {
  const response = await fetch(`${origin}/v1${address}`, {
    headers: { authorization: `Bearer ${unsignedToken(`${name}@khop.local`)}` },
  });
  const { error_code: code } = (await response.json()) as { error_code?: string };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

/** Makes every list of Bravo items take until the holder ends. */
async function slowItems(): Promise<void> {
  holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table bravo_items in access exclusive mode');
}

/** Another question each time: one that many ask together is answered once for all of them. */
let questions = 0;
const another = (): string => `/bravo/items?q=${++questions}`;

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

it('answers another person while forty slow lists of one are on their way, and in the end all forty', async () => {
  await slowItems();
  const answered: string[] = [];
  const forty = Array.from({ length: 40 }, async () => {
    const { status } = await ask('an', another());
    answered.push(`an ${status}`);
  });
  await until(async () => (await waitingForLocks(api)) >= HELD);
  for (const address of ['/amis/products', '/health/live', '/health/ready', '/app-config'])
    answered.push(`binh ${(await ask('binh', address)).status}`);
  // Requests that watch the service do not wait, also not for their own person.
  answered.push(`an ${(await ask('an', '/app-config')).status}`);
  expect(answered).toEqual(['binh 200', 'binh 200', 'binh 200', 'binh 200', 'an 200']);
  expect(await waitingForLocks(api)).toBe(HELD);
  await holder.query('rollback');
  await Promise.all(forty);
  expect(answered.slice(5)).toEqual(Array.from({ length: 40 }, () => 'an 200'));
});

it('refuses requests behind a long queue at once, and says when to come back', async () => {
  await slowItems();
  const refused: Answer[] = [];
  let fine = 0;
  const all = Array.from({ length: AT_ONCE + WAITING + 6 }, async () => {
    const answer = await ask('an', another());
    if (answer.status === 200) fine++;
    else refused.push(answer);
  });
  await until(async () => refused.length >= 6);
  expect(refused).toEqual(Array.from({ length: 6 }, () => ({ status: 503, code: 'SERVER_BUSY', retryAfter: '3' })));
  expect((await ask('binh', '/amis/products')).status).toBe(200);
  await holder.query('rollback');
  await Promise.all(all);
  expect([fine, refused.length]).toEqual([AT_ONCE + WAITING, 6]);
});

it('refuses only requests that have waited too long for a turn', async () => {
  const config = { ...api.context.config, longestTurnSeconds: 1 };
  const app = await createApp({ ...api.context, config }, handlers);
  await slowItems();
  const headers = { authorization: `Bearer ${unsignedToken('an@khop.local')}` };
  const asked = Array.from({ length: AT_ONCE + 3 }, () => app.inject({ url: `/v1${another()}`, headers }));
  const late = await Promise.race(asked);
  expect([late.statusCode, late.json().error_code, late.headers['retry-after']]).toEqual([503, 'SERVER_BUSY', '3']);
  await holder.query('rollback');
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(AT_ONCE);
  await app.close();
});

it('keeps no place for a sender who has gone', async () => {
  await slowItems();
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${unsignedToken('an@khop.local')}` };
  let refused = 0;
  const left = Array.from({ length: AT_ONCE + WAITING + 1 }, async () => {
    const answer = await fetch(`${origin}/v1${another()}`, { headers, signal: leaving.signal }).catch(() => undefined);
    if (answer?.status === 503) refused++;
  });
  await until(async () => refused === 1);
  leaving.abort();
  await Promise.all(left);
  const { server } = api.app;
  await until(async () => {
    server.closeIdleConnections();
    return (await promisify(server.getConnections.bind(server))()) === 0;
  });
  // Every place in the queue is free again, and the two in work still are.
  let refusedNow = 0;
  const fine = Array.from({ length: WAITING + 1 }, async () => {
    const { code } = await ask('an', '/amis/profiles');
    if (code === 'SERVER_BUSY') refusedNow++;
  });
  await until(async () => refusedNow > 0);
  await holder.query('rollback');
  await Promise.all(fine);
  expect(refusedNow).toBe(1);
});

it('counts no file that is still being sent as work', async () => {
  const { port } = api.app.server.address() as { port: number };
  const token = unsignedToken('an@khop.local');
  const head = [
    'POST /v1/amis/products/bulk HTTP/1.1',
    ...['Host: localhost', `Authorization: Bearer ${token}`, 'Content-Length: 5000000'],
    'Content-Type: multipart/form-data; boundary=x',
    ...['', '--x', 'Content-Disposition: form-data; name="file"; filename="a.csv"', 'Content-Type: text/csv'],
    ...['', 'a,b'],
  ].join('\r\n');
  const sockets = Array.from({ length: AT_ONCE + 2 }, (): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    return socket.on('error', () => {});
  });
  const begun = async () => (await api.context.pool.query('select from uploads')).rowCount;
  await until(async () => (await begun()) === sockets.length);
  expect((await ask('an', '/amis/products')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await begun()) === 0);
});
