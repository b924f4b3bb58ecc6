import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { freshFolder } from './folders.ts';

/** The things that a file has for itself while its tests run: a fresh copy of a company, and accounts of its own. */
export type Loan = {
  readonly databaseUrl: string;
  readonly emulatorUrl: string;
  /** The company's files, to be copied. */
  readonly folder: string;
};

/** Names the address of the ground to the processes of the test files. */
const GROUND = 'KHOP_E2E_GROUND';
const program = path.resolve(import.meta.dirname, '../../server/src/testing/browser-ground/browser-ground-process.ts');

/**
 * Starts what all files of a run share (PostgreSQL, emulators of accounts, the prepared companies), and builds the web application.
 * @returns the way to end it.
 */
export async function openGround(): Promise<() => Promise<void>> {
  const child = fork(program, [await freshFolder('khop-e2e-ground-')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.env[GROUND] = await addressOf(child);
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url));
    child.once('exit', (code) => reject(new Error(`The ground of the browser tests ended with ${code}`)));
  });
}

export const borrow = (sample: string): Promise<Loan> => call<Loan>('/lend', { sample });
export const giveBack = ({ databaseUrl }: Loan): Promise<unknown> => call('/return', { databaseUrl });

async function call<T>(place: string, body: object): Promise<T> {
  const response = await fetch(`${process.env[GROUND]}${place}`, { method: 'POST', body: JSON.stringify(body) });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`The ground of the browser tests: ${JSON.stringify(answer)}`);
  return answer;
}
