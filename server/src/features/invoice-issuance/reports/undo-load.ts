import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { UndoneImport } from '../../imports/target.ts';
import { reasonOfLaterFile } from '../../imports/undo/reasons.ts';
import { lockPeriod } from '../period-rows.ts';

/**
 * The reasons that keep a report loaded into a period: a later one, the plan made from it, or that the period is
 * closed.
 */
export async function reasonsOfPeriod(tx: Tx, undone: UndoneImport): Promise<readonly string[]> {
  const period = await lockPeriod(tx, undone.payload.options.periodId ?? '');
  const later = await reasonOfLaterFile(tx, undone);
  if (period.status === 'closed') return [`Kỳ «${period.name}» đã đóng. Quản trị viên có thể mở lại kỳ.`, ...later];
  if (later.length > 0) return later;
  const load = await tx.db
    .selectFrom('periodLoads')
    .select('loadedAt')
    .where('importId', '=', undone.importId)
    .executeTakeFirst();
  if (load && period.generatedAt !== null && period.generatedAt >= load.loadedAt)
    return [`Hóa đơn của kỳ «${period.name}» đã được sinh từ tệp này. Hãy tải tệp đúng đè lên rồi sinh lại.`];
  return [];
}

/** Numbers are facts (decision 0018): what a ledger has told of invoices is not forgotten, nor what people decided on it. */
export async function reasonsOfReadBack(tx: Tx, { importId, payload, profileId }: UndoneImport): Promise<string[]> {
  const { rows } = await sql<{ invoices: number; decided: number }>`
    select (select count(*)::int from import_changes where import_id = ${importId} and table_name = 'invoices') as invoices,
      (select count(*)::int from period_reconciliations r join period_loads l
         on l.period_id = r.period_id and l.profile_id = r.profile_id and l.kind = 'sales_ledger'
       where r.period_id = ${payload.options.periodId} and r.profile_id = ${profileId} and r.created_at >= l.loaded_at) as decided`.execute(
    tx.db,
  );
  const { invoices, decided } = rows[0]!;
  return [
    ...(invoices > 0 ? [`${invoices} hóa đơn đã nhận số hoặc trạng thái từ sổ này. Hãy tải sổ đúng đè lên.`] : []),
    ...(decided > 0
      ? [`${decided} bút toán của sổ này đã có người quyết định. Hãy hoàn tác các quyết định đó trước.`]
      : []),
  ];
}

/** The next plan is made from what is loaded now. */
export async function raiseRevision(tx: Tx, { payload }: UndoneImport): Promise<void> {
  await sql`update invoice_periods set input_revision = input_revision + 1 where id = ${payload.options.periodId}`.execute(
    tx.db,
  );
}
