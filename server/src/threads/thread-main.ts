import { parentPort } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import { Refusal } from '../refusal.ts';
import type { Message, ThreadMessage } from './in-thread.ts';

const PROGRESS_EVERY_MS = 200;

/** The way of a call back to its caller before there is an answer. */
export type Call<P> = {
  readonly progress: (done: number, total: number) => void;
  /** Sends a part of the answer. */
  readonly send: (part: P) => void;
  /** Fulfilled when fewer than so many parts are on their way; undefined when that is so already. */
  readonly room: (parts: number) => Promise<void> | undefined;
};

/** The body of a thread's module: computes one answer after another to what `inThread` is given. */
export function threadMain<I, O, P = never>(compute: (input: I, call: Call<P>) => O | Promise<O>): void {
  const post = (message: ThreadMessage<O, P>): void => parentPort!.postMessage(message);
  let onTheirWay = 0;
  let taken = (): void => {};
  const answer = async (input: I): Promise<void> => {
    onTheirWay = 0;
    let last = 0;
    const progress = (done: number, total: number): void => {
      const now = Date.now();
      if (now - last < PROGRESS_EVERY_MS) return;
      last = now;
      post({ kind: 'progress', done, total });
    };
    const send = (part: P): void => {
      post({ kind: 'part', part });
      onTheirWay += 1;
    };
    const room = (parts: number): Promise<void> | undefined =>
      onTheirWay < parts ? undefined : new Promise((resolve) => (taken = resolve));
    try {
      post({ kind: 'answer', answer: await compute(input, { progress, send, room }) });
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Refusal)) throw error;
      // The details of a refusal are plain data, as those of a problem.
      const details = error.details as Problem['details'];
      post({ kind: 'problem', code: error.code, message: error.message, details });
    }
  };
  parentPort!.on('message', (message: Message<I>) => {
    if (message.kind === 'call') return void answer(message.input);
    onTheirWay -= 1;
    taken();
  });
}
