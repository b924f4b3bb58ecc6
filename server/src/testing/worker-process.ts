import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type WorkerProcess = {
  /** `kill -9`: no goodbye, no rollback of its own. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A worker as a process of its own, on the database of a test service that runs none itself. */
export function startWorkerProcess(environment: Readonly<Record<string, string>>): WorkerProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('../main.ts', import.meta.url)), 'worker'],
    {
      env: { PATH: process.env.PATH, TZ: process.env.TZ, ...environment },
      stdio: 'ignore',
    },
  );
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
