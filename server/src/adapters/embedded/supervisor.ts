import { setTimeout as sleep } from 'node:timers/promises';

/** Something that runs until it is stopped or falls over. */
export type Running = {
  readonly pid?: number;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
  /** The reason why it fell over, for showing under the sentence that says so. */
  explain?(): Promise<string>;
};

/** Starts a service; gives up, leaving nothing behind, when the signal is raised meanwhile. */
export type Start<T extends Running> = (signal: AbortSignal) => Promise<T>;

export type Supervisor = {
  /**
   * Starts a service and keeps it running. Its first start must succeed; until `settle` an exit is a failure of the
   * whole, afterwards it is started again.
   * @param tier services of a higher tier are stopped first
   */
  keep<T extends Running>(name: string, tier: number, start: Start<T>): Promise<T>;
  /** Has a task stopped with the rest, until it ends by itself. */
  follow(tier: number, task: Running): void;
  /** From now on services that fall over are started again. */
  settle(): void;
  /** Rejects when a service falls over before `settle`. */
  readonly failed: Promise<never>;
  /** Raised by `stop`. */
  readonly signal: AbortSignal;
  stop(): Promise<void>;
};

export type SupervisorOptions = {
  /** Called with a Vietnamese sentence when a service fell over or came back. */
  readonly report: (line: string) => void;
  /** Called whenever the processes that must not outlive this one change. */
  readonly onProcesses: (pids: number[]) => Promise<void>;
  /** Waits between attempts, in milliseconds; the last one repeats. */
  readonly retryAfterMs?: readonly number[];
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const tiers = new Map<number, Set<Running>>();
  const retryAfterMs = options.retryAfterMs ?? [500, 1000, 2000, 5000, 10_000];
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const stopping = new AbortController();
  const starting = new Set<Promise<unknown>>();
  let settled = false;

  async function launch<T extends Running>(tier: number, start: Start<T>): Promise<T> {
    stopping.signal.throwIfAborted();
    const launching = start(stopping.signal).then(async (task) => {
      await add(tier, task);
      return task;
    });
    starting.add(launching);
    try {
      return await launching;
    } finally {
      starting.delete(launching);
    }
  }

  async function add(tier: number, task: Running): Promise<void> {
    const members = tiers.get(tier) ?? new Set();
    tiers.set(tier, members.add(task));
    void task.exited.then(() => members.delete(task));
    const pids = [...tiers.values()].flatMap((running) => [...running].flatMap(({ pid }) => pid ?? []));
    await options.onProcesses(pids);
  }

  async function restartWhenItFalls<T extends Running>(
    name: string,
    tier: number,
    start: Start<T>,
    first: Running,
  ): Promise<void> {
    let current = first;
    for (let attempt = 0; ; attempt += 1) {
      const startedAt = Date.now();
      await current.exited;
      if (stopping.signal.aborted) return;
      if (!settled) {
        const why = (await current.explain?.()) ?? '';
        return failure.reject(new Error(`${name} dừng ngoài ý muốn khi đang khởi động.\n${why}`.trimEnd()));
      }
      if (Date.now() - startedAt > 60_000) attempt = 0;
      options.report(`${name} dừng ngoài ý muốn; đang khởi động lại.`);
      const wait = retryAfterMs[Math.min(attempt, retryAfterMs.length - 1)] ?? 0;
      await sleep(wait, undefined, { ref: false });
      if (stopping.signal.aborted) return;
      try {
        current = await launch(tier, start);
      } catch (error) {
        if (stopping.signal.aborted) return;
        options.report(error instanceof Error ? error.message : String(error));
      }
    }
  }

  return {
    keep: async (name, tier, start) => {
      const first = await launch(tier, start);
      void restartWhenItFalls(name, tier, start, first);
      return first;
    },
    follow: (tier, task) => void (stopping.signal.aborted ? task.stop() : add(tier, task)),
    settle: () => {
      settled = true;
    },
    failed: failure.promise,
    signal: stopping.signal,
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(starting);
      for (const tier of [...tiers.keys()].sort((a, b) => b - a)) {
        await Promise.all([...(tiers.get(tier) ?? [])].map((task) => task.stop()));
      }
    },
  };
}
