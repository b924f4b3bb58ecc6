import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '../config.ts';

export type WorkerProcess = {
  /** `kill -9`: no goodbye, no rollback of its own. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops every thread of it where it is, until `wake`: its connections stay open, and it says nothing any more. */
  readonly freeze: () => void;
  readonly wake: () => void;
  /** The most memory that it held so far, as Linux tells it. */
  readonly peakMegabytes: () => Promise<number>;
};

/** A worker as a process of its own, on the database of a test service that runs none itself. */
export function startWorkerProcess(environment: Readonly<Record<string, string>>): WorkerProcess {
  const child: ChildProcess = spawn(process.execPath, [path.join(repositoryRoot, 'server/src/main.ts'), 'worker'], {
    env: { ...passedOn(), ...environment },
    stdio: 'ignore',
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    peakMegabytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
  };
}

/** Of this process's own settings: nothing that says where data is. */
function passedOn(): NodeJS.ProcessEnv {
  const { PATH, TZ, NODE_COMPILE_CACHE, PGOPTIONS } = process.env;
  return { PATH, TZ, NODE_COMPILE_CACHE, PGOPTIONS };
}

/** The same when it has begun to ask for runs: only then does it answer for its figures. */
export async function readyWorker(environment: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const port = await freePort();
  const worker = startWorkerProcess({ ...environment, KHOP_METRICS_PORT: String(port) });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/metrics`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await pause(50);
  return worker;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
