// The temporary files of a run of tests, its databases among them, lie in memory where there is enough.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
const PREFIX = 'khop-tests-';
/** The files of a run have been seen to take 1.5 GB; without this much they go to the disk. */
const ENOUGH_ROOM = 6 * 1024 ** 3;
const ENOUGH_MEMORY = 8 * 1024 ** 3;

/**
 * A folder for the temporary files of this process and of those that it starts, gone when it ends: to copy a database of a
 * thousand files costs half a second of a core on a disk, and a thirtieth of that in memory.
 */
export function temporaryFolder() {
  if (!hasMemory()) return os.tmpdir();
  for (const name of readdirSync(IN_MEMORY)) {
    const owner = name.startsWith(PREFIX) && name.slice(PREFIX.length).split('-')[0];
    // Of a run that was killed.
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(path.join(IN_MEMORY, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  // mkdtemp makes it private; as root the database runs as another user.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasMemory() {
  if (!existsSync(IN_MEMORY)) return false;
  const { bsize, bavail } = statfsSync(IN_MEMORY);
  return bsize * bavail >= ENOUGH_ROOM && os.freemem() >= ENOUGH_MEMORY;
}
