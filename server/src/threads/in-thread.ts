import { Worker, type WorkerOptions } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import { keepIdle, takeIdle } from './idle-threads.ts';

/** A message to a thread: a call, or that a part of its answer was taken. */
export type Message<I> = { readonly kind: 'call'; readonly input: I } | { readonly kind: 'taken' };

/** A message of a thread: what it has done so far, a part of its answer, the answer, or why it failed. */
export type ThreadMessage<O, P> =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'part'; readonly part: P }
  | { readonly kind: 'answer'; readonly answer: O }
  | {
      readonly kind: 'problem';
      readonly code: string;
      readonly message: string;
      readonly details: Problem['details'];
    };

type Options<P> = {
  /** Aborting ends the thread at once; the call then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
  /** Takes a part of the answer; the thread hears of it when that is fulfilled. Its failure ends the call and the thread. */
  readonly onPart?: (part: P) => Promise<void>;
  /** Options of the thread: those who run the same module give the same. */
  readonly thread?: WorkerOptions;
};

/** Things that a plan makes live as long as it: with little room for the young they are copied over and over, a third of the time. */
const ROOM_TO_PLAN: WorkerOptions = { resourceLimits: { maxYoungGenerationSizeMb: 192 } };

/**
 * Runs a module in a thread that no other call uses meanwhile, so that minutes of computing never stop the worker's heartbeat
 * or the server's answers. The module is a `threadMain`; a thread that has answered may serve the next call of the same
 * module (`idle-threads.ts`), any other one ends.
 */
export async function inThread<I, O, P = never>(module: URL, input: I, options: Options<P> = {}): Promise<O> {
  const { signal } = options;
  signal?.throwIfAborted();
  const thread = takeIdle(module) ?? new Worker(module, options.thread ?? ROOM_TO_PLAN);
  let hasAnswered = false;
  try {
    return await ask<I, O, P>(thread, input, { ...options, onEnd: () => (hasAnswered = true) });
  } finally {
    if (hasAnswered && !signal?.aborted) keepIdle(module, thread);
    else await thread.terminate();
  }
}

/** `onEnd` is told when the thread has said its last word, be it an answer or a problem. */
async function ask<I, O, P>(
  thread: Worker,
  input: I,
  { signal, onProgress, onPart, onEnd }: Options<P> & { readonly onEnd?: () => void },
): Promise<O> {
  const stop = (): void => void thread.terminate();
  const post = (message: Message<I>): void => thread.postMessage(message);
  signal?.addEventListener('abort', stop);
  let leave = (): void => {};
  // The thread may be at its next call before the last part of this one is taken.
  let isOver = false;
  const taken = (): void => {
    if (!isOver) post({ kind: 'taken' });
  };
  try {
    return await new Promise<O>((resolve, reject) => {
      const heard = (message: ThreadMessage<O, P>): void => {
        if (message.kind === 'progress') return void onProgress?.(message.done, message.total);
        if (message.kind === 'part') return void onPart?.(message.part).then(taken, reject);
        isOver = true;
        onEnd?.();
        if (message.kind === 'answer') resolve(message.answer);
        else reject(new Problem(message.code, message.message, message.details));
      };
      const ended = (): void => reject(signal?.aborted ? signal.reason : new Error('The thread ended early'));
      thread.on('message', heard).on('error', reject).on('exit', ended);
      leave = () => void thread.off('message', heard).off('error', reject).off('exit', ended);
      post({ kind: 'call', input });
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    leave();
  }
}
