import { workerData } from 'node:worker_threads';
import { TASKS } from '@khop/engine/connections/search/spread.ts';
import { DONE, FIRST_SHARE, type PoolThread, type Shard, STOP } from './match-pool.ts';

/** One thread of the pool: does the shards it is told, one after the other. */
const { board, index, port } = workerData as PoolThread;

/** The memory that an answer is in, to be handed over instead of copied. */
function ownBuffers(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) ownBuffers(part, found);
  }
  return found;
}

type Work = (input: unknown, from: number, to: number, tick: (share: number) => boolean) => unknown;

port.on('message', ({ task, input, from, to }: Shard) => {
  let answer: { output?: unknown; error?: unknown };
  try {
    const output = (TASKS[task] as Work)(input, from, to, (share) => {
      Atomics.store(board, FIRST_SHARE + index, Math.floor(share * 1000));
      return Atomics.load(board, STOP) === 0;
    });
    answer = { output };
  } catch (error) {
    answer = { error };
  }
  Atomics.store(board, FIRST_SHARE + index, 1000);
  port.postMessage(answer, [...ownBuffers(answer)]);
  Atomics.add(board, DONE, 1);
  Atomics.notify(board, DONE);
});
