import type { Selectable, SelectQueryBuilder } from 'kysely';
import { pageOf } from '../../db/list.ts';
import type { AuditEvents, DB, Users } from '../../db/schema.generated.ts';

export const presentUser = (row: Selectable<Users>) => ({
  id: row.id,
  uid: row.uid,
  email: row.email,
  displayName: row.displayName,
  avatarUrl: row.avatarUrl,
  isAdmin: row.isAdmin,
  isDisabled: row.isDisabled,
  lastSeenAt: row.lastSeenAt,
  createdAt: row.createdAt,
  version: row.version,
});

export const auditPage = (
  rows: SelectQueryBuilder<DB, 'auditEvents', object>,
  query: { limit: number; offset: number; sort?: string | undefined },
) =>
  pageOf(rows, query, { sorts: { at: 'at' }, fallback: '-at', tie: 'id' }, (row: Selectable<AuditEvents>) => ({
    ...row,
    before: row.before ?? null,
    after: row.after ?? null,
  }));
