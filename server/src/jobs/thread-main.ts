import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { ThreadMessage } from './in-thread.ts';

const PROGRESS_EVERY_MS = 200;

/** The body of a thread's module: computes the answer to what `inThread` was given and posts it. */
export function threadMain<I, O>(compute: (input: I, progress: (done: number, total: number) => void) => O): void {
  const post = (message: ThreadMessage<O>): void => parentPort!.postMessage(message);
  let last = 0;
  try {
    const answer = compute(workerData as I, (done, total) => {
      const now = Date.now();
      if (now - last < PROGRESS_EVERY_MS) return;
      last = now;
      post({ kind: 'progress', done, total });
    });
    post({ kind: 'answer', answer });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    post({ kind: 'problem', code: error.code, message: error.message, details: error.details });
  }
}
