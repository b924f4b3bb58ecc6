import { audit } from '../../audit/audit.ts';
import { pageOf } from '../../db/list.ts';
import type { Handlers } from '../../http/call.ts';
import { presentRun } from '../../jobs/runs.ts';
import { found, Refusal } from '../../refusal.ts';
import { differencesWorkbook, listDifferences } from '../imports/differences/list-differences.ts';
import { importErrors } from '../imports/error-workbook.ts';
import { presentImport } from '../imports/present.ts';
import { recogniseFile } from '../imports/recognise.ts';
import { streamRunEvents } from './events.ts';

export const runHandlers = {
  listRuns: async ({ context, query, user }) => {
    let rows = context.db.selectFrom('runs');
    if (query.kind?.length) rows = rows.where('kind', 'in', query.kind);
    if (query.status?.length) rows = rows.where('status', 'in', query.status);
    if (query.scope) rows = rows.where('scope', '=', query.scope);
    if (query.mine || !user.isAdmin) rows = rows.where('createdBy', '=', user.email);
    const sorts = { createdAt: 'createdAt', kind: 'kind', status: 'status' } as const;
    const now = context.now();
    return pageOf(
      rows,
      query,
      { sorts, columns: { createdBy: 'createdBy', scope: 'scope' }, fallback: '-createdAt', tie: 'id' },
      (row) => presentRun(row, now),
    );
  },

  getRun: async ({ context, params }) => {
    const row = await context.db.selectFrom('runs').selectAll().where('id', '=', params.id).executeTakeFirst();
    return presentRun(found(row, 'Không tìm thấy lượt chạy này.'), context.now());
  },

  streamRun: streamRunEvents,

  listRunDifferences: async ({ context, params, query }) => listDifferences(context.db, params.id, query),

  getRunDifferencesWorkbook: async ({ context, params }) => differencesWorkbook(context, params.id),

  cancelRun: async ({ context, params, commit, user, requestId }) =>
    commit(async (tx) => {
      const row = found(
        await tx.db.selectFrom('runs').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst(),
        'Không tìm thấy lượt chạy này.',
      );
      if (row.createdBy !== user.email && !user.isAdmin)
        throw new Refusal('ADMIN_ONLY', `Chỉ ${row.createdBy} hoặc quản trị viên được dừng tác vụ này.`);
      if (row.finishedAt !== null) throw new Refusal('RUN_FINISHED');
      // A queued run ends here; a running one ends itself at its next step.
      const now = context.now().toISOString();
      const updated = await tx.db
        .updateTable('runs')
        .set((eb) => ({
          cancelRequested: true,
          revision: eb('revision', '+', 1),
          ...(row.status === 'queued' && { status: 'cancelled', finishedAt: now, message: 'Đã hủy theo yêu cầu.' }),
        }))
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, {
        ...{ actor: user.email, action: 'run.cancel', entity: 'run', entityId: row.id, requestId },
        summary: `Dừng tác vụ của ${row.createdBy}`,
        after: { kind: row.kind, scope: row.scope, status: row.status },
      });
      return presentRun(updated, context.now());
    }),

  listImports: async ({ context, query }) => {
    let rows = context.db.selectFrom('importBatches');
    if (query.profileId) rows = rows.where('profileId', '=', query.profileId);
    if (query.layout) rows = rows.where('layout', '=', query.layout);
    return pageOf(rows, query, { sorts: { createdAt: 'createdAt' }, fallback: '-createdAt', tie: 'id' }, presentImport);
  },

  getImport: async ({ context, params }) =>
    presentImport(
      found(await context.db.selectFrom('importBatches').selectAll().where('id', '=', params.id).executeTakeFirst()),
    ),

  recogniseFile: async ({ context, file, body }) => recogniseFile(context, file, body.path ?? ''),

  getImportErrors: async ({ context, params }) => importErrors(context, params.id),
} satisfies Handlers;
