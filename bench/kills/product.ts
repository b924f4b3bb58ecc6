import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPostgres } from '@khop/server/adapters/embedded/postgres.ts';
import { repositoryRoot } from '@khop/server/config.ts';

/** The processes of `npm start` that may die alone. */
export type Part = 'serve' | 'worker' | 'postgres';

export type Product = {
  readonly address: string;
  /** Connection address of its database while that runs. */
  readonly databaseUrl: () => Promise<string | null>;
  /** `kill -9` to one part; its supervisor starts it again. False when that part is just not there. */
  readonly kill: (part: Part) => boolean;
  /** Resolves when the service says that it is ready for people. */
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const readyWithinMs = 180_000;

/** The whole product as `npm start` runs it, without the sample company, in a data folder of its own. */
export async function startProduct(dataDir: string, port: number, logFile: string): Promise<Product> {
  const log = openSync(logFile, 'a');
  const supervisor = spawn(process.execPath, [path.join(repositoryRoot, 'server/src/main.ts'), 'up'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...{ KHOP_DATA_DIR: dataDir, KHOP_SAMPLE: 'none', PORT: String(port), KHOP_LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const address = `http://localhost:${port}/v1`;
  const product: Product = {
    address,
    databaseUrl: () => runningPostgres(path.join(dataDir, 'database')),
    kill: (part) => {
      const pid = partsUnder(supervisor.pid!).get(part);
      return pid !== undefined && process.kill(pid, 'SIGKILL');
    },
    ready: () => untilReady(supervisor, address, logFile),
    stop: async () => {
      if (supervisor.exitCode !== null) return;
      const ended = new Promise((resolve) => supervisor.once('exit', resolve));
      supervisor.kill('SIGTERM');
      await ended;
    },
  };
  await product.ready();
  return product;
}

async function untilReady(supervisor: ChildProcess, address: string, logFile: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (supervisor.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The product is not ready:\n${readFileSync(logFile, 'utf8')}`);
    }
    await sleep(100);
  }
}

const SIGNS: readonly (readonly [Part, (args: readonly string[]) => boolean])[] = [
  ['serve', (args) => args.includes('serve')],
  ['worker', (args) => args.includes('worker')],
  ['postgres', (args) => args.includes('-D')],
];

/** The parts among the children of the supervisor. */
function partsUnder(supervisor: number): Map<Part, number> {
  const parts = new Map<Part, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // After the name in brackets: state, then the number of the parent.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (Number(parent) !== supervisor) continue;
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      for (const [part, isIt] of SIGNS) if (isIt(args)) parts.set(part, Number(pid));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parts;
}
