import { Worker } from 'node:worker_threads';

/** A message of a thread: what it has done so far, its answer, or why it failed. */
export type ThreadMessage<O> =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'answer'; readonly answer: O }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string; readonly details: unknown };

type Options = { signal?: AbortSignal; onProgress?: (done: number, total: number) => void };

/** Things that a plan makes live as long as it: with little room for the young they are copied over and over, a third of the time. */
const YOUNG_MB = 192;

/**
 * Runs a module in a thread of its own, so that minutes of computing never stop the worker's heartbeat or the server's
 * answers. The module reads `workerData` and posts `ThreadMessage`s; see `threadMain`.
 */
export async function inThread<I, O>(module: URL, input: I, options: Options = {}): Promise<O> {
  options.signal?.throwIfAborted();
  const thread = new Worker(module, { workerData: input, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  try {
    return await answerOf<O>(thread, options);
  } finally {
    await thread.terminate();
  }
}

/**
 * A thread that stays between calls, with what it has learned, until it is left alone for `idleMs`; see `threadLoop`. It
 * answers one call after another and keeps no process alive. A call that is stopped, or fails, ends the thread: the next
 * one starts afresh.
 */
export function keptThread<I, O>(module: URL, idleMs: number): (input: I, options?: Options) => Promise<O> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const call = async (input: I, options: Options): Promise<O> => {
    options.signal?.throwIfAborted();
    clearTimeout(idle);
    thread ??= started(module, (gone) => {
      if (thread === gone) thread = undefined;
    });
    thread.unref();
    try {
      thread.postMessage(input);
      const answer = await answerOf<O>(thread, options);
      idle = setTimeout(() => void end(), idleMs).unref();
      return answer;
    } catch (error) {
      await end();
      throw error;
    }
  };
  return (input, options = {}) => {
    const mine = turn.then(() => call(input, options));
    turn = mine.catch(() => {});
    return mine;
  };
}

async function answerOf<O>(thread: Worker, { signal, onProgress }: Options): Promise<O> {
  const stop = (): void => void thread.terminate();
  signal?.addEventListener('abort', stop);
  let leave = (): void => {};
  try {
    return await new Promise<O>((resolve, reject) => {
      const heard = (message: ThreadMessage<O>): void => {
        if (message.kind === 'progress') onProgress?.(message.done, message.total);
        else if (message.kind === 'answer') resolve(message.answer);
        else reject(Object.assign(new Error(message.message), { code: message.code, details: message.details }));
      };
      const ended = (): void => reject(signal?.aborted ? signal.reason : new Error('The thread ended early'));
      thread.on('message', heard).on('error', reject).on('exit', ended);
      leave = () => void thread.off('message', heard).off('error', reject).off('exit', ended);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    leave();
  }
}

/** A thread whose end between two calls harms no call. */
function started(module: URL, onGone: (thread: Worker) => void): Worker {
  const thread = new Worker(module);
  return thread.on('error', () => {}).on('exit', () => onGone(thread));
}
