import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, freshFolder } from './folders.ts';
import { borrow, giveBack, type Loan } from './ground.ts';
import { MONTH_ALONE, type Product, type ProductOptions, READY_WITHIN_MS } from './product.ts';

/** A file has a data folder of its own only with a whole product. */
export type ServiceOptions = Omit<ProductOptions, 'dataDir'>;

/** The parts of a product that a file of tests needs. */
export type Service = Pick<Product, 'url' | 'dataDir' | 'output'> & {
  /** The database, for tests that treat it badly. */
  readonly databaseUrl: string;
  /** @throws Error when one of its processes had ended before. */
  stop(): Promise<void>;
};

const root = path.resolve(import.meta.dirname, '../..');
const endWithParent = path.join(root, 'server/src/adapters/embedded/end-with-parent.ts');
/** Longer than either role takes to end in good order. */
const END_WITHIN_MS = 10_000;

/**
 * Starts the service and its worker, two processes as `npm start` has them, on a fresh copy of the company and in a data folder
 * of their own; the PostgreSQL and the emulator of accounts are those of the run. `startProduct` starts a whole product instead.
 */
export async function startService({ sample = MONTH_ALONE, env = {} }: ServiceOptions): Promise<Service> {
  const loan = await borrow(String(sample));
  const [port, dataDir] = await Promise.all([freePort(), freshFolder('khop-e2e-')]);
  execFileSync('cp', ['-a', `${loan.folder}/.`, dataDir]);
  const settings = { ...settingsOf(loan, port, dataDir), KHOP_SAMPLE: String(sample), ...env };
  const logs = path.join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const roles = [['serve', '--no-worker'], ['worker']].map((role) => startRole(role, settings, logs));
  const output = () => roles.map(({ said }) => said()).join('\n');
  const url = `http://localhost:${port}`;
  const end = async () => {
    const early = roles.filter(({ hasEnded }) => hasEnded());
    const told = early.length > 0 ? output() : '';
    await Promise.all(roles.map(({ stop }) => stop()));
    await rm(dataDir, { recursive: true, force: true });
    await giveBack(loan);
    if (early.length > 0) throw new Error(`${early.map(({ name }) => name)} ended before it was asked to:\n${told}`);
  };
  try {
    await untilReady(url, () => roles.some(({ hasEnded }) => hasEnded()));
  } catch (error) {
    const told = output();
    await end().catch(() => {});
    throw new Error(`The service did not become ready:\n${told}`, { cause: error });
  }
  return { url, dataDir, databaseUrl: loan.databaseUrl, output, stop: end };
}

const settingsOf = ({ databaseUrl, emulatorUrl }: Loan, port: number, dataDir: string) => ({
  PORT: String(port),
  KHOP_DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  KHOP_IDENTITY_EMULATOR_URL: emulatorUrl,
});

function startRole(role: readonly string[], settings: Readonly<Record<string, string>>, logs: string) {
  const logFile = path.join(logs, `${role[0]}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const child = fork(path.join(root, 'server/src/main.ts'), [...role], {
    cwd: root,
    env: { ...process.env, ...settings },
    execArgv: ['--import', endWithParent],
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const hasEnded = () => hasExited(child);
  return {
    name: role[0],
    hasEnded,
    said: () => readFileSync(logFile, 'utf8'),
    stop: async () => {
      if (hasEnded()) return;
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
      await ended;
      clearTimeout(forced);
    },
  };
}

const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Until the service says so and the application's page is served. */
async function untilReady(url: string, isOver: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const answers = async (place: string) => {
    const response = await fetch(`${url}${place}`).catch(() => null);
    await response?.arrayBuffer();
    return response?.ok ?? false;
  };
  while (!((await answers('/v1/health/ready')) && (await answers('/')))) {
    if (isOver()) throw new Error('It ended while starting');
    if (Date.now() > deadline) throw new Error(`It did not answer in ${READY_WITHIN_MS / 1000} seconds`);
    await pause(50);
  }
}
