import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';

export type IdentityEmulator = {
  /** Address on loopback, for connectAuthEmulator and for the server. */
  readonly url: string;
  readonly pid: number;
  readonly exited: Promise<number | null>;
  /** Saves the accounts and ends the process. */
  stop(): Promise<void>;
};

export type IdentityEmulatorOptions = {
  readonly projectId: string;
  /** Accounts are read from here at the start and written back after every change; holds plain passwords (mode 0600). */
  readonly stateFile: string;
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
  /** The port of an earlier start in this process, so that addresses stay valid after a crash. */
  readonly port?: number;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
};

/** Starts the Firebase Auth emulator on loopback, in about a second. It ends with the process that called this. */
export async function startIdentityEmulator(options: IdentityEmulatorOptions): Promise<IdentityEmulator> {
  const directory = path.dirname(options.stateFile);
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  const child = await startChild({
    program: fileURLToPath(new URL('./identity-emulator-process.ts', import.meta.url)),
    args: [options.projectId, options.stateFile, String(options.port ?? 0)],
    env: options.env,
    cwd: directory,
    logFile: options.logFile,
  });
  const giveUp = () => void child.stop(0);
  options.signal?.addEventListener('abort', giveUp);
  const started = new Promise<number>((resolve) =>
    child.process.once('message', (message) => resolve((message as { port: number }).port)),
  );
  const port = await Promise.race([started, child.exited.then(() => null)]);
  options.signal?.removeEventListener('abort', giveUp);
  options.signal?.throwIfAborted();
  if (port === null) throw new Error(`Trình giả lập đăng nhập không khởi động được; xem ${options.logFile}.`);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    exited: child.exited,
    stop: () => child.stop(3000),
  };
}
