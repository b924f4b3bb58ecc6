/**
 * The Firebase Auth emulator as a process of its own: started by identity-emulator.ts, never imported.
 *
 * The emulator's application is mounted without the Firebase command line around it, which would open a hub and a
 * logging port, look for updates and write beside the project. It listens on loopback and calls no other service.
 */
import fs from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';

type EmulatorServer = { createApp(projectId: string, singleProjectMode: number): Promise<http.RequestListener> };
type EmulatorLog = { useConsoleLoggers(): void };
/** Makes the emulator's operations from their OpenAPI document. */
type ApiFramework = { middleware(spec: unknown, options: object): Promise<unknown> };

const [projectId = '', stateFile = '', requestedPort = '0'] = process.argv.slice(2);
const firebaseTools = createRequire(import.meta.url);
// Without this mark the emulator keeps its lines, the addresses for password resets among them, to itself.
process.env.IS_FIREBASE_CLI = 'true';
(firebaseTools('firebase-tools/lib/logger.js') as EmulatorLog).useConsoleLoggers();
delete process.env.IS_FIREBASE_CLI;

// A start that compiles the checks of every operation, called or not, takes three times as long.
const ofEmulator = createRequire(firebaseTools.resolve('firebase-tools/lib/emulator/auth/server.js'));
const framework = ofEmulator('exegesis-express') as ApiFramework;
const { middleware } = framework;
framework.middleware = (spec, options) => middleware(spec, { ...options, lazyCompileValidationSchemas: true });
const { createApp } = firebaseTools('firebase-tools/lib/emulator/auth/server.js') as EmulatorServer;

const singleProjectWithError = 2;
const app = await createApp(projectId, singleProjectWithError);
const server = http.createServer((request, response) => {
  if (request.method !== 'GET' && request.method !== 'OPTIONS') response.once('finish', saveSoon);
  app(request, response);
});
await new Promise<void>((resolve, reject) => {
  server.once('error', reject);
  server.listen(Number(requestedPort), '127.0.0.1', resolve);
});
const { port } = server.address() as { port: number };
const accounts = `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
const asOwner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** Accounts that have not reached the disk yet; a save covers every change before it began. */
let pending: NodeJS.Timeout | undefined;
let saving = Promise.resolve();

await load();
process.send?.({ port });
process.once('SIGTERM', stop);

async function load(): Promise<void> {
  const saved = await fs.readFile(stateFile, 'utf8').catch(() => null);
  if (saved === null) return;
  const { users } = JSON.parse(saved) as { users?: unknown[] };
  if (!users?.length) return;
  const response = await fetch(`${accounts}:batchCreate`, {
    method: 'POST',
    headers: asOwner,
    body: JSON.stringify({ users }),
  });
  if (!response.ok) throw new Error(`the saved accounts were refused: ${await response.text()}`);
}

async function save(): Promise<void> {
  const response = await fetch(`${accounts}:batchGet?maxResults=-1`, { headers: asOwner });
  const exported = await response.text();
  if (!response.ok) throw new Error(`the accounts could not be read: ${exported}`);
  // The export holds plain passwords: only the owner may read it. The rename keeps the old file until the new is whole.
  await fs.writeFile(`${stateFile}.new`, exported, { mode: 0o600 });
  await fs.rename(`${stateFile}.new`, stateFile);
}

function saveNow(): Promise<void> {
  clearTimeout(pending);
  pending = undefined;
  saving = saving.then(save).catch((error: unknown) => console.error('accounts not saved:', error));
  return saving;
}

function saveSoon(): void {
  pending ??= setTimeout(() => void saveNow(), 300);
}

async function stop(): Promise<void> {
  if (pending) await saveNow();
  await saving;
  process.exit(0);
}
