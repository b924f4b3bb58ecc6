import { execFileSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of its own of a few megabytes. */
export type SmallDisk = {
  readonly folder: string;
  /** Fills it up, or makes room, until at most so many bytes are free. */
  leave(freeBytes: number): Promise<void>;
  remove(): Promise<void>;
};

/** Mounts one; undefined where this user may not mount anything. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    leave: async (freeBytes) => {
      await rm(ballast, { force: true });
      const { bavail, bsize } = await statfs(folder);
      const filled = writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
      // A writer that wrote meanwhile has less room left than it was to have.
      await filled.catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    remove: async () => {
      // Whatever still has a file open there does not keep it from going away.
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A folder for a tablespace of the server whose data are in `dataDirectory`, which must be on this machine. */
export async function folderForTablespace(smallFolder: string, dataDirectory: string): Promise<string> {
  const folder = path.join(smallFolder, 'tablespace');
  const { uid, gid } = await stat(dataDirectory);
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, uid, gid);
  return folder;
}
