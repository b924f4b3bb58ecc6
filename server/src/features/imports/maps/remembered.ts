import { createHash } from 'node:crypto';
import { foldHeader } from '@khop/engine/sheets/fold-header.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RememberedMap } from '../../../adapters/workbook/choose-sheet.ts';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import type { FileMaps } from '../../../db/schema.generated.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';

/** Maps that are tried on a file: the latest ones of its place. */
const MOST_TRIED = 30;

export type MapPlace = { readonly layout?: string; readonly profileId?: string | null };

/** The remembered maps of a place, the latest ones first; of all places where none is said. */
export async function rememberedMaps(db: Database, place: MapPlace): Promise<RememberedMap[]> {
  let rows = db.selectFrom('fileMaps').select(['id', 'name', 'map']);
  if (place.layout !== undefined) rows = rows.where('layout', '=', place.layout);
  if (place.profileId !== undefined) rows = rows.where('profileId', 'is not distinct from', place.profileId);
  const found = await rows.orderBy('updatedAt', 'desc').orderBy('id').limit(MOST_TRIED).execute();
  return found.map(({ id, name, map }) => ({ id, name, map: mapOf(map) }));
}

// Only maps that were checked are written.
export const mapOf = (map: unknown): ColumnMap => map as ColumnMap;

/** The same for the same headers, in whatever order. */
const headerKey = ({ headers = [] }: ColumnMap): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.map(foldHeader).toSorted()))
    .digest('hex');

type Remembering = { readonly map: ColumnMap; readonly profileId: string | null; readonly name: string };

/** Remembers a map; one of the same headers in the same place gives way. Answers its id. */
export async function remember(
  tx: Tx,
  { map, profileId, name }: Remembering,
  by: { readonly email: string; readonly requestId: string },
): Promise<string> {
  const key = { layout: map.layout, headerKey: headerKey(map) };
  const said = { name, map: toJson(map) };
  // First the row of its own: two people may remember the same headers at the same moment, and the second then changes the first's.
  const made = await tx.db
    .insertInto('fileMaps')
    .values({ id: newId(), profileId, ...key, ...said, createdBy: by.email })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) {
    await auditMap(tx, { after: made }, by);
    return made.id;
  }
  const before = await tx.db
    .selectFrom('fileMaps')
    .selectAll()
    .where('layout', '=', key.layout)
    .where('headerKey', '=', key.headerKey)
    .where('profileId', 'is not distinct from', profileId)
    .forUpdate()
    .executeTakeFirst();
  // Removed in that instant.
  if (!before) return remember(tx, { map, profileId, name }, by);
  const after = await tx.db
    .updateTable('fileMaps')
    .set((eb) => ({ ...said, version: eb('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditMap(tx, { before, after }, by);
  return after.id;
}

type Change = { readonly before?: Selectable<FileMaps> | undefined; readonly after?: Selectable<FileMaps> | undefined };

/** Notes who remembered, changed or removed a map. */
export async function auditMap(
  tx: Tx,
  { before, after }: Change,
  { email, requestId }: { readonly email: string; readonly requestId: string },
): Promise<void> {
  const verb = before && after ? 'update' : after ? 'create' : 'delete';
  const words = { create: 'Ghi nhớ', update: 'Sửa', delete: 'Bỏ' }[verb];
  const seen = (row: Selectable<FileMaps> | undefined) => row && { name: row.name, map: row.map };
  await audit(tx, {
    ...{ actor: email, action: `file-map.${verb}`, entity: 'file-map', requestId },
    // One of the two is there.
    entityId: (after ?? before)!.id,
    summary: `${words} cách đọc tệp «${(after ?? before)!.name}»`,
    before: seen(before),
    after: seen(after),
  });
}
