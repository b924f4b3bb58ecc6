import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and the missing ones above it. Node's own `recursive` never ends in places such as /proc, where a
 * folder that is there says that a new one in it is not.
 *
 * @throws the system's error, with the path that could not be made
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let place = path.resolve(folder); !(await isFolder(place)); place = path.dirname(place)) missing.unshift(place);
  for (const place of missing) {
    await mkdir(place).catch(async (error: unknown) => {
      // Another process made it meanwhile.
      if (!(await isFolder(place))) throw error;
    });
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
