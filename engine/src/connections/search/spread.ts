import { siblingsShard } from '../features/siblings.ts';
import { compareShard, judgeShard, rescueShard, scanShard, type Tick } from './shards.ts';

/** The work that may be cut into shards, by name: a thread is told the name. */
export const TASKS = {
  scan: scanShard,
  rescue: rescueShard,
  siblings: siblingsShard,
  compare: compareShard,
  judge: judgeShard,
};

export type TaskName = keyof typeof TASKS;
export type TaskInput<K extends TaskName> = Parameters<(typeof TASKS)[K]>[0];
export type TaskOutput<K extends TaskName> = NonNullable<ReturnType<(typeof TASKS)[K]>>;

/** Carries out the shards. The engine does so itself; a host with threads may hand them out. */
export type Spread = {
  /** Puts the arrays of a value where every thread can read them. */
  readonly share: <T>(value: T) => T;
  /** Memory of its own that every thread can read. */
  readonly room: (bytes: number) => ArrayBuffer | SharedArrayBuffer;
  /** Does 0…size in order of the shards; undefined when `tick` answered false. */
  readonly run: <K extends TaskName>(
    task: K,
    input: TaskInput<K>,
    size: number,
    tick: Tick,
  ) => TaskOutput<K>[] | undefined;
};

/** Everything at once, on this thread. */
export const onThisThread: Spread = {
  share: (value) => value,
  room: (bytes) => new ArrayBuffer(bytes),
  run: <K extends TaskName>(task: K, input: TaskInput<K>, size: number, tick: Tick) => {
    const work = TASKS[task] as (
      input: TaskInput<K>,
      from: number,
      to: number,
      tick: Tick,
    ) => TaskOutput<K> | undefined;
    const output = work(input, 0, size, tick);
    return output && [output];
  },
};
