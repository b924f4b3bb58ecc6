import { Worker } from 'node:worker_threads';

/** A message of a thread: what it has done so far, its answer, or why it failed. */
export type ThreadMessage<O> =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'answer'; readonly answer: O }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string; readonly details: unknown };

/**
 * Runs a module in a thread of its own, so that minutes of computing never stop the worker's heartbeat or the server's
 * answers. The module reads `workerData` and posts `ThreadMessage`s; see `threadMain`.
 */
export async function inThread<I, O>(
  module: URL,
  input: I,
  options: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
): Promise<O> {
  options.signal?.throwIfAborted();
  const thread = new Worker(module, { workerData: input });
  const stop = (): void => void thread.terminate();
  options.signal?.addEventListener('abort', stop);
  try {
    return await new Promise<O>((resolve, reject) => {
      thread.on('message', (message: ThreadMessage<O>) => {
        if (message.kind === 'progress') options.onProgress?.(message.done, message.total);
        else if (message.kind === 'answer') resolve(message.answer);
        else reject(Object.assign(new Error(message.message), { code: message.code, details: message.details }));
      });
      thread.on('error', reject);
      thread.on('exit', () =>
        reject(options.signal?.aborted ? options.signal.reason : new Error('The thread ended early')),
      );
    });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
