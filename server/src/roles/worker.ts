import type { Config } from '../config.ts';
import { startWorker } from '../jobs/worker.ts';
import { makeContext } from '../make-context.ts';
import { runners } from '../runners.ts';
import { untilStopped } from './until-stopped.ts';

/** Works on runs, two at a time, until asked to stop; unfinished runs go on in the next worker. */
export async function work(config: Config): Promise<number> {
  const { context, close } = await makeContext(config, 'worker');
  const stopping = new AbortController();
  await startWorker(context, runners, 2, stopping.signal);
  context.log.info('worker ready');
  await untilStopped();
  stopping.abort(new Error('The worker is stopping'));
  await close();
  return 0;
}
