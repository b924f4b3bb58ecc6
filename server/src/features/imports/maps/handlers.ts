import { layoutOf } from '@khop/engine/sheets/layouts/layouts.ts';
import { faultsOfMap } from '@khop/engine/sheets/mapping/faults.ts';
import { refuseFaults } from '@khop/engine/sheets/mapping/mapped-header.ts';
import { type Selectable, sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import { pageOf } from '../../../db/list.ts';
import type { FileMaps } from '../../../db/schema.generated.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Handlers } from '../../../http/call.ts';
import { found, Refusal, refuseStale } from '../../../refusal.ts';
import { importByMap, previewOfRun, tryMap } from './map-file.ts';
import { auditMap, mapOf } from './remembered.ts';

const present = ({ headerKey: _, map, ...row }: Selectable<FileMaps>) => {
  const { columns, headers, ...rest } = mapOf(map);
  const lists = { columns: columns.map((column) => ({ ...column })), ...(headers && { headers: [...headers] }) };
  return { ...row, title: layoutOf(row.layout).title, map: { ...rest, ...lists } };
};

const lockMap = async (tx: Tx, id: string): Promise<Selectable<FileMaps>> =>
  found(
    await tx.db.selectFrom('fileMaps').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Không tìm thấy cách đọc này. Có thể nó đã bị bỏ.',
  );

export const fileMapHandlers = {
  previewFileMap: async (call) => previewOfRun(call),
  tryFileMap: async (call) => tryMap(call),
  importByFileMap: async (call) => importByMap(call),

  listFileMaps: async ({ context, query }) => {
    let rows = context.db.selectFrom('fileMaps');
    if (query.layout) rows = rows.where('layout', '=', query.layout);
    if (query.profileId) rows = rows.where('profileId', '=', query.profileId);
    for (const pattern of searchPatterns(query.q)) rows = rows.where(folded(sql.ref('name')), 'like', pattern);
    const sorts = { name: 'vi:name', updatedAt: 'updatedAt' };
    return pageOf(rows, query, { sorts, fallback: 'name', tie: 'id' }, present);
  },

  updateFileMap: async ({ params, body, commit, user, requestId }) =>
    commit(async (tx) => {
      const before = await lockMap(tx, params.id);
      if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, present(before));
      const map = body.columns ? { ...mapOf(before.map), columns: body.columns } : mapOf(before.map);
      refuseFaults(faultsOfMap(map));
      const after = await tx.db
        .updateTable('fileMaps')
        .set((eb) => ({
          name: body.name ?? before.name,
          map: toJson(map),
          version: eb('version', '+', 1),
          updatedAt: sql<string>`now()`,
        }))
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await auditMap(tx, { before, after }, { email: user.email, requestId });
      return present(after);
    }),

  deleteFileMap: async ({ params, query, commit, user, requestId }) =>
    commit(async (tx) => {
      const before = await lockMap(tx, params.id);
      refuseStale(present(before), query.version);
      await tx.db.deleteFrom('fileMaps').where('id', '=', before.id).execute();
      await auditMap(tx, { before }, { email: user.email, requestId });
      return undefined;
    }),
} satisfies Handlers;
