import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../database.ts';

const HERE = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);

/** All that is written by hand for a new field: its line in the record, and its column. */
const RECORD = 'engine/src/records/amis-partner.ts';
const FIELD = `region: { kind: 'text', label: 'Vùng', filter: 'one', edited: { max: 100 }, heading: { header: 'Vùng' } },`;
const MIGRATION = 'server/migrations/9000-region-of-partners.sql';
const COLUMN = `alter table amis_partners add column region text not null default '';\n`;

/** The files that the generators write. */
const GENERATED = ['contract/openapi.json', 'server/src/db/schema.generated.ts'];

/**
 * The repository without what is installed and made; symbolic links lead to what is installed, but for the rooms, which
 * are the copy's own.
 */
async function copyRepository(copy: string): Promise<void> {
  const leftOut = /(^|\/)(node_modules|\.git|dist|\.cache)$/;
  await cp(HERE, copy, { recursive: true, filter: (source) => !leftOut.test(source.slice(HERE.length)) });
  const [from, to] = [path.join(HERE, 'node_modules'), path.join(copy, 'node_modules')];
  await mkdir(path.join(to, '@khop'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@khop' && name !== '.cache') await symlink(path.join(from, name), path.join(to, name));
  }
  for (const room of await readdir(path.join(from, '@khop')))
    await symlink(path.join(copy, room), path.join(to, '@khop', room));
}

/** Files of the copy that are not as they are here, but for the probes that were made tests. */
async function changedFiles(copy: string): Promise<string[]> {
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules') && !file.includes('-probe.'));
  const isChanged = async (file: string) => {
    const [now, before] = await Promise.all(
      [copy, HERE].map((root) => readFile(path.join(root, file)).catch(() => undefined)),
    );
    return !before || !now?.equals(before);
  };
  const changed = await Promise.all(files.map(async (file) => ((await isChanged(file)) ? [file] : [])));
  return changed.flat().sort();
}

it('adds a field to AMIS partners in two files, and finds it wherever partners are read, shown and changed', async () => {
  const copy = path.join(inject('runFolder'), 'new-field');
  await copyRepository(copy);
  const at = (file: string) => path.join(copy, file);
  const database = await createTestDatabase();
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, KHOP_TEST_DATABASE_URL: inject('databaseServer') };
  const node = (...args: string[]) =>
    run(process.execPath, args, { cwd: copy, env, maxBuffer: 1e8 }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
      },
    );

  // The two files.
  const record = await readFile(at(RECORD), 'utf8');
  await writeFile(at(RECORD), record.replace('    note: {', `    ${FIELD}\n    note: {`));
  await writeFile(at(MIGRATION), COLUMN);

  // The generators.
  await node('contract/src/generate.ts');
  await node('server/src/main.ts', 'migrate');
  await node('scripts/generate-db-types.mjs');
  await database.drop();

  // The probes of the copy.
  const probes = ['server/src/testing/new-field/service-probe', 'web/src/features/amis/testing/screen-probe'];
  await rename(at(`${probes[0]}.ts`), at(`${probes[0]}.db.test.ts`));
  await rename(at(`${probes[1]}.tsx`), at(`${probes[1]}.test.tsx`));
  const test = (project: string, probe: string) =>
    node('node_modules/vitest/vitest.mjs', 'run', '--project', project, probe);
  await Promise.all([
    test('db', probes[0]!),
    test('page', probes[1]!),
    // The types of the engine and the contract are checked with it.
    node('node_modules/typescript/bin/tsc', '-p', 'web'),
  ]);
  expect(await changedFiles(copy)).toEqual([...GENERATED, RECORD, MIGRATION].sort());
});
