/** Resolves on Ctrl+C, on a polite kill, and when the process that started us goes away. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => resolve());
  });
}
