import type { Clause } from '@khop/contract/clauses.ts';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import { pageOf } from '../../db/list.ts';
import type { AuditEvents, DB, Users } from '../../db/schema.generated.ts';
import { idsIn, namesOf } from './audit-names.ts';

type Event = Selectable<AuditEvents>;

export const presentUser = (row: Selectable<Users>) => ({
  id: row.id,
  uid: row.uid,
  email: row.email,
  displayName: row.displayName,
  avatarUrl: row.avatarUrl,
  isAdmin: row.isAdmin,
  lastSeenAt: row.lastSeenAt,
  createdAt: row.createdAt,
  version: row.version,
});

const COLUMNS = {
  actor: 'actor',
  summary: 'summary',
  entity: 'entity',
  action: 'action',
  entityId: 'entityId',
  requestId: 'requestId',
};
const SORTING = { sorts: { at: 'at' }, columns: COLUMNS, fallback: '-at', tie: 'id' };

export async function auditPage(
  context: Context,
  rows: SelectQueryBuilder<DB, 'auditEvents', object>,
  query: { limit: number; offset: number; sort?: string | undefined; where?: readonly Clause[] | undefined },
) {
  const page = await pageOf(rows, query, SORTING, (row: Event) => ({
    ...row,
    before: row.before ?? null,
    after: row.after ?? null,
  }));
  const ids = page.items.map(({ entityId, before, after }) => idsIn([entityId, before, after]));
  const names = await namesOf(context, [...new Set(ids.flat())]);
  const named = (own: readonly string[]) =>
    Object.fromEntries(own.flatMap((id) => (names.has(id) ? [[id, names.get(id)!]] : [])));
  return { ...page, items: page.items.map((event, at) => ({ ...event, names: named(ids[at]!) })) };
}
