import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export type Product = {
  /** Address of the running product, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  /** Everything that it has printed so far. */
  readonly output: () => string;
  /** Ctrl+C; removes the data folder unless it was given. @returns the exit code. */
  stop(): Promise<number | null>;
  /** The supervising process, for tests that treat it badly. */
  readonly supervisor: ChildProcess;
};

export type ProductOptions = {
  /** KHOP_SAMPLE; the month of the small sample alone unless told. */
  readonly sample?: 'small' | 'none' | number;
  readonly env?: Readonly<Record<string, string>>;
  /** A data folder that outlives this start; a fresh one unless told. */
  readonly dataDir?: string;
};

const root = path.resolve(import.meta.dirname, '../..');
const readyWithinMs = 180_000;
/** The lines of the small sample: as a number they are its month without the week before it. */
const MONTH_ALONE = 2000;

/** Names the data folder of the prepared company (prepared-company.ts) to the processes of the test files. */
export const PREPARED = 'KHOP_E2E_PREPARED';

/**
 * Starts the whole product the way `npm start` does, on a free port and in a data folder of its own; one with the small
 * sample begins on a copy of the prepared company where the run made one.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { sample = MONTH_ALONE, env = {} } = options;
  const port = await freePort();
  const dataDir = options.dataDir ?? (await freshFolder('khop-e2e-'));
  const prepared = process.env[PREPARED];
  // With owners and modes: the database belongs to a user of its own when the tests run as root.
  if (prepared && sample === MONTH_ALONE && options.dataDir === undefined)
    execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  const child = spawn(process.execPath, [path.join(root, 'server/src/main.ts'), 'up'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, PORT: String(port), KHOP_DATA_DIR: dataDir, KHOP_SAMPLE: String(sample), ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGINT');
    const code = await exited;
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  try {
    await untilPrinted(child, () => printed, 'Khớp sẵn sàng');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, dataDir, output: () => printed, stop, supervisor: child };
}

/** An empty folder that the database's user can enter when the tests run as root. */
export async function freshFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}

function untilPrinted(child: ChildProcess, output: () => string, mark: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The product ${why}:\n${output()}`));
    const timer = setTimeout(() => fail('did not become ready'), readyWithinMs);
    const look = () => {
      if (!output().includes(mark)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', look);
    child.once('exit', () => {
      clearTimeout(timer);
      fail('ended while starting');
    });
  });
}

/**
 * A port that nothing listens on, below those that systems give to outgoing connections: one of them could take it
 * before the product does.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
