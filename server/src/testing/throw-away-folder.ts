import { existsSync, statfsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
const PREFIX = 'khop-test-';
/** The room that databases of a run have been seen to take is half a GB; without this much they go to the disk. */
const ENOUGH_ROOM = 3 * 1024 ** 3;
const ENOUGH_MEMORY = 6 * 1024 ** 3;
/** Folders that a killed run has left behind go when they are this old and have no server any more. */
const OLD_MS = 10 * 60_000;

/**
 * An empty folder for the databases of a run, in memory where there is enough: to copy a database of a thousand files takes
 * half a second of a core on a disk, and a thirtieth of that here.
 */
export async function throwAwayFolder(): Promise<string> {
  const base = hasMemory() ? IN_MEMORY : os.tmpdir();
  if (base === IN_MEMORY) await removeLeftovers();
  const directory = await fs.mkdtemp(path.join(base, PREFIX));
  // mkdtemp makes it private; as root the server runs as another user.
  await fs.chmod(directory, 0o755);
  return directory;
}

function hasMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bsize, bavail } = statfsSync(IN_MEMORY);
  return bsize * bavail >= ENOUGH_ROOM && os.freemem() >= ENOUGH_MEMORY;
}

async function removeLeftovers(): Promise<void> {
  for (const name of await fs.readdir(IN_MEMORY)) {
    const directory = path.join(IN_MEMORY, name);
    if (!name.startsWith(PREFIX) || (await isInUse(directory))) continue;
    await fs.rm(directory, { recursive: true, force: true });
  }
}

async function isInUse(directory: string): Promise<boolean> {
  const { mtimeMs } = await fs.stat(directory).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs < OLD_MS) return true;
  const first = await fs.readFile(path.join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return first !== '' && existsSync(`/proc/${first.split('\n')[0]}`);
}
