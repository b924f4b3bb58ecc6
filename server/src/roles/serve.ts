import type { Config } from '../config.ts';
import { handlers } from '../handlers.ts';
import { createApp } from '../http/app.ts';
import { makeContext } from '../make-context.ts';
import { createMetrics, serveMetrics } from '../telemetry/metrics.ts';
import { untilStopped } from './until-stopped.ts';
import { workOnRuns } from './work-on-runs.ts';

/** Requests that take longer than this are cut off when the service stops. */
const FINISH_WITHIN_MS = 5000;

/** Answers requests until asked to stop; with `worker`, also takes runs in the same process. */
export async function serve(config: Config, options: { worker: boolean }): Promise<number> {
  const { context, forRuns, close } = await makeContext(config, options.worker ? 'worker' : 'server');
  const stopping = new AbortController();
  const metrics = createMetrics(context);
  const app = await createApp(context, handlers, metrics.observe);
  if (options.worker) await workOnRuns(forRuns, stopping.signal);
  await app.listen({ port: config.port, host: config.host });
  const measured = await serveMetrics(context, metrics);
  context.log.info({ port: config.port, worker: options.worker, metricsPort: measured.port }, 'serving');
  await untilStopped();
  stopping.abort();
  measured.close();
  const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS);
  await app.close();
  clearTimeout(cut);
  await close();
  return 0;
}
