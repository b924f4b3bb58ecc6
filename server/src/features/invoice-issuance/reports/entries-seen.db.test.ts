import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpAll, type ImportWorld, kindOf, makeImportWorld } from '../../../testing/import-world.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
});
afterAll(() => world?.api.close());

const kind = kindOf('sales ledger of a period');
const [FIRST, SECOND, THIRD] = ['2026-10-02T01:00:00.000Z', '2026-10-03T01:00:00.000Z', '2026-10-04T01:00:00.000Z'];

/** Sends a ledger of these records that was made at a moment; the customers are called by `name`. */
async function send(records: readonly number[], madeAt: string, name = 'Khách') {
  const rows = records.map((n) => ({ ...kind.row(n, 0), customerName: name }));
  const { status, body } = await world.api.upload<{ runId: string }>(
    kind.path(world),
    await workbookFile(kind.layout, rows, kind.meta),
    { ...kind.fields!(world), madeAt },
  );
  expect(status, JSON.stringify(body)).toBe(202);
  return world.api.runEnd(body.runId);
}

/** The same of a ledger that is taken in. */
async function load(...sent: Parameters<typeof send>): Promise<string> {
  const run = await send(...sent);
  expect(run.status, JSON.stringify(run)).toBe('succeeded');
  return (run.result as { importId: string }).importId;
}

/** Of each entry, by its voucher: since when it is known and was absent. */
async function seen(): Promise<Record<string, string[]>> {
  const { rows } = await world.api.context.pool.query<{ name: string; first: string; absent: string }>(
    'select voucher_number as name, first_seen_at as first, absent_at as absent from period_amis_sales order by 1',
  );
  const iso = (moment: string | null) => (moment === null ? [] : [new Date(moment).toISOString()]);
  return Object.fromEntries(rows.map(({ name, first, absent }) => [name, [...iso(first), ...iso(absent)]]));
}
const voucher = (n: number): string => String(kind.row(n, 0).voucherNumber);

it('an entry is known since the first ledger that shows it, whatever later ones say of it', async () => {
  await load([0, 1], SECOND);
  expect(await seen()).toEqual({ [voucher(0)]: [SECOND], [voucher(1)]: [SECOND] });

  await load([0, 1, 2], THIRD, 'Khách đổi tên');
  const third = { [voucher(0)]: [SECOND], [voucher(1)]: [SECOND], [voucher(2)]: [THIRD, SECOND] };
  expect(await seen()).toEqual(third);

  const before = await dumpAll(world);
  const earlier = await load([0, 1, 2], FIRST, 'Khách');
  expect(await seen()).toEqual({ [voucher(0)]: [FIRST], [voucher(1)]: [FIRST], [voucher(2)]: [FIRST, SECOND] });
  expect((await world.api.call('POST', `/imports/${earlier}/undo`)).status).toBe(200);
  expect(await dumpAll(world)).toEqual(before);

  // Shown again, it is not known to have been there all the time.
  await load([0], THIRD);
  await load([0, 1], '2026-10-05T01:00:00.000Z');
  expect((await seen())[voucher(1)]).toEqual(['2026-10-05T01:00:00.000Z', THIRD]);
});

it('a ledger of before the one in force does not make it forget what was sold since', async () => {
  await load([0, 1, 2], '2026-10-07T01:00:30.000Z');
  const before = await dumpAll(world);
  const older = await send([0, 2], '2026-10-06T01:00:00.000Z');
  expect(older).toMatchObject({ status: 'failed', errorCode: 'REPORT_OLDER' });
  expect(older.message).toContain(
    `xuất lúc 08:00 06/10/2026, trước sổ đang dùng (08:00 07/10/2026), và thiếu 1 chứng từ của sổ ấy, ví dụ «${voucher(1)}»`,
  );
  expect(await dumpAll(world)).toEqual(before);
  // Of the same minute, which is as exact as a person states a moment, or with all that it shows, it is taken.
  await load([0, 2], '2026-10-07T01:00:00.000Z');
  await load([0, 2, 3], '2026-10-06T01:00:00.000Z');
});
