import { type ChildProcess, fork } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@khop/server/adapters/embedded/postgres.ts';
import pg from 'pg';

const program = path.resolve(import.meta.dirname, '../e2e/web-figures.ts');

/**
 * The screens in a real browser: JavaScript until a route is usable, LCP, INP while typing in a filter, and long tasks
 * while scrolling `--rows N` (100,000) rows. The browser's part is e2e/web-figures.ts; here is the database it runs on.
 *
 * @returns 1 when a figure is over its bound.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '100000' } } });
  const directory = await mkdtemp(path.join(os.tmpdir(), 'khop-bench-web-'));
  // As root the database server runs as another user, who must enter the folder.
  await chmod(directory, 0o755);
  const database = await startEmbeddedPostgres({
    directory,
    logFile: path.join(directory, 'postgres.log'),
    throwAway: true,
  });
  try {
    const env = { ...process.env, DATABASE_URL: database.url };
    // Without the flags of the command that started this one.
    const child = fork(program, [values.rows], { env, execArgv: [] });
    // The product has migrated and filled its sample company; now the long list.
    child.once('message', () => void fill(database.url, Number(values.rows)).then(() => child.send('filled')));
    return await codeOf(child);
  } finally {
    await database.stop();
    for (const folder of [directory, database.directory]) await rm(folder, { recursive: true, force: true });
  }
}

const codeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));

/** Bravo items of the kinds that a building-materials or stationery trade has, as a sync would have left them. */
async function fill(connectionString: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `insert into bravo_items (code, name, unit, item_group, type, modified_at, synced_at, search)
     select 'BN' || lpad(n::text, 7, '0'),
            what || ' số ' || n || ' quy cách ' || (n % 97),
            (array['Cái', 'Hộp', 'Thùng', 'Kg'])[1 + n % 4],
            'NHOM' || (n % 40), 'HH', now() - n * interval '1 second', now(),
            lower('BN' || lpad(n::text, 7, '0')) || ' ' || search || ' so ' || n || ' quy cach ' || (n % 97)
     from generate_series(1, $1::int) as n,
          lateral (select (array['Giấy in A4', 'Bút bi xanh', 'Thép hộp mạ kẽm', 'Sơn nước ngoại thất'])[1 + n % 4] as what,
                          (array['giay in a4', 'but bi xanh', 'thep hop ma kem', 'son nuoc ngoai that'])[1 + n % 4] as search) as names`,
    [rows],
  );
  await client.query('analyze bravo_items');
  await client.end();
}
