import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { isAfterStockReport, timeOf } from '@khop/engine/invoice-issuance/stock/moments.ts';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { reportMoments } from '../load/ledger-files.ts';
import { salesLedgerOf } from '../load/sales-ledger-rows.ts';
import { lockPeriod, noteInputChange, type PeriodRow } from '../period-rows.ts';

/**
 * A person states that the stock report of a profile contains everything that the sales ledger made after it shows. Seen at the
 * next generation. Refused when the files themselves say otherwise (STOCK_LACKS_ENTRIES), and when the ledger is not the one
 * that the person saw (STALE_VERSION).
 */
export function stateSameMoment({ params, body, user, commit, requestId }: Call<'stateSameMoment'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (!periodCan.load(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không đổi dữ liệu được.');
    const { profileId } = body;
    const moments = (await reportMoments(tx.db, period.id))(profileId);
    const { stock, ledger } = moments;
    if (stock === undefined || ledger === undefined)
      throw new Refusal('NOT_FOUND', 'Kỳ chưa có cả báo cáo tồn kho và sổ bán hàng AMIS của hồ sơ này.');
    if (Date.parse(body.salesLedgerMadeAt) !== Date.parse(ledger))
      throw new Refusal('STALE_VERSION', `Sổ bán hàng đang dùng được lập lúc ${timeOf(ledger)}. Xem lại rồi xác nhận.`);
    if (stock >= ledger) return { stockContainsLedgerAt: ledger };
    await refuseContradicted(tx, period, profileId, moments);
    await tx.db
      .updateTable('periodLoads')
      .set({ containsLedgerAt: ledger })
      .where('periodId', '=', period.id)
      .where('profileId', '=', profileId)
      .where('kind', '=', 'inventory')
      .execute();
    await noteInputChange(tx, period.id);
    const { code } = await tx.db
      .selectFrom('profiles')
      .select('code')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow();
    await audit(tx, {
      actor: user.email,
      action: 'period.state-same-moment',
      entity: 'period',
      entityId: period.id,
      summary: `Xác nhận báo cáo tồn kho của «${code}» (${timeOf(stock)}) đã gồm mọi chứng từ trên sổ bán hàng lúc ${timeOf(ledger)}, kỳ ${period.name}`,
      before: { profileId, stock },
      after: { profileId, stockContainsLedgerAt: ledger },
      requestId,
    });
    return { stockContainsLedgerAt: ledger };
  });
}

/** Refuses a statement that the moments of the files rule out. */
async function refuseContradicted(
  tx: Tx,
  period: PeriodRow,
  profileId: string,
  moments: Parameters<typeof isAfterStockReport>[1],
): Promise<void> {
  const invoices = await tx.db
    .selectFrom('invoices')
    .select('voucherNumber')
    .where('periodId', '=', period.id)
    .where('profileId', '=', profileId)
    .execute();
  const ours = new Set(invoices.map(({ voucherNumber }) => voucherNumber));
  const ledger = await salesLedgerOf(tx.db, period.id, profileId);
  const after = ledger.filter((entry) => isAfterStockReport(entry, moments, ours.has(entry.voucherNumber)));
  const [first] = after;
  if (!first) return;
  const why = ours.has(first.voucherNumber)
    ? 'là hóa đơn Khớp xuất sau báo cáo tồn kho'
    : 'chưa có trên sổ lấy sau báo cáo tồn kho';
  throw new Refusal(
    'STOCK_LACKS_ENTRIES',
    `Báo cáo tồn kho lúc ${timeOf(moments.stock!)} không thể đã gồm ${after.length} dòng trên sổ bán hàng: chứng từ «${first.voucherNumber}» ${why}. Hãy xuất lại «Tổng hợp tồn kho» từ AMIS rồi nạp.`,
    { vouchers: [...new Set(after.map(({ voucherNumber }) => voucherNumber))].slice(0, 20) },
  );
}
