import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE } from '../../db/patience.ts';
import { unsignedToken } from '../../testing/api.ts';
import { holdTable, releaseTable, waitingFor } from '../../testing/held-table.ts';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

/** More than the connections of the service, and than those that it keeps for changes. */
const WRITERS = 14;

let month: SampleMonth;
let origin: string;
beforeAll(async () => {
  month = await startSampleMonth(400);
  origin = await month.api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => month?.api.close());

async function timed(method: string, place: string, body?: object, as = 'ketoan@khop.local') {
  const from = performance.now();
  const response = await fetch(`${origin}/v1${place}`, {
    method,
    headers: {
      authorization: `Bearer ${unsignedToken(as)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const told = (await response.json()) as { error_code?: string; message?: string; version?: number };
  return {
    status: response.status,
    told,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - from,
  };
}

it('answers every change of a period that is held as busy, with a time to try again, and every list meanwhile', async () => {
  const { pool } = month.api.context;
  const place = `/invoice-issuance/periods/${month.periodId}`;
  const lists = [`${place}/amis-invoices?limit=5`, '/amis/profiles', `${place}/shortages?limit=5`, '/runs?limit=5'];
  const { told: period } = await timed('GET', place);
  const holder = await pool.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  await holder.query('select from invoice_periods where id = $1 for update', [month.periodId]);

  let isHeld = true;
  const changes = Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      timed('PATCH', place, { version: period.version, name: `Kỳ thử ${index}` }, `nguoi${index}@khop.local`),
    ),
  ).finally(() => {
    isHeld = false;
  });
  const reads: Awaited<ReturnType<typeof timed>>[] = [];
  while (isHeld) {
    reads.push(...(await Promise.all(lists.map((list) => timed('GET', list)))));
    // One person may ask 1,200 times a minute.
    await pause(50);
  }
  const answers = await changes;
  await holder.query('rollback');
  holder.release();

  const { connectionMs, lockMs } = PATIENCE.writing;
  for (const { status, told, retryAfter, ms } of answers) {
    expect([status, told.error_code, retryAfter]).toEqual([409, 'DATABASE_BUSY', '3']);
    expect(told.message).toMatch(/đang bận.*thử lại sau 3 giây/);
    // The slowest had its turn when others gave up waiting for a connection; the rest is the machine.
    expect(ms).toBeLessThan(2 * connectionMs + lockMs + 2000);
  }
  expect(reads.length).toBeGreaterThan(lists.length);
  expect(reads.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(lockMs);
  // Nothing was written, and the same change passes when the period is free.
  const again = await timed('PATCH', place, { version: period.version, name: 'Kỳ thử' });
  expect([again.status, again.told.version]).toEqual([200, period.version! + 1]);
});

it('lets people change a period while a regeneration copies the plan before it, and then plans anew', async () => {
  await month.done('generate-invoices');
  const { pool } = month.api.context;
  const place = `/invoice-issuance/periods/${month.periodId}`;
  const { rows } = await pool.query<{ key: string }>(
    'select max(source_key) as key from period_sales_lines where period_id = $1 and amount > 0',
    [month.periodId],
  );
  await timed('POST', `${place}/exclusions`, { sourceKeys: [rows[0]!.key], reason: 'cancelled', note: 'Thử' });
  const holder = await holdTable(pool, 'period_undo_rows');
  const ended = month.run('regenerate-invoices');
  await waitingFor(pool, holder);
  const { told } = await timed('GET', place);
  const changed = await timed('PATCH', place, { version: told.version, name: 'Đổi tên giữa chừng' });
  await releaseTable(holder);
  expect(changed.status).toBe(200);
  const end = await ended;
  expect(end.status, end.message ?? '').toBe('succeeded');
  await expectLaws(pool, month.periodId);
});
