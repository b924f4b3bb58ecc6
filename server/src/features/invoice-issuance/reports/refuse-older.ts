import { timeOf } from '@khop/engine/invoice-issuance/stock/moments.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { ImportBatch } from '../../imports/target.ts';
import type { ReportMoment } from './report-moment.ts';

/** People state a moment to the minute. */
const toMinute = (instant: string): string => instant.slice(0, 16);

/**
 * Refuses a ledger that was made before the one in force and lacks vouchers of it: these sales would be forgotten, and invoiced a
 * second time. The same file with another moment lacks nothing, and what AMIS has deleted since is lacking in a later ledger.
 */
export async function refuseOlderLedger(
  tx: Tx,
  { runId, payload, profileId }: Pick<ImportBatch, 'runId' | 'payload' | 'profileId'>,
  { madeAt }: Pick<ReportMoment, 'madeAt'>,
): Promise<void> {
  const periodId = payload.options.periodId ?? '';
  const inForce = await tx.db
    .selectFrom('periodLoads')
    .select('madeAt')
    .where('periodId', '=', periodId)
    .where('profileId', '=', profileId)
    .where('kind', '=', 'sales_ledger')
    .executeTakeFirst();
  if (!inForce || toMinute(inForce.madeAt) <= toMinute(madeAt)) return;
  const { rows } = await sql<{ vouchers: number; first: string | null }>`
    select count(distinct t.voucher_number)::int as vouchers, min(t.voucher_number) as first
    from period_amis_sales t where t.period_id = ${periodId} and t.profile_id = ${profileId}
      and lower(t.voucher_number) not in (
        select lower(s.data ->> 'voucher_number') from staged_rows s
        where s.run_id = ${runId} and s.data ->> 'voucher_number' is not null)`.execute(tx.db);
  const { vouchers, first } = rows[0]!;
  if (vouchers === 0) return;
  throw new Refusal(
    'REPORT_OLDER',
    `Sổ bán hàng này xuất lúc ${timeOf(madeAt)}, trước sổ đang dùng (${timeOf(inForce.madeAt)}), và thiếu ${formatVnd(vouchers)} chứng từ của sổ ấy, ví dụ «${first}»: những lần bán đó sẽ bị lập hóa đơn lần hai. Hãy xuất lại «Sổ chi tiết bán hàng» từ AMIS. Nếu tệp này thật mới hơn thì ghi đúng «Thời điểm xuất báo cáo» khi tải lên.`,
  );
}
