import { MOST_AT_ONCE } from '@khop/contract/connections/suggestions.ts';
import { BLOCKS } from '@khop/engine/invoice-issuance/findings/finding.ts';
import type { IssuanceInput, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { summarizeAcceptable } from '../../features/connections/review/accept-batch.ts';
import { forgetOldChanges } from '../../features/imports/undo/keep-changes.ts';
import { closingOf } from '../../features/invoice-issuance/load/closing.ts';
import { catalogueHash, groundHash, inputHash, wholeHash } from '../../features/invoice-issuance/load/input-hash.ts';
import { loadInput } from '../../features/invoice-issuance/load/load-input.ts';
import { readPeriod } from '../../features/invoice-issuance/period-rows.ts';
import { warningsToKeep } from '../../features/invoice-issuance/save/warnings-to-keep.ts';
import { takenBack } from '../otherwise/tried.ts';
import type { Given } from './judge.ts';

/** A plan keeps every warning that may stop an export, the first thousand of invoices, and the first twenty thousand others. */
export function keepsWarnings(): void {
  const of = (code: string, count: number, more: object): Warning[] =>
    Array.from({ length: count }, (_, n) => ({ code, message: `${n}`, ...more }));
  const [block] = Object.keys(BLOCKS);
  const counts = (warnings: readonly Warning[]) =>
    ['A', 'B', block].map((code) => warnings.filter((one) => one.code === code).length);
  const all = [...of('A', 1001, { invoice: 'X' }), ...of('B', 20_001, {}), ...of(block!, 1002, { invoice: 'X' })];
  expect(counts(warningsToKeep(all))).toEqual([1000, 20_000, 1002]);
}

/** A closed period's workbook says how it was closed, by the day of Vietnam; an open one's says nothing. */
export async function saysHowItWasClosed({ stage }: Given): Promise<void> {
  const period = await readPeriod(stage.api.context.db, stage.periodId);
  const closed = { ...period, status: 'closed', closedBy: 'ai đó', closeAcknowledgement: 'đã báo' };
  const at = (closedAt: string | null) => closingOf({ ...closed, closedAt });
  expect(at('2026-09-30T16:59:59Z')).toEqual({ closing: { by: 'ai đó', at: '2026-09-30', note: 'đã báo' } });
  expect(at('2026-09-30T17:00:00Z').closing?.at).toBe('2026-10-01');
  expect(at(null)).toEqual({});
  expect(closingOf({ ...closed, closedAt: '2026-09-30T17:00:00Z', status: 'exported' })).toEqual({});
  expect(
    closingOf({ ...closed, closedAt: '2026-09-30T17:00:00Z', closedBy: null, closeAcknowledgement: null }),
  ).toEqual({ closing: { by: '', at: '2026-10-01', note: '' } });
}

/** Each hash of what a plan is made of tells of its own parts, down to the last digit, and of no others. */
export async function hashesTellOfTheirParts({ stage }: Given): Promise<void> {
  const { db } = stage.api.context;
  const input = await loadInput(db, await readPeriod(db, stage.periodId));
  const [line, ...lines] = input.lines as [IssuanceInput['lines'][number], ...IssuanceInput['lines']];
  const hashes = { inputHash, wholeHash, groundHash, catalogueHash };
  const movedBy = (other: Partial<IssuanceInput>) =>
    Object.entries(hashes).flatMap(([name, of]) => (of({ ...input, ...other }) === of(input) ? [] : [name]));
  // Of all: the first may have nothing that sales of the period meet.
  const profile = (change: Partial<IssuanceInput['profiles'][number]>) => ({
    profiles: input.profiles.map((books) => ({ ...books, ...change })),
  });
  const terms = (change: object) => ({
    profiles: input.profiles.map((books) => ({ ...books, terms: { ...books.terms, ...change } })),
  });
  const plans = ['inputHash', 'wholeHash', 'groundHash'];
  expect(movedBy({})).toEqual([]);
  expect(movedBy({ lines: [{ ...line, quantity: line.quantity + 1n }, ...lines] } as never)).toEqual(plans);
  expect(movedBy({ lines: [{ ...line, amount: line.amount + 1 }, ...lines] })).toEqual(plans);
  expect(movedBy({ lines })).toEqual(expect.arrayContaining(plans));
  expect(movedBy({ period: { ...input.period, name: 'khác' } })).toEqual(['inputHash', 'wholeHash']);
  expect(movedBy({ period: { ...input.period, toDate: '2026-09-29' } })).toEqual(plans);
  expect(movedBy({ exclusions: [{ line: line.id }] } as never)).toEqual(plans);
  expect(movedBy(profile({ inventory: [] }))).toEqual(plans);
  expect(movedBy(profile({ salesLedger: [] }))).toEqual(plans);
  expect(movedBy(profile({ moments: { stock: '2020-01-01T00:00:00Z', exports: [] } }))).toEqual(plans);
  expect(movedBy(terms({ excludedWarehouseCodes: ['KHAC'] }))).toEqual(plans);
  expect(movedBy(terms({ name: 'khác' }))).toEqual(['inputHash', 'wholeHash']);
  expect(movedBy(profile({ productConnections: [] }))).toEqual(['inputHash', 'wholeHash', 'catalogueHash']);
  expect(movedBy(profile({ partnerConnections: [] }))).toEqual(['inputHash', 'wholeHash', 'catalogueHash']);
  expect(movedBy({ bravoPartners: [] })).toEqual(['inputHash', 'wholeHash', 'catalogueHash']);
  expect(movedBy({ previousVouchers: ['BH1'] } as never)).toEqual(['wholeHash']);
}

/**
 * The changes of imports are kept for thirty days, and of ten files of a place; those of imports that are taken back
 * are not.
 */
export const forgetsWhatIsOld = ({ stage }: Pick<Given, 'stage'>): Promise<void> =>
  takenBack(stage.api.context.pool, async (tx) => {
    const now = stage.api.context.now();
    const left = async (state: string): Promise<number> => {
      await tx.client.query('savepoint old');
      await tx.client.query(`update import_batches set undo = '{}', undone_at = null, scope = id::text`);
      await tx.client.query(`update import_batches set ${state}`);
      await forgetOldChanges(tx, now);
      const { rows } = await tx.client.query<{ n: number }>(
        'select count(*)::int as n from import_batches where undo is not null',
      );
      await tx.client.query('rollback to savepoint old');
      return rows[0]!.n;
    };
    const all = await left('created_at = now()');
    expect(all).toBeGreaterThan(0);
    const days = (n: number) => `created_at = '${new Date(now.getTime() - n * 86_400_000).toISOString()}'`;
    expect([await left(days(29.9)), await left(days(30.1))]).toEqual([all, 0]);
    expect(await left('undone_at = now()')).toBe(0);
    expect(await left("scope = 'một nơi', layout = 'amis-products'")).toBe(Math.min(all, 10));
  });

/** More suggestions than one call may accept are cut, and told as cut. */
export const cutsWhatIsTooMany = ({ stage }: Pick<Given, 'stage'>): Promise<void> =>
  takenBack(stage.api.context.pool, async (tx) => {
    const { profileId } = stage;
    const fill = async (count: number) => {
      await sql`delete from suggestions where kind = 'product' and profile_id = ${profileId}`.execute(tx.db);
      await sql`insert into bravo_items (code, name, unit, units, is_active, modified_at, synced_at, search, fingerprint)
        select 'NHIEU-' || n, 'Nhiều', 'Cái', '[]', true, now(), now(), '', '' from generate_series(1, ${count}) n
        on conflict do nothing`.execute(tx.db);
      await sql`insert into suggestions (id, kind, profile_id, amis_id, bravo_code, score, engine_score, is_best, evidence,
          amis_fingerprint, bravo_fingerprint, status, run_id)
        select gen_random_uuid(), 'product', ${profileId}, (select id from amis_products where profile_id = ${profileId} limit 1),
          'NHIEU-' || n, 0.95, 0.95, true, '[]', '', '', 'pending', (select id from runs limit 1)
        from generate_series(1, ${count}) n`.execute(tx.db);
      const { count: told, isCut } = await summarizeAcceptable(tx.db, 'product', { profileId, minScore: 0.9 });
      return [told, isCut];
    };
    expect(await fill(MOST_AT_ONCE)).toEqual([MOST_AT_ONCE, false]);
    expect(await fill(MOST_AT_ONCE + 1)).toEqual([MOST_AT_ONCE, true]);
  });
