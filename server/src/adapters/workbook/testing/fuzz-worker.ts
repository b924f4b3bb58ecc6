import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { Problem } from '@khop/engine/problem.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { openRows } from '../open-rows.ts';

/** A file on which changed bytes are tried: `path` is written over by each trial. */
export type FuzzRequest = {
  readonly path: string;
  readonly trials: readonly { readonly what: string; readonly bytes: Uint8Array }[];
};

/** The outcome of a trial: refused with a sentence, or read, with all that was read as text. */
export type FuzzOutcome = {
  readonly what: string;
  readonly ms: number;
  readonly refused?: string;
  readonly read?: string;
  readonly failed?: string;
};

async function readAll(path: string): Promise<string> {
  const source = await openRows(path);
  try {
    let text = '';
    for (const sheet of source.sheets)
      await source.read(sheet, (cells) => {
        if (text.length < 1_000_000) text += `${JSON.stringify(cells)}\n`;
        return true;
      });
    return text;
  } finally {
    source.close();
  }
}

// A thread with a heap of its own: a file that fills it ends the thread, and the test.
threadMain<FuzzRequest, FuzzOutcome[]>(async ({ path, trials }) => {
  const outcomes: FuzzOutcome[] = [];
  for (const { what, bytes } of trials) {
    await writeFile(path, bytes);
    const start = performance.now();
    const outcome = await readAll(path).then(
      (read) => ({ read }),
      (error: unknown) =>
        error instanceof Problem
          ? { refused: `${error.code} ${error.message}` }
          : { failed: String((error as Error).stack ?? error) },
    );
    outcomes.push({ what, ms: performance.now() - start, ...outcome });
  }
  return outcomes;
});
