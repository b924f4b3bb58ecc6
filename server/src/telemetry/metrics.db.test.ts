import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlers } from '../handlers.ts';
import { createApp } from '../http/app.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { createMetrics, serveMetrics } from './metrics.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api?.close());

it('tells requests by operation and waiting runs, on a port of its own', async () => {
  const metrics = createMetrics(api.context);
  const app = await createApp(api.context, handlers, metrics.observe);
  await app.inject({ method: 'GET', url: '/v1/health/live' });
  const { port, close } = await serveMetrics(api.context, metrics);
  try {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(/khop_http_request_seconds_count\{operation="getLive",status="200"\} 1/);
    expect(text).toMatch(/khop_runs\{status="queued"\} 0/);
    expect((await fetch(`http://127.0.0.1:${port}/else`)).status).toBe(404);
  } finally {
    close();
    await app.close();
  }
});
