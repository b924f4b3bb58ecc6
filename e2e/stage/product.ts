import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort, freshFolder } from './folders.ts';

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
export const READY_WITHIN_MS = 180_000;
/** The lines of the small sample: as a number they are its month without the week before it. */
export const MONTH_ALONE = 2000;

/**
 * Starts the whole product the way `npm start` does, on a free port and in a data folder of its own, with a PostgreSQL and an
 * emulator of accounts of its own: for tests of the start itself, of what ends it, and for programs that are no tests.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { sample = MONTH_ALONE, env = {} } = options;
  const port = await freePort();
  const dataDir = options.dataDir ?? (await freshFolder('khop-e2e-'));
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

function untilPrinted(child: ChildProcess, output: () => string, mark: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The product ${why}:\n${output()}`));
    const timer = setTimeout(() => fail('did not become ready'), READY_WITHIN_MS);
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
