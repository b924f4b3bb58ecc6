import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { changesOf, type Of, type SideRecord } from './suggest-records.ts';

/** The records that are new or look different since they were matched, and ids of those that have gone. */
export type Changes = {
  readonly amis: readonly SideRecord[];
  readonly bravo: readonly SideRecord[];
  readonly goneAmis: readonly string[];
  readonly goneBravo: readonly string[];
};

export const countChanges = ({ amis, bravo, goneAmis, goneBravo }: Changes): number =>
  amis.length + bravo.length + goneAmis.length + goneBravo.length;

/** When, how and by which run the suggestions of a profile were made; undefined when they never were. */
export const matchingState = (db: Database, { kind, profileId }: Of) =>
  db
    .selectFrom('matchingStates')
    .selectAll()
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .executeTakeFirst();

/**
 * The run that matched last, undefined when none did; no other run writes suggestions of this profile until the
 * transaction ends. Taken before any suggestion is locked, so that two runs never wait for each other.
 */
export async function lockMatching(tx: Tx, { kind, profileId }: Of): Promise<{ by: string | null } | undefined> {
  const row = await tx.db
    .selectFrom('matchingStates')
    .select('matchedBy as by')
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/** The number of records from which the suggestions were made. */
export async function countMatched(db: Database, { kind, profileId }: Of): Promise<number> {
  const { count } = await db
    .selectFrom('matchedRecords')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Compares the records with what was matched last; only what differs is read. */
export async function changesSince(db: Database, of: Of): Promise<Changes> {
  const [amis, bravo] = [await changesOf(db, of, 'amis'), await changesOf(db, of, 'bravo')];
  return { amis: amis.changed, bravo: bravo.changed, goneAmis: amis.gone, goneBravo: bravo.gone };
}

const COLUMNS = ['kind', 'profile_id', 'side', 'record_id', 'fingerprint'];

/** Notes that all of these records have been matched with each other. */
export async function saveMatched(
  tx: Tx,
  { kind, profileId }: Of,
  sides: { readonly amis: readonly SideRecord[]; readonly bravo: readonly SideRecord[] },
  minimumScore: number,
  { by, at }: Matched,
): Promise<void> {
  const now = at.toISOString();
  await tx.db.deleteFrom('matchingStates').where('kind', '=', kind).where('profileId', '=', profileId).execute();
  await tx.db
    .insertInto('matchingStates')
    .values({ kind, profileId, generatedAt: now, matchedAt: now, matchedBy: by, minimumScore })
    .execute();
  const rows = (['amis', 'bravo'] as const).flatMap((side) =>
    sides[side].map((record) => [kind, profileId, side, record.id, record.print]),
  );
  await tx.copy('matched_records', COLUMNS, rows);
  // The next refresh compares every record with these: without their number it would be planned for a handful.
  await tx.client.query('analyze matched_records');
}

/** By which run, and when. */
type Matched = { readonly by: string | null; readonly at: Date };

/** Notes that the changed records have been matched, and forgets those that have gone. */
export async function saveChanges(
  tx: Tx,
  { kind, profileId }: Of,
  changes: Changes,
  { by, at }: Matched,
): Promise<void> {
  const sidesOf = [
    ['amis', changes.amis, changes.goneAmis],
    ['bravo', changes.bravo, changes.goneBravo],
  ] as const;
  for (const [side, changed, gone] of sidesOf) {
    await tx.client.query(
      'delete from matched_records where kind = $1 and profile_id = $2 and side = $3 and record_id = any ($4)',
      [kind, profileId, side, [...gone, ...changed.map(({ id }) => id)]],
    );
    await tx.copy(
      'matched_records',
      COLUMNS,
      changed.map((record) => [kind, profileId, side, record.id, record.print]),
    );
  }
  await tx.db
    .updateTable('matchingStates')
    .set({ matchedAt: at.toISOString(), matchedBy: by })
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .execute();
}

/** Marks every record as changed, so that the next refresh matches everything anew. */
export async function forgetMatched(tx: Tx, { kind, profileId }: Of): Promise<void> {
  await tx.db.deleteFrom('matchedRecords').where('kind', '=', kind).where('profileId', '=', profileId).execute();
}
