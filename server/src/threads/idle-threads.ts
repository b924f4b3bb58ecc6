import type { Worker } from 'node:worker_threads';

/** To load what a thread runs takes a tenth of a second of a core, more than most calls: it waits so long for the next one. */
const IDLE_MS = 10_000;
/** Waiting threads of all modules together. */
const MOST_IDLE = 6;
/** A thread that has become larger gives its memory back. */
const MOST_BYTES = 64 * 1024 * 1024;

type Idle = { readonly module: string; readonly thread: Worker; readonly forget: () => void; readonly end: () => void };

/** Oldest first. */
const waiting: Idle[] = [];

/** A thread that runs this module and waits for work, if there is one: the one that has waited least. */
export function takeIdle(module: URL): Worker | undefined {
  const at = waiting.findLastIndex((idle) => idle.module === module.href);
  if (at < 0) return undefined;
  const { thread, forget } = waiting[at]!;
  forget();
  thread.off('error', forget).off('exit', forget).ref();
  return thread;
}

/** Has a thread that has answered wait for the next call. It keeps no process alive. */
export function keepIdle(module: URL, thread: Worker): void {
  const forget = (): void => {
    clearTimeout(timer);
    const at = waiting.indexOf(idle);
    if (at >= 0) waiting.splice(at, 1);
  };
  const end = (): void => {
    if (!waiting.includes(idle)) return;
    forget();
    void thread.terminate();
  };
  const timer = setTimeout(end, IDLE_MS).unref();
  const idle: Idle = { module: module.href, thread, forget, end };
  waiting.push(idle);
  thread.unref();
  thread.on('error', forget).on('exit', forget);
  void thread.getHeapStatistics().then((heap) => {
    if (heap.total_physical_size + heap.external_memory > MOST_BYTES) end();
  }, forget);
  if (waiting.length > MOST_IDLE) waiting[0]!.end();
}

/** Ends the threads that wait. Each has the settings of the process as they were when it began. */
export function endIdle(): void {
  for (const idle of [...waiting]) idle.end();
}
