import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../db/database.ts';
import { loadInput } from '../../features/invoice-issuance/load/load-input.ts';
import { type PeriodRow, readPeriod } from '../../features/invoice-issuance/period-rows.ts';
import { newId } from '../../id.ts';
import type { Given } from './judge.ts';

/** The input of a plan says through which day each profile has issued, and says nothing where that is not known. */
export async function tellsIssuedThrough({ stage }: Given): Promise<void> {
  const { db } = stage.api.context;
  const period = await readPeriod(db, stage.periodId);
  const issuedThrough = async (of: typeof db) =>
    (await loadInput(of, period)).profiles.map((books) =>
      'issuedThrough' in books ? books.issuedThrough : 'not told',
    );
  const trial = await db.startTransaction().execute();
  try {
    await trial
      .updateTable('invoices')
      .set({ invoiceNumber: '00000001', invoiceDate: '2026-12-30' })
      .where('periodId', '=', period.id)
      .where('profileId', '=', period.profileIds[0]!)
      .execute();
    await trial.updateTable('profiles').set({ invoiceSymbol: '' }).where('id', '=', period.profileIds[0]!).execute();
    await trial.updateTable('periodAmisSales').set({ invoiceNumber: '' }).execute();
    expect(await issuedThrough(trial)).toEqual(['2026-12-30', ...period.profileIds.slice(1).map(() => 'not told')]);
  } finally {
    await trial.rollback().execute();
  }
}

/** Acts on the input of a plan in a state of the tables that is taken back afterwards. */
async function inTrial({ stage }: Given, act: (trial: Database, period: PeriodRow) => Promise<void>): Promise<void> {
  const { db } = stage.api.context;
  const trial = await db.startTransaction().execute();
  try {
    await act(trial, await readPeriod(trial, stage.periodId));
  } finally {
    await trial.rollback().execute();
  }
}

/** An entry of AMIS that the latest file no longer has is told as absent since then, and no other one is. */
export const tellsAbsentEntries = (given: Given): Promise<void> =>
  inTrial(given, async (trial, period) => {
    const seen = trial.selectFrom('periodAmisEntriesSeen').where('periodId', '=', period.id);
    const { entryKey, profileId } = await seen
      .select(['entryKey', 'profileId'])
      .orderBy('entryKey')
      .executeTakeFirstOrThrow();
    await trial.updateTable('periodAmisEntriesSeen').set({ absentAt: null }).execute();
    await trial
      .updateTable('periodAmisEntriesSeen')
      .set({ absentAt: '2026-09-30T01:00:00Z' })
      .where('periodId', '=', period.id)
      .where('profileId', '=', profileId)
      .where('entryKey', '=', entryKey)
      .execute();
    const entries = (await loadInput(trial, period)).profiles.flatMap((books) => books.salesLedger ?? []);
    expect(entries.flatMap(({ id, seen: known }) => (known && 'absent' in known ? [id] : []))).toEqual([entryKey]);
  });

/**
 * The goods on the invoices of an earlier period that shares a profile are not this one's to sell; alone it has no
 * other period to heed.
 */
export const tellsOtherPeriods = (given: Given): Promise<void> =>
  inTrial(given, async (trial, period) => {
    expect((await loadInput(trial, period)).otherPeriods).toBeUndefined();
    const id = newId();
    await sql`
      insert into invoice_periods
      select (jsonb_populate_record(p, jsonb_build_object('id', ${id}::text, 'name', 'Tháng trước', 'from_date', '2026-08-01',
        'to_date', '2026-08-31'))).* from invoice_periods p where id = ${period.id}`.execute(trial);
    const taken = await trial
      .updateTable('invoices')
      .set({ periodId: id })
      .where('periodId', '=', period.id)
      .returning('id')
      .execute();
    expect(taken.length).toBeGreaterThan(0);
    const { otherPeriods } = await loadInput(trial, period);
    expect(new Set(otherPeriods?.reserved.map(({ period: name }) => name))).toEqual(new Set(['Tháng trước']));
  });
