import { Worker } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import type { GlanceMessage } from './glance-worker.ts';
import { asProblem, threadOptions } from './read-workbook.ts';

/**
 * Looks at the top of a workbook's sheets, off the main thread like every reading of an uploaded file. Throws as
 * `readWorkbook` does.
 */
export async function glanceAtWorkbook(path: string): Promise<Glance> {
  const worker = new Worker(new URL('./glance-worker.ts', import.meta.url), threadOptions({ path }));
  try {
    return await new Promise<Glance>((resolve, reject) => {
      worker.on('message', (message: GlanceMessage) => {
        if ('glance' in message) return resolve(message.glance);
        const { code, message: sentence, details } = message.problem;
        reject(new Problem(code, sentence, details));
      });
      worker.on('error', (error) => reject(asProblem(error)));
      worker.on('exit', () => reject(new Error('the reading thread ended early')));
    });
  } finally {
    await worker.terminate();
  }
}
