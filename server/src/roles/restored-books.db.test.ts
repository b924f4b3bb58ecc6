import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { createTestDatabase } from '../testing/database.ts';
import { type SampleMonth, startSampleMonth } from '../testing/sample-month.ts';
import { backup, restore } from './backup.ts';

type Problem = { code: string; canOverride: boolean; profileId: string | null; severity: string };
type Body = { error_code?: string; details?: { problems: Problem[] } };

let month: SampleMonth;
let folder: string;
let restored: TestApi | undefined;
beforeAll(async () => {
  [month, folder] = await Promise.all([startSampleMonth(400), mkdtemp(path.join(tmpdir(), 'khop-restored-'))]);
  await month.done('generate-invoices');
});
afterAll(async () => {
  await restored?.close();
  await month?.api.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (rest: string) => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const download = (api: TestApi, body: object = {}, options = {}) =>
  api.call<Body>('POST', at('download-excel'), body, options);
const told = async (api: TestApi): Promise<Problem[]> =>
  (await api.call<{ problems: Problem[] }>('GET', at('preflight'))).body.problems.filter(
    ({ code }) => code === 'RESTORED_FROM_BACKUP',
  );

it('invoices that left after the backup do not leave once more, until the AMIS sales ledgers are made after the restore', async () => {
  const file = path.join(folder, 'khop.zip');
  const settingsOf = (url: string) => loadConfig({ ...month.api.environment, DATABASE_URL: url });
  await backup(settingsOf(month.api.databaseUrl), file);
  expect((await download(month.api)).status).toBe(200);
  expect(await told(month.api)).toEqual([]);
  const database = await createTestDatabase('template1');
  await restore(settingsOf(database.url), file);
  restored = await startTestApi({}, { database });
  const { pool } = restored.context;

  const refused = await download(restored);
  expect(refused).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
  expect(refused.body.details!.problems).toMatchObject([{ code: 'RESTORED_FROM_BACKUP', canOverride: true }]);
  // Of a part of the profiles too: any of them may have sold the goods.
  const [first, ...others] = [...month.profiles.values()];
  expect((await download(restored, { profileIds: [first] })).status).toBe(422);

  const readAgain = (ids: readonly string[]) =>
    pool.query(
      "update period_loads set made_at = now() where kind = 'sales_ledger' and period_id = $1 and profile_id = any ($2)",
      [month.periodId, ids],
    );
  await readAgain(others);
  expect(await told(restored)).toMatchObject([{ profileId: null, severity: 'block' }]);
  await readAgain([first!]);
  expect(await told(restored)).toEqual([]);

  const { rows } = await pool.query("select summary from audit_events where action = 'database.restore'");
  expect(rows).toEqual([{ summary: expect.stringMatching(/từ bản sao lưu lúc \d\d:\d\d/) }]);
});
