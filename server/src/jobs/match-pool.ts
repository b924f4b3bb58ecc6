import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Spread, TaskInput, TaskName, TaskOutput } from '@khop/engine/connections/search/spread.ts';

/** The message to a thread: which shard of which task. */
export type Shard = { readonly task: TaskName; readonly input: unknown; readonly from: number; readonly to: number };

/** The data that every thread gets at its start. `board` is shared: see the places below. */
export type PoolThread = { readonly board: Int32Array; readonly index: number; readonly port: MessagePort };

/** Places of the board: shards done since the pool opened, 1 to stop, then one place per thread with its ‰ done. */
export const DONE = 0;
export const STOP = 1;
export const FIRST_SHARE = 2;

/** The time to sleep before looking at the progress again, in milliseconds. */
const LOOK_EVERY = 100;
/** After so many looks without any progress (two minutes) a thread must be gone: a sleeper is told nothing of its end. */
const GIVE_UP = 1200;
/** Catalogues with fewer records are matched sooner than threads start. */
const WORTH_THREADS = 3000;
const MOST_THREADS = 8;
/** Room for the young objects of a thread. */
const YOUNG_MB = 4;

/** Threads for two catalogues of these sizes: 0 when they are small or there is one processor only. */
export function threadsFor(left: number, right: number): number {
  const threads = Math.min(MOST_THREADS, availableParallelism());
  return left + right < WORTH_THREADS || threads < 2 ? 0 : threads;
}

export type MatchPool = { readonly spread: Spread; close(): Promise<void> };

/**
 * Threads that do the engine's shards over shared memory. The calling thread sleeps while they work, so call it from a
 * command or from a thread of its own, never from a server's main thread. Ending the calling thread ends them.
 */
export function openMatchPool(threads: number): MatchPool {
  const board = new Int32Array(new SharedArrayBuffer(4 * (FIRST_SHARE + threads)));
  const members = Array.from({ length: threads }, (_, index) => {
    const { port1, port2 } = new MessageChannel();
    const workerData: PoolThread = { board, index, port: port2 };
    const worker = new Worker(new URL('./match-pool-thread.ts', import.meta.url), {
      workerData,
      transferList: [port2],
      // Nearly all that a thread makes is flat arrays.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      // The options that the process was started with (--eval, --import …) are not meant for these.
      execArgv: [],
    });
    worker.unref();
    port1.unref();
    return { worker, port: port1 };
  });
  const shared = new WeakMap<object, unknown>();
  return {
    spread: {
      share: (value) => inSharedMemory(value, shared),
      room: roomOf,
      run: (task, input, size, tick) => runShards({ board, members }, { task, input, size }, tick),
    },
    close: async () => {
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}

function runShards<K extends TaskName>(
  { board, members }: { readonly board: Int32Array; readonly members: readonly { readonly port: MessagePort }[] },
  { task, input, size }: { readonly task: K; readonly input: TaskInput<K>; readonly size: number },
  tick: (share: number) => boolean,
): TaskOutput<K>[] | undefined {
  const parts = members.length;
  board.fill(0);
  members.forEach(({ port }, index) => {
    const [from, to] = [Math.floor((size * index) / parts), Math.floor((size * (index + 1)) / parts)];
    const shard: Shard = { task, input, from, to };
    port.postMessage(shard);
  });
  let [seen, idle] = [0, 0];
  for (let done = 0; done < parts; done = Atomics.load(board, DONE)) {
    Atomics.wait(board, DONE, done, LOOK_EVERY);
    const share = members.reduce((sum, _, index) => sum + Atomics.load(board, FIRST_SHARE + index), 0);
    idle = share === seen ? idle + 1 : 0;
    seen = share;
    if (idle > GIVE_UP) throw new Error('A matching thread ended or never began.');
    if (!tick(share / (1000 * parts))) Atomics.store(board, STOP, 1);
  }
  const outputs = members.map(({ port }) => {
    const { message } = receiveMessageOnPort(port) as { message: { output?: TaskOutput<K>; error?: unknown } };
    if (message.error) throw message.error;
    return message.output;
  });
  return outputs.every((output) => output !== undefined) ? outputs : undefined;
}

type FlatArray = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** From here on memory comes in pages of its own. */
const PAGES = 1 << 16;

/**
 * Memory that all threads see. A large piece is said to grow, by nothing: only such pieces are pages of their own, which
 * go back to the system with it. Others stay with the process, and leave holes that nothing fits.
 */
const roomOf = (bytes: number): SharedArrayBuffer =>
  bytes < PAGES ? new SharedArrayBuffer(bytes) : new SharedArrayBuffer(bytes, { maxByteLength: bytes });

/** A copy of a value whose arrays all threads see; every array is copied once, however often it is met. */
function inSharedMemory<T>(value: T, known: WeakMap<object, unknown>): T {
  if (typeof value !== 'object' || value === null || value instanceof Set || value instanceof Map) return value;
  const before = known.get(value);
  if (before !== undefined) return before as T;
  let copy: unknown;
  if (ArrayBuffer.isView(value)) {
    // The inputs of tasks hold numbers in arrays of these kinds, and no DataView.
    const array = value as unknown as FlatArray;
    if (array.buffer instanceof SharedArrayBuffer) return value;
    const Constructor = array.constructor as new (buffer: SharedArrayBuffer, from: number, length: number) => FlatArray;
    const flat = new Constructor(roomOf(array.byteLength), 0, array.length);
    flat.set(array);
    copy = flat;
  } else {
    copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inSharedMemory(part, known)]));
  }
  known.set(value, copy);
  return copy as T;
}
