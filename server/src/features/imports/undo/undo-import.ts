import type { ImportBatch, RunKind } from '@khop/contract/runs.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { audit } from '../../../audit/audit.ts';
import { nameToday } from '../../../db/migrations/squashed.ts';
import { workLonger } from '../../../db/patience.ts';
import { withoutNestedLoops } from '../../../db/staging.ts';
import type { Call } from '../../../http/call.ts';
import { found, Refusal } from '../../../refusal.ts';
import { presentImport } from '../present.ts';
import type { ImportPayload, ImportTarget, UndoneImport } from '../target.ts';
import { currentSchema, type UndoCounts } from './keep-changes.ts';
import { putBack } from './put-back.ts';
import { takeTurn } from './take-turn.ts';

/**
 * Takes an import back: every row is as it was before it (decision 0030). Refused with IMPORT_IN_USE, with all reasons,
 * when later work builds on it; then nothing changes. Asked again for an import that is undone, it answers that import.
 */
export function undoImport(
  { params, user, commit, context, requestId }: Call<'undoImport'>,
  targets: Targets,
): Promise<ImportBatch> {
  return commit(async (tx) => {
    await workLonger(tx.client);
    const row = found(
      await tx.db.selectFrom('importBatches').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst(),
      'Không tìm thấy lần tải lên này.',
    );
    if (row.undoneAt !== null) return presentImport(row);
    const run = await tx.db
      .selectFrom('runs')
      .select(['kind', 'scope', 'payload'])
      .where('id', '=', row.runId)
      .executeTakeFirstOrThrow();
    const payload = run.payload as ImportPayload;
    const target = targets.find(({ name }) => name === payload.target);
    if (!target || row.undo === null)
      throw inUse([
        'Dữ liệu trước lần tải này không còn được giữ. Chỉ hoàn tác được các lần tải trong 30 ngày gần nhất.',
      ]);
    if (nameToday(row.undoSchema ?? '') !== (await currentSchema(tx)))
      throw inUse(['Khớp đã được nâng cấp sau lần tải này nên không trả lại dữ liệu cũ được.']);
    const undone: UndoneImport = {
      importId: row.id,
      profileId: row.profileId ?? '',
      createdAt: row.createdAt,
      payload,
      counts: row.undo as UndoCounts,
      told: { by: user.email, at: context.now(), requestId },
    };
    await takeTurn(tx, run.kind as RunKind, run.scope);
    const reasons = await (target.reasonsToKeep?.(tx, undone) ?? []);
    if (reasons.length > 0) throw inUse(reasons);
    const moved = await withoutNestedLoops(tx, () => putBack(tx, row.id));
    if (moved !== undefined) throw inUse([moved]);
    await target.afterUndo?.(tx, undone);
    const after = await tx.db
      .updateTable('importBatches')
      .set({ undoneAt: context.now().toISOString(), undoneBy: user.email })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx.client.query('delete from import_changes where import_id = $1', [row.id]);
    const { removes, restores, returns } = undone.counts;
    await audit(tx, {
      actor: user.email,
      action: 'import.undo',
      entity: 'import',
      entityId: row.id,
      summary: `Hoàn tác lần tải tệp ${row.fileName}: bỏ ${formatVnd(removes)} bản ghi, trả ${formatVnd(restores)} bản ghi về như trước, lấy lại ${formatVnd(returns)} bản ghi đã bỏ`,
      before: { createdAt: row.createdAt, createdBy: row.createdBy, sha256: row.sha256 },
      after: { profileId: row.profileId, removes, restores, returns },
      requestId,
    });
    return presentImport(after);
  });
}

type Targets = readonly ImportTarget[];

const inUse = (reasons: readonly string[]): Refusal =>
  new Refusal('IMPORT_IN_USE', `Không hoàn tác được lần tải này. ${reasons.join(' ')}`, { reasons });
