import { formatDay } from '@khop/engine/day.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, noteInputChange } from '../period-rows.ts';

/**
 * Makes drafts again of invoices that were handed over and never arrived: a sales ledger that was made afterwards shows
 * neither their number nor their voucher. The next regeneration dates them anew. All of them or none.
 */
export function takeBackInvoices({ params, body, user, commit, requestId }: Call<'takeBackInvoices'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (!periodCan.editInvoice(period))
      throw new Refusal('INVOICE_STATE', 'Chỉ thu hồi được hóa đơn đã giao của kỳ chưa đóng.');
    const versions = new Map(body.invoices.map(({ id, version }) => [id, version]));
    const rows = await leftInvoices(tx, period.id, [...versions.keys()]);
    if (rows.length < versions.size)
      throw new Refusal('NOT_FOUND', 'Có hóa đơn không còn trong kỳ. Hãy tải lại danh sách.');
    const stale = rows.find(({ id, version }) => versions.get(id) !== version);
    if (stale)
      throw new Refusal(
        'STALE_VERSION',
        `Hóa đơn «${stale.voucherNumber}» đã được người khác sửa. Hãy tải lại rồi thu hồi lại.`,
      );
    for (const row of rows) {
      const why = whyNot(row);
      if (why !== undefined) throw new Refusal('INVOICE_STATE', `Hóa đơn «${row.voucherNumber}» ${why}`);
    }
    await tx.db
      .updateTable('invoices')
      .set((eb) => ({
        ...{ status: 'draft', pinned: false, reviewedBy: null, reviewedAt: null, handedOverAt: null, listSha256: null },
        version: eb('version', '+', 1),
        updatedAt: sql<string>`now()`,
      }))
      .where('id', 'in', [...versions.keys()])
      .execute();
    await noteInputChange(tx, period.id);
    for (const { id, voucherNumber, documentDate } of rows)
      await audit(tx, {
        actor: user.email,
        action: 'invoice.take-back',
        entity: 'invoice',
        entityId: id,
        summary: `Thu hồi hóa đơn ${voucherNumber} (bán ngày ${formatDay(documentDate)}): sổ AMIS xuất sau khi giao không có`,
        after: { reason: body.reason },
        requestId,
      });
    return { changed: rows.length };
  });
}

/** The invoices, locked, each with what the latest sales ledger of its profile says of it. */
const leftInvoices = (tx: Tx, periodId: string, ids: readonly string[]) =>
  tx.db
    .selectFrom('invoices as i')
    .leftJoin('periodLoads as l', (join) =>
      join
        .onRef('l.periodId', '=', 'i.periodId')
        .onRef('l.profileId', '=', 'i.profileId')
        .on('l.kind', '=', 'sales_ledger'),
    )
    .select([
      ...(['i.id', 'i.voucherNumber', 'i.documentDate', 'i.status', 'i.version', 'i.invoiceNumber'] as const),
      sql<boolean>`coalesce(l.made_at > i.handed_over_at, false)`.as('isReadAfter'),
      sql<boolean>`exists (
        select from period_amis_sales s where s.profile_id = i.profile_id and s.voucher_number = i.voucher_number)`.as(
        'isInAmis',
      ),
    ])
    .where('i.periodId', '=', periodId)
    .where('i.id', 'in', ids)
    .orderBy('i.id')
    .forUpdate('i')
    .execute();

/** The reason why an invoice cannot be taken back, to follow its voucher number. */
function whyNot(row: Awaited<ReturnType<typeof leftInvoices>>[number]): string | undefined {
  if (row.status === 'draft') return 'còn là bản nháp, chưa giao AMIS.';
  if (row.status !== 'exported' || row.invoiceNumber !== null)
    return 'đã có số: chỉ điều chỉnh hoặc thay thế trong AMIS.';
  if (!row.isReadAfter)
    return 'chưa biết AMIS đã nhận hay chưa. Hãy nạp sổ bán hàng AMIS xuất sau lúc giao, rồi thu hồi. AMIS chưa có gì mới nên tệp y hệt lần trước thì ghi «Thời điểm xuất báo cáo» khi tải lên.';
  if (row.isInAmis) return 'đã có chứng từ trong sổ AMIS. Hãy xóa chứng từ ấy trong AMIS và nạp lại sổ, rồi thu hồi.';
  return undefined;
}
