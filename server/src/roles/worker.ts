import type { Config } from '../config.ts';
import { makeContext } from '../make-context.ts';
import { createMetrics, serveMetrics } from '../telemetry/metrics.ts';
import { untilStopped } from './until-stopped.ts';
import { workOnRuns } from './work-on-runs.ts';

/** Works on runs, two at a time, until asked to stop; unfinished runs go on in the next worker. */
export async function work(config: Config): Promise<number> {
  const { forRuns: context, close } = await makeContext(config, 'worker');
  const stopping = new AbortController();
  await workOnRuns(context, stopping.signal);
  const measured = await serveMetrics(context, createMetrics(context));
  context.log.info({ metricsPort: measured.port }, 'worker ready');
  await untilStopped();
  measured.close();
  stopping.abort(new Error('The worker is stopping'));
  await close();
  return 0;
}
