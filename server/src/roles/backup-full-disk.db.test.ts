import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { repositoryRoot } from '../config.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';

const MB = 1024 * 1024;

let disk: SmallDisk | undefined;
let api: TestApi;
beforeAll(async () => {
  [disk, api] = await Promise.all([mountSmallDisk(40), startTestApi({}, { worker: false })]);
  // More than what the pipes between a table and a file can hold.
  await api.context.pool.query(
    `insert into audit_events (id, actor, action, entity, entity_id, summary)
     select gen_random_uuid(), 'a@b.vn', 'profile.update', 'profile', n::text, string_agg(md5(n::text || k::text), '')
     from generate_series(1, 30000) n, generate_series(1, 20) k group by n`,
  );
});
afterAll(async () => {
  await api.close();
  await disk?.remove();
});
beforeEach((context) => {
  if (!disk) context.skip('no disk can be mounted here');
});

/** The command as a script of an administrator runs it. */
const khop = (...args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(repositoryRoot, 'server/src/main.ts'), ...args],
      { env: { PATH: process.env.PATH, ...api.environment } },
      (_error, out, err) => resolve({ code: child.exitCode, said: `${out}${err}` }),
    );
  });

it('ends with 1 and a sentence when the disk of the backup is full, and leaves the older backup as it was', async () => {
  const file = path.join(disk!.folder, 'khop.zip');
  expect(await khop('backup', file)).toMatchObject({ code: 0 });
  const earlier = await readFile(file);
  for (const free of [0, 1, 2, 4, 6]) {
    await disk!.leave(free * MB);
    const { code, said } = await khop('backup', file);
    expect([free, code, said.trim()]).toEqual([free, 1, 'Ổ đĩa đã đầy; hãy giải phóng chỗ rồi chạy lại.']);
    expect((await readdir(disk!.folder)).sort()).toEqual(['ballast', 'khop.zip']);
    expect((await readFile(file)).equals(earlier)).toBe(true);
  }
});
