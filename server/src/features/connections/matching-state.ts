import type { Database } from '../../db/database.ts';
import { fingerprintOf } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { KindName } from './kinds.ts';
import type { SideRecord } from './suggest-records.ts';

type Of = { readonly kind: KindName; readonly profileId: string };
type Sides = { readonly amis: readonly SideRecord[]; readonly bravo: readonly SideRecord[] };

/** What of a record goes into matching, but for its price, which moves with every sale. */
const printOf = ({ fingerprint, group, units }: SideRecord): string => fingerprintOf({ fingerprint, group, units });

/** Positions of the records that are new or look different since they were matched, and ids of those that have gone. */
export type Changes = {
  readonly amis: readonly number[];
  readonly bravo: readonly number[];
  readonly goneAmis: readonly string[];
  readonly goneBravo: readonly string[];
};

export const countChanges = ({ amis, bravo, goneAmis, goneBravo }: Changes): number =>
  amis.length + bravo.length + goneAmis.length + goneBravo.length;

/** When and how the suggestions of a profile were made; undefined when they never were. */
export const matchingState = (db: Database, { kind, profileId }: Of) =>
  db
    .selectFrom('matchingStates')
    .selectAll()
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .executeTakeFirst();

/** Compares the records with what was matched last. */
export async function changesSince(db: Database, { kind, profileId }: Of, sides: Sides): Promise<Changes> {
  const known = await db
    .selectFrom('matchedRecords')
    .select(['side', 'recordId', 'fingerprint'])
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .execute();
  const compare = (side: 'amis' | 'bravo') => {
    const before = new Map(known.flatMap((row) => (row.side === side ? [[row.recordId, row.fingerprint]] : [])));
    const changed: number[] = [];
    sides[side].forEach((record, position) => {
      if (before.get(record.id) !== printOf(record)) changed.push(position);
      before.delete(record.id);
    });
    return { changed, gone: [...before.keys()] };
  };
  const [amis, bravo] = [compare('amis'), compare('bravo')];
  return { amis: amis.changed, bravo: bravo.changed, goneAmis: amis.gone, goneBravo: bravo.gone };
}

/** Notes that all of these records have been matched with each other. */
export async function saveMatched(
  tx: Tx,
  { kind, profileId }: Of,
  sides: Sides,
  minimumScore: number,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx.db.deleteFrom('matchingStates').where('kind', '=', kind).where('profileId', '=', profileId).execute();
  await tx.db
    .insertInto('matchingStates')
    .values({ kind, profileId, generatedAt: at, matchedAt: at, minimumScore })
    .execute();
  const rows = (['amis', 'bravo'] as const).flatMap((side) =>
    sides[side].map((record) => [kind, profileId, side, record.id, printOf(record)]),
  );
  await tx.copy('matched_records', ['kind', 'profile_id', 'side', 'record_id', 'fingerprint'], rows);
}

/** Notes that the changed records have been matched, and forgets those that have gone. */
export async function saveChanges(
  tx: Tx,
  { kind, profileId }: Of,
  sides: Sides,
  changes: Changes,
  now: Date,
): Promise<void> {
  const sidesOf = [
    ['amis', changes.amis, changes.goneAmis],
    ['bravo', changes.bravo, changes.goneBravo],
  ] as const;
  for (const [side, changed, gone] of sidesOf) {
    const records = changed.map((position) => sides[side][position]!);
    await tx.client.query(
      'delete from matched_records where kind = $1 and profile_id = $2 and side = $3 and record_id = any ($4)',
      [kind, profileId, side, [...gone, ...records.map(({ id }) => id)]],
    );
    await tx.copy(
      'matched_records',
      ['kind', 'profile_id', 'side', 'record_id', 'fingerprint'],
      records.map((record) => [kind, profileId, side, record.id, printOf(record)]),
    );
  }
  await tx.db
    .updateTable('matchingStates')
    .set({ matchedAt: now.toISOString() })
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .execute();
}

/** Marks every record as changed, so that the next refresh matches everything anew. */
export async function forgetMatched(tx: Tx, { kind, profileId }: Of): Promise<void> {
  await tx.db.deleteFrom('matchedRecords').where('kind', '=', kind).where('profileId', '=', profileId).execute();
}
