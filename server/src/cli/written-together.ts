import { constants, statSync } from 'node:fs';
import { access, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes files that belong together: `write` fills one place beside each of them, and they take their names only once all are
 * whole, so that no run leaves one without the others. What is no ordinary file (a device, a pipe) is written where it is.
 * Answers what `write` does; throws the system's error when a place cannot be written.
 */
export async function writtenTogether<T>(
  targets: readonly string[],
  write: (staged: readonly string[]) => Promise<T>,
): Promise<T> {
  const places = await Promise.all(targets.map(placeOf));
  try {
    const answer = await write(places.map(({ staged }) => staged));
    for (const { staged, target } of places) if (staged !== target) await rename(staged, target);
    return answer;
  } catch (error) {
    for (const { staged, target } of places) if (staged !== target) await rm(staged, { force: true });
    throw error;
  }
}

/** True when two names are of one ordinary file, which writing the one would take from the reader of the other. */
export function isSameFile(one: string, other: string): boolean {
  try {
    const [first, second] = [one, other].map((name) => statSync(name, { bigint: true }));
    return first!.isFile() && first!.ino === second!.ino && first!.dev === second!.dev;
  } catch {
    // A file that cannot be looked at is told of by its own reading or writing.
    return false;
  }
}

/**
 * The place where a file really lies, and the one where it is written first. Checked now, so that nothing fails between
 * two renames.
 */
async function placeOf(target: string): Promise<{ readonly target: string; readonly staged: string }> {
  const real = await realpath(target).catch(() => path.resolve(target));
  const known = await stat(real).catch(() => undefined);
  if (known?.isDirectory()) throw Object.assign(new Error(`${target} is a folder`), { code: 'EISDIR', path: target });
  if (known && !known.isFile()) return { target: real, staged: real };
  if (known) await access(real, constants.W_OK);
  else await stat(path.dirname(real));
  const beside = path.join(path.dirname(real), `.${path.basename(real)}.${process.pid}`);
  return { target: real, staged: beside };
}
