import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { startRun } from '../../jobs/runs.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';

let api: TestApi;
let origin: string;
/** The milliseconds by which the service's clock is ahead. */
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) }, { worker: false });
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => api.close());

const newRun = async () =>
  (
    await inTransaction(api.context.pool, (tx) =>
      startRun(tx, api.context, { kind: 'import', scope: 's', payload: {}, createdBy: 'a@khop.local' }),
    )
  ).runId;

const change = (runId: string, set: string) =>
  api.context.pool.query(`update runs set ${set}, revision = revision + 1 where id = $1`, [runId]);

async function openStream(runId: string, lastEventId?: string, as = 'ketoan@khop.local') {
  const headers: Record<string, string> = { authorization: `Bearer ${unsignedToken(as)}` };
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
  const response = await fetch(`${origin}/v1/runs/${runId}/events`, { headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  /** The next event's id and the run's state in it; undefined at the end of the stream. */
  const next = async (): Promise<{ id: string; status: string; done: number } | undefined> => {
    while (!pending.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      pending += value;
    }
    const [event = '', ...rest] = pending.split('\n\n');
    pending = rest.join('\n\n');
    const data = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}') as { status: string; done: number };
    return { id: /^id: (.*)$/m.exec(event)?.[1] ?? '', status: data.status, done: data.done };
  };
  return { response, next };
}

it('sends every visible change once and ends with the run', async () => {
  const runId = await newRun();
  const { response, next } = await openStream(runId);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(await next()).toEqual({ id: '1', status: 'queued', done: 0 });
  await change(runId, "status = 'running', done = 5");
  expect(await next()).toEqual({ id: '2', status: 'running', done: 5 });
  await change(runId, "status = 'succeeded', finished_at = now()");
  expect(await next()).toEqual({ id: '3', status: 'succeeded', done: 5 });
  expect(await next()).toBeUndefined();
});

it('sends only what a returning client has not seen', async () => {
  const runId = await newRun();
  await change(runId, "status = 'running', done = 5");
  const { next } = await openStream(runId, '1');
  expect(await next()).toMatchObject({ id: '2', done: 5 });
  const returned = await openStream(runId, '2');
  await change(runId, 'done = 6');
  expect(await returned.next()).toMatchObject({ id: '3', done: 6 });
});

it.each(['3', '99', 'abc', '-1'])(
  'tells a client that comes back after the end (Last-Event-ID %s) how it ended',
  async (last) => {
    const runId = await newRun();
    await change(runId, "status = 'running'");
    await change(runId, "status = 'failed', finished_at = now()");
    const { next } = await openStream(runId, last);
    expect(await next()).toMatchObject({ id: '3', status: 'failed' });
    expect(await next()).toBeUndefined();
  },
);

it('ends its streams when the service stops, though their runs go on', async () => {
  const runId = await newRun();
  const { next } = await openStream(runId);
  await next();
  const closed = api.app.close();
  expect(await next()).toBeUndefined();
  await closed;
});

it('ends at its next heartbeat once the session was revoked, and goes on for others', async () => {
  const runId = await newRun();
  const { next } = await openStream(runId);
  expect(await next()).toMatchObject({ id: '1' });
  ahead = 16_000;
  // A heartbeat of a session that holds: only a word that the stream is there.
  expect(await next()).toEqual({ id: '', status: undefined, done: undefined });
  await change(runId, 'done = 5');
  expect(await next()).toMatchObject({ id: '2', done: 5 });
  await api.context.pool.query("update users set valid_since = now() + interval '1 hour'");
  ahead = 32_000;
  expect(await next()).toBeUndefined();
});

it('gives one person twenty streams at once, and takes nothing from others by it', async () => {
  const runId = await newRun();
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(runId)));
  expect(streams.every(({ response }) => response.status === 200)).toBe(true);
  const refused = await openStream(runId);
  expect(refused.response.status).toBe(429);
  const other = await openStream(runId, undefined, 'khac@khop.local');
  expect(other.response.status).toBe(200);

  await change(runId, "status = 'succeeded', finished_at = now()");
  for (const { next } of [...streams, other]) while (await next()) {}
  const last = await openStream(runId);
  expect(last.response.status).toBe(200);
  // To its end: a connection that a stopping service still answers on stays open for over a minute.
  while (await last.next()) {}
});
