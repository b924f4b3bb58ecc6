import fs from 'node:fs/promises';
import path from 'node:path';

export type LogLimits = {
  /** A log that is larger is put aside, as `.1`. */
  readonly largestBytes: number;
  /** The number of each that are kept beside the one that is written; the oldest has the highest number. */
  readonly kept: number;
};

const LIMITS: LogLimits = { largestBytes: 20 * 1024 * 1024, kept: 4 };
const LOOK_EVERY_MS = 60_000;

/**
 * Puts aside logs of a folder that have become large. Their writers, PostgreSQL among them, keep the file open and only
 * ever append, so it is copied and then emptied in its place; a line written in the instant between the two is lost.
 */
export async function rotateLogs(folder: string, { largestBytes, kept }: LogLimits = LIMITS): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    if (!name.endsWith('.log') || (await fs.stat(file)).size <= largestBytes) continue;
    // The oldest goes first, so that it makes room for the copy.
    await fs.rm(`${file}.${kept}`, { force: true });
    for (let number = kept - 1; number >= 1; number--)
      await fs.rename(`${file}.${number}`, `${file}.${number + 1}`).catch(refuseUnlessMissing);
    try {
      await fs.copyFile(file, `${file}.1`);
    } catch (error) {
      await fs.rm(`${file}.1`, { force: true });
      // On a full disk the log itself is what has to go.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
    await fs.truncate(file);
  }
}

function refuseUnlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Does so now and every minute. @returns how to stop */
export async function keepLogsSmall(folder: string): Promise<() => void> {
  const rotate = () => rotateLogs(folder).catch(() => {});
  await rotate();
  const timer = setInterval(() => void rotate(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
