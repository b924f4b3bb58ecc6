/**
 * The ground that files of browser tests share, as a process of its own: started by e2e/stage/ground.ts, never imported. It keeps one
 * PostgreSQL and as many emulators of accounts as files run at once, and lends over loopback:
 *
 *   POST /lend {sample}          → {databaseUrl, emulatorUrl, folder}: a fresh copy of the company's database, an emulator that
 *                                  knows the demo accounts alone, and the folder from which the product's own is copied
 *   POST /return {databaseUrl}   → the database is removed, the emulator free for the next file
 *
 * A file that died returns nothing: what it had is lent to no other, and ends with this process.
 */
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startChild } from '../../adapters/embedded/child.ts';
import { startEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { buildWebWhenChanged } from '../../adapters/embedded/web-build.ts';
import { childEnvironment, repositoryRoot } from '../../config.ts';
import { untilStopped } from '../../roles/until-stopped.ts';
import { companiesIn } from './companies.ts';
import { type Emulator, emulatorsIn } from './emulators.ts';

// From here on: a database that is being started must not outlive this process.
const stopped = untilStopped();
const [folder = ''] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  directory: path.join(folder, 'database'),
  logFile: path.join(folder, 'postgres.log'),
  throwAway: true,
});
const emulators = emulatorsIn(path.join(folder, 'accounts'));
const companies = companiesIn(path.join(folder, 'companies'), postgres.url, () => emulators.any());
const loans = new Map<string, Emulator>();

async function lend({ sample }: { sample: string }) {
  const company = await companies.prepared(sample);
  const [databaseUrl, emulator] = await Promise.all([company.copy(), emulators.take()]);
  loans.set(databaseUrl, emulator);
  return { databaseUrl, emulatorUrl: emulator.url, folder: company.folder };
}

async function takeBack({ databaseUrl }: { databaseUrl: string }) {
  const emulator = loans.get(databaseUrl);
  if (!emulator) throw new Error(`Nothing was lent as ${databaseUrl}`);
  loans.delete(databaseUrl);
  await companies.drop(databaseUrl);
  emulators.free(emulator);
  return {};
}

const calls: Readonly<Record<string, (asked: never) => Promise<object>>> = { '/lend': lend, '/return': takeBack };
const server = http.createServer((request, response) => {
  const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
  text(request)
    // The caller is the stage of this repository: it sends what the call takes.
    .then((body) => calls[request.url ?? '']!(JSON.parse(body) as never))
    .then(
      (body) => answer(200, body),
      (error: unknown) => answer(500, { why: String((error as Error).stack ?? error) }),
    );
});

async function open(): Promise<number> {
  await Promise.all([
    buildWebWhenChanged({
      root: repositoryRoot,
      logFile: path.join(folder, 'web-build.log'),
      env: childEnvironment({}),
      start: startChild,
    }),
    companies.prepared('2000'),
  ]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

let code = 0;
try {
  const port = await Promise.race([open(), stopped]);
  if (port) process.send?.({ url: `http://127.0.0.1:${port}` });
  await stopped;
} catch (error) {
  console.error(error);
  code = 1;
}
server.close();
await emulators.stop();
await postgres.stop();
for (const place of [folder, postgres.directory]) await fs.rm(place, { recursive: true, force: true });
process.exit(code);
