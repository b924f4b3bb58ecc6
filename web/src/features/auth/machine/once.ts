export type OnceAtATime<Args extends readonly unknown[], Result> = {
  /** Begins the work, or answers with the work that is running. */
  run: (...args: Args) => Promise<Result>;
  /** The running work, if any: settles with it. */
  running: () => Promise<Result> | undefined;
};

/** Work that never runs twice at a time: a caller that asks for it while it runs gets the answer of the running one. */
export function onceAtATime<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): OnceAtATime<Args, Result> {
  let running: Promise<Result> | undefined;
  return {
    run: (...args) => {
      running ??= work(...args).finally(() => {
        running = undefined;
      });
      return running;
    },
    running: () => running,
  };
}
