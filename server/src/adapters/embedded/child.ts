import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type ChildOptions = {
  /** A TypeScript or JavaScript program and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly logFile: string;
};

export type Child = {
  readonly pid: number;
  readonly logFile: string;
  /** The exit code, or null when a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly process: ChildProcess;
  /** SIGTERM, and SIGKILL to its whole process group when it has not ended after `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
};

const endWithParent = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url));
/** Starts a Node program in its own process group, its output in a log file; it ends when this process ends. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = await openLog(options.logFile);
  const child = fork(options.program, options.args, {
    cwd: options.cwd,
    env: options.env,
    execArgv: ['--import', endWithParent],
    // Ctrl+C in the terminal is for the supervisor alone, which then stops things in order.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(1));
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    logFile: options.logFile,
    exited,
    process: child,
    stop: async (patienceMs) => {
      if (child.exitCode !== null || child.signalCode !== null || pid === 0) return;
      child.kill('SIGTERM');
      const forced = setTimeout(() => killGroup(pid), patienceMs);
      await exited;
      clearTimeout(forced);
    },
  };
}

/** Kills a process and everything it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Opens a log for appending. */
async function openLog(file: string): Promise<number> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  return openSync(file, 'a', 0o600);
}

const LINES_SHOWN = 15;

/** The last lines of a log, for showing why something failed. */
export async function endOfLog(file: string): Promise<string> {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
}
