import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { handlers } from '../handlers.ts';
import { startWorker } from '../jobs/worker.ts';
import { makeContext, type OwnedContext } from '../make-context.ts';
import { runners } from '../runners.ts';
import { createMetrics, serveMetrics } from '../telemetry/metrics.ts';
import { unsignedToken } from '../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { memoryBravo } from '../testing/memory-bravo.ts';
import { createApp } from './app.ts';

/** A way to the database that can be closed: every connection breaks and none can be made, as when its server is gone. */
async function gateTo(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isOpen = true;
  const server = createServer((from) => {
    if (!isOpen) return from.destroy();
    const to = connect(Number(port), hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as { port: number }).port);
  const close = () => {
    isOpen = false;
    for (const socket of open) socket.destroy();
  };
  return {
    url: through.href,
    close,
    open: () => {
      isOpen = true;
    },
    end: () => {
      close();
      server.close();
    },
  };
}

let database: TestDatabase;
let gate: Awaited<ReturnType<typeof gateTo>>;
let owned: OwnedContext;
let context: Context;
const stopping = new AbortController();

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await gateTo(database.url);
  const settings = { KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1', KHOP_LOG_LEVEL: 'silent' };
  owned = await makeContext(loadConfig({ ...settings, DATABASE_URL: gate.url }), 'worker');
  context = { ...owned.context, bravo: memoryBravo() };
  await startWorker({ ...owned.forRuns, bravo: context.bravo }, runners, 2, stopping.signal);
});
afterAll(async () => {
  gate.open();
  stopping.abort();
  await owned.close();
  gate.end();
  await database.drop();
});

it('answers 503 while the database is away, and works again when it is back, without a restart', async () => {
  const metrics = createMetrics(context);
  const measured = await serveMetrics(context, metrics);
  const app = await createApp(context, handlers, metrics.observe);
  const headers = { authorization: `Bearer ${unsignedToken('ketoan@khop.local')}` };
  const get = async (url: string) => {
    const answer = await app.inject({ url, headers });
    return { status: answer.statusCode, code: (answer.json() as { error_code?: string }).error_code };
  };
  const measure = async () => {
    const answer = await fetch(`http://127.0.0.1:${measured.port}/metrics`);
    return { status: answer.status, text: await answer.text() };
  };
  const profile = (code: string) =>
    app.inject({ method: 'POST', url: '/v1/amis/profiles', headers, payload: { code, name: code, taxCode: '' } });

  expect((await profile('A')).statusCode).toBe(201);
  expect((await get('/v1/health/ready')).status).toBe(200);
  expect((await measure()).text).toContain('khop_runs{status="queued"} 0');

  gate.close();
  const away = { status: 503, code: 'DATABASE_UNAVAILABLE' };
  expect(await get('/v1/amis/profiles')).toEqual(away);
  expect(await get('/v1/health/ready')).toEqual(away);
  expect((await get('/v1/health/live')).status).toBe(200);
  const refused = await profile('B');
  expect(refused.statusCode).toBe(503);
  expect((refused.json() as { message: string }).message).toMatch(/Cơ sở dữ liệu/);
  // Figures of the process are wanted most when something is wrong.
  const figures = await measure();
  expect(figures.status).toBe(200);
  expect(figures.text).toContain('khop_process_resident_memory_bytes');
  expect(figures.text).not.toContain('khop_runs{status="queued"} 0');

  gate.open();
  expect((await get('/v1/health/ready')).status).toBe(200);
  const known = await app.inject({ url: '/v1/amis/profiles', headers });
  expect((known.json() as { items: { code: string }[] }).items.map((one) => one.code)).toEqual(['A']);
  measured.close();
  await app.close();
});

it('takes up runs again when the database is back', async () => {
  const app = await createApp(context, handlers);
  const headers = { authorization: `Bearer ${unsignedToken('ketoan@khop.local')}` };
  gate.close();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  gate.open();
  const started = await app.inject({ method: 'POST', url: '/v1/bravo-items-sync/sync', headers });
  expect(started.statusCode).toBe(202);
  const { runId } = started.json() as { runId: string };
  for (;;) {
    const run = (await app.inject({ url: `/v1/runs/${runId}`, headers })).json() as {
      finishedAt: unknown;
      status: string;
    };
    if (run.finishedAt) {
      expect(run.status).toBe('succeeded');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await app.close();
});
