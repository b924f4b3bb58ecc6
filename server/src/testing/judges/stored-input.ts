import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IssuancePlan, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { repositoryRoot } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { engineVersion } from '../../features/invoice-issuance/engine-version.ts';
import { loadInput } from '../../features/invoice-issuance/load/load-input.ts';
import { type PeriodRow, readPeriod } from '../../features/invoice-issuance/period-rows.ts';
import { notePlanWarnings } from '../../features/invoice-issuance/reports/read-back.ts';
import { newId } from '../../id.ts';
import { takenBack } from '../otherwise/tried.ts';
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
    const seen = trial.selectFrom('periodAmisSales').where('periodId', '=', period.id);
    const { entryKey, profileId } = await seen
      .select(['entryKey', 'profileId'])
      .orderBy('entryKey')
      .executeTakeFirstOrThrow();
    await trial.updateTable('periodAmisSales').set({ absentAt: null }).execute();
    await trial
      .updateTable('periodAmisSales')
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
    expect(otherPeriods?.later).toEqual([]);
    // One that begins on its last day is beside it, one that begins the day after comes later, with the stock that it reports.
    const begins = async (day: string) => {
      await trial
        .updateTable('invoicePeriods')
        .set({ fromDate: day, toDate: '2026-10-31' })
        .where('id', '=', id)
        .execute();
      return (await loadInput(trial, period)).otherPeriods;
    };
    expect((await begins(period.toDate))?.reserved.length).toBeGreaterThan(0);
    expect(await begins('2026-10-01')).toBeUndefined();
    await sql`insert into period_loads select (jsonb_populate_record(l, jsonb_build_object('period_id', ${id}::text))).* from period_loads l
      where period_id = ${period.id} and kind = 'inventory'`.execute(trial);
    const { later, reserved } = (await begins('2026-10-01'))!;
    expect([later.map(({ name }) => name), reserved]).toEqual([period.profileIds.map(() => 'Tháng trước'), []]);
    expect(later.flatMap(({ held }) => held)).toEqual([]);
    await trial.updateTable('invoices').set({ status: 'exported' }).where('periodId', '=', id).execute();
    expect((await begins('2026-10-01'))?.later.flatMap(({ held }) => held).length).toBeGreaterThan(0);
  });

/** Figures that are blank, returned goods, open factors and closed days are read as just that. */
export const tellsWhatBooksSay = (given: Given): Promise<void> =>
  inTrial(given, async (trial, period) => {
    const profile = period.profileIds[0]!;
    const line = trial.selectFrom('periodSalesLines').where('periodId', '=', period.id).orderBy('sourceKey').limit(2);
    const [one, two] = (await line.select('sourceKey').execute()).map(({ sourceKey }) => sourceKey);
    await sql`update period_sales_lines set unstated = case source_key when ${one} then 'quantity,amount' else '' end,
      vat_rate = case source_key when ${two} then null else vat_rate end where period_id = ${period.id}`.execute(trial);
    await sql`update product_connections set factor = null where profile_id = ${profile}`.execute(trial);
    await sql`update amis_purchase_lines set quantity = 9, returned_quantity = 2, accounting_date = ${period.fromDate}
      where profile_id = ${profile}`.execute(trial);
    await sql`update profiles set locked_through = case when id = ${profile} then '2026-08-31'::date end,
      last_issued_date = case when id = ${profile} then '2026-08-30'::date end,
      saturday_is_working = id = ${profile}, follows_swaps = case when id = ${profile} then 'no' else 'unknown' end`.execute(
      trial,
    );
    const { lines, profiles } = await loadInput(trial, period);
    const [first, second] = [one, two].map((id) => lines.find((sale) => sale.id === id)!);
    expect([first!.unstated, 'unstated' in second!, second!.vatRate]).toEqual([
      ['quantity', 'amount'],
      false,
      undefined,
    ]);
    const [books, ...others] = profiles;
    expect(books!.productConnections.every(({ factor }) => factor === undefined)).toBe(true);
    expect(others.some(({ productConnections }) => productConnections.some(({ factor }) => factor !== undefined))).toBe(
      true,
    );
    expect(new Set(books!.purchases.map(({ quantity }) => quantity))).toEqual(new Set([parseQuantity('7')]));
    expect([books!.terms.lockedThrough, books!.terms.lastIssuedDate]).toEqual(['2026-08-31', '2026-08-30']);
    expect(others.map(({ terms }) => [terms.lockedThrough, terms.lastIssuedDate])).toEqual(
      others.map(() => [undefined, undefined]),
    );
    expect(profiles.map(({ terms: { saturdayIsWorking, followsSwaps } }) => [saturdayIsWorking, followsSwaps])).toEqual(
      [[true, 'no'], ...others.map(() => [undefined, undefined])],
    );
  });

/** Only a warning that names an invoice and its profile is noted beside an invoice. */
export const notesOwnWarnings = (given: Given): Promise<void> =>
  takenBack(given.stage.api.context.pool, async (tx) => {
    const { periodId } = given.stage;
    const { rows } = await tx.client.query<{ profile: string; key: string }>(
      'select profile_id as profile, invoice_key as key from invoices where period_id = $1 order by voucher_number limit 2',
      [periodId],
    );
    const [first, second] = rows.map(({ profile, key }) => ({ profile, invoice: key }));
    const warnings: Warning[] = [
      { code: 'A', message: 'Một', ...first! },
      { code: 'B', message: 'Hai', ...first! },
      { code: 'C', message: 'Của hồ sơ', profile: second!.profile },
      { code: 'D', message: 'Của không ai', invoice: second!.invoice },
    ];
    const idOf = (code: string | undefined): string => {
      if (code === undefined) throw new Error('A warning of no profile is looked up');
      return code;
    };
    await notePlanWarnings(tx, periodId, { warnings } as unknown as IssuancePlan, idOf);
    const noted = await tx.client.query<{ key: string; warnings: Warning[] }>(
      `select invoice_key as key, plan_warnings as warnings from invoices where period_id = $1 and plan_warnings <> '[]'`,
      [periodId],
    );
    expect(noted.rows.map(({ key, warnings: own }) => [key, own.map(({ code }) => code)])).toEqual([
      [first!.invoice, ['A', 'B']],
    ]);
  });

/** The engine's name is made of every file of its rules and of none of its tests. */
export function namesTheEngine(): void {
  const source = path.join(repositoryRoot, 'engine/src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  );
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(source, file)));
  expect(files.length).toBeGreaterThan(100);
  expect(engineVersion()).toBe(hash.digest('base64url').slice(0, 16));
}
