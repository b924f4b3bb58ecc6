import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '../config.ts';

export type WorkerProcess = {
  /** `kill -9`: no goodbye, no rollback of its own. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A worker as a process of its own, on the database of a test service that runs none itself. */
export function startWorkerProcess(environment: Readonly<Record<string, string>>): WorkerProcess {
  const child: ChildProcess = spawn(process.execPath, [path.join(repositoryRoot, 'server/src/main.ts'), 'worker'], {
    env: { PATH: process.env.PATH, TZ: process.env.TZ, ...environment },
    stdio: 'ignore',
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
