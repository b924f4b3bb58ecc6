import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import { Refusal } from '../refusal.ts';
import type { ThreadMessage } from './in-thread.ts';

const PROGRESS_EVERY_MS = 200;

type Compute<I, O> = (input: I, progress: (done: number, total: number) => void) => O | Promise<O>;

/** The body of a thread's module: computes the answer to what `inThread` was given and posts it. */
export const threadMain = <I, O>(compute: Compute<I, O>): void => void answer(compute, workerData as I);

/** The same for a `keptThread`: computes one answer after another. */
export function threadLoop<I, O>(compute: Compute<I, O>): void {
  parentPort!.on('message', (input: I) => void answer(compute, input));
}

async function answer<I, O>(compute: Compute<I, O>, input: I): Promise<void> {
  const post = (message: ThreadMessage<O>): void => parentPort!.postMessage(message);
  let last = 0;
  try {
    const answer = await compute(input, (done, total) => {
      const now = Date.now();
      if (now - last < PROGRESS_EVERY_MS) return;
      last = now;
      post({ kind: 'progress', done, total });
    });
    post({ kind: 'answer', answer });
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Refusal)) throw error;
    post({ kind: 'problem', code: error.code, message: error.message, details: error.details });
  }
}
