import { inThread } from './in-thread.ts';

type Options = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void };

/**
 * Runs a module in a thread and hands on the parts of its answer as they are asked for: fulfilled when the first one is there. A caller that does
 * not take them all aborts the signal, or the thread waits for ever.
 */
export async function partsInThread<I, P>(module: URL, input: I, options: Options): Promise<AsyncGenerator<P>> {
  const here: { readonly part: P; readonly taken: () => void }[] = [];
  let isOver = false;
  let failure: unknown;
  let wake = (): void => {};
  const onPart = (part: P): Promise<void> =>
    new Promise((taken) => {
      here.push({ part, taken });
      wake();
    });
  void inThread<I, void, P>(module, input, { ...options, onPart })
    .catch((error: unknown) => {
      failure = error;
    })
    .then(() => {
      isOver = true;
      wake();
    });
  const arrived = async (): Promise<void> => {
    if (here.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    if (failure !== undefined) throw failure;
  };
  async function* parts(): AsyncGenerator<P> {
    for (;;) {
      await arrived();
      const next = here.shift();
      if (!next) return;
      yield next.part;
      next.taken();
    }
  }
  await arrived();
  return parts();
}
