import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-identity.ts';

/** The server that a data folder's `postmaster.pid` speaks of. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly status: string };

/**
 * Reads `postmaster.pid`; null when there is none or its process is gone. A file whose number now belongs to another
 * program (after a reboot, in a restarted container) is removed: PostgreSQL would take that program for itself.
 */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const file = path.join(data, 'postmaster.pid');
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return null;
  const command = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (command !== null && !command.split('\0').includes(data)) {
    await fs.rm(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

/** Fast shutdown, then an immediate one after 3.5 seconds (the log is replayed at the next start: nothing is lost). */
export async function stopPostmaster(postmaster: Postmaster | null, child?: ChildProcess): Promise<void> {
  if (postmaster === null) return;
  const gone = () => (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(postmaster.pid));
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(postmaster.pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + (signal === 'SIGINT' ? 3500 : 1000);
    while (Date.now() < deadline) {
      if (gone()) return;
      await sleep(20);
    }
  }
}
