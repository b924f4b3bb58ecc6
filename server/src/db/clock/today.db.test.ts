import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createDatabase, createPool } from '../database.ts';
import { PATIENCE } from '../patience.ts';
import { revisionOf } from '../revision.ts';
import { refuseFixedDay, todayOf } from './today.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** Asks over connections with these settings, as a process started with them would. */
async function under<Answer>(options: string, ask: (pool: ReturnType<typeof createPool>) => Promise<Answer>) {
  vi.stubEnv('PGOPTIONS', options);
  const pool = createPool(database.url, 1, PATIENCE.commands);
  try {
    return await ask(pool);
  } finally {
    await pool.end();
    vi.unstubAllEnvs();
  }
}

it('is the day in Vietnam, whatever zone a connection has', async () => {
  const here = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const day = await under(`-c timezone=${zone}`, (pool) => todayOf(createDatabase(pool)));
    // The day may have turned between the two clocks.
    expect([here, new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)]).toContain(day);
  }
});

it('is the fixed one of tests, with which no service of real identities starts', async () => {
  const day = await under('-c khop.today=2026-09-29', async (pool) => {
    await expect(refuseFixedDay(createDatabase(pool))).rejects.toThrow(/khop\.today.*2026-09-29/);
    return todayOf(createDatabase(pool));
  });
  expect(day).toBe('2026-09-29');
  await under('', (pool) => refuseFixedDay(createDatabase(pool)));
});

it('makes what was remembered of the day before an old answer', async () => {
  const on = (day: string) => under(`-c khop.today=${day}`, (pool) => revisionOf(pool, ['invoice_periods']));
  const before = await on('2026-09-29');
  expect(await on('2026-09-29')).toBe(before);
  expect(await on('2026-09-30')).not.toBe(before);
});
