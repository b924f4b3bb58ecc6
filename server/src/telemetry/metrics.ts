import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';

export type Metrics = { readonly registry: Registry; readonly observe: (app: FastifyInstance) => void };

/** The figures of one process: its own health, its requests by operation, and the runs that wait or work. */
export function createMetrics(context: Context): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'khop_' });
  const requests = new Histogram({
    name: 'khop_http_request_seconds',
    help: 'Time to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'khop_runs',
    help: 'Runs that wait or work',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const { rows } = await context.pool.query<{ status: string; count: number }>(
          `select s.status, count(r.id) as count from unnest(array['queued', 'running']) as s (status) left join runs r using (status) group by s.status`,
        );
        for (const { status, count } of rows) this.set({ status }, count);
      } catch (error) {
        // The process's own figures are wanted most while the database is away.
        context.log.warn({ err: error }, 'runs are not counted');
      }
    },
  });
  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const operation = (request.routeOptions.config as { operationId?: string }).operationId ?? 'page';
        requests.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
        done();
      });
    },
  };
}

/** Serves GET /metrics on loopback only, apart from the port that people reach. */
export async function serveMetrics(
  context: Context,
  { registry }: Metrics,
): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        context.log.warn({ err: error }, 'metrics');
        response.writeHead(503).end();
      },
    );
  });
  const listen = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', resolve);
    });
  try {
    await listen(context.config.metricsPort);
  } catch (error) {
    // Two processes on one machine share the setting; the second one's port is in its log.
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    await listen(0);
  }
  const { port } = server.address() as { port: number };
  return { port, close: () => server.close() };
}
