import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, noteInputChange } from '../period-rows.ts';

/**
 * Marks drafts as reviewed, or takes the mark away: who and when is kept. A reviewed invoice is pinned, so a regeneration leaves
 * it as it is; without the mark it is free again, unless a person has chosen its buyer. All of them or none.
 */
export function reviewInvoices({ params, body, user, context, commit, requestId }: Call<'reviewInvoices'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (!periodCan.editInvoice(period))
      throw new Refusal('INVOICE_STATE', 'Chỉ đánh dấu đã soát được hóa đơn nháp của kỳ chưa đóng.');
    const versions = new Map(body.invoices.map(({ id, version }) => [id, version]));
    const rows = await tx.db
      .selectFrom('invoices')
      .select(['id', 'voucherNumber', 'status', 'version', 'reviewedAt', 'reviewedBy'])
      .where('periodId', '=', period.id)
      .where('id', 'in', [...versions.keys()])
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length < versions.size)
      throw new Refusal(
        'NOT_FOUND',
        'Có hóa đơn không còn trong kỳ. Có thể kỳ đã được sinh lại: hãy tải lại danh sách.',
      );
    const left = rows.filter(({ status }) => status !== 'draft');
    if (left.length > 0)
      throw new Refusal(
        'INVOICE_STATE',
        `Chỉ đánh dấu đã soát được hóa đơn nháp: ${left.length} hóa đơn đã xuất, như «${left[0]!.voucherNumber}».`,
      );
    const stale = rows.find(({ id, version }) => versions.get(id) !== version);
    if (stale)
      throw new Refusal(
        'STALE_VERSION',
        `Hóa đơn «${stale.voucherNumber}» đã được người khác sửa. Hãy tải lại rồi soát lại.`,
      );
    const changing = rows.filter(({ reviewedAt }) => (reviewedAt !== null) !== body.reviewed);
    if (changing.length === 0) return { changed: 0 };
    const ids = changing.map(({ id }) => id);
    const mark = body.reviewed
      ? { pinned: true, reviewedBy: user.email, reviewedAt: context.now().toISOString() }
      : { pinned: sql<boolean>`buyer_source = 'chosen'`, reviewedBy: null, reviewedAt: null };
    await tx.db
      .updateTable('invoices')
      .set((eb) => ({ ...mark, version: eb('version', '+', 1), updatedAt: sql<string>`now()` }))
      .where('id', 'in', ids)
      .execute();
    await noteInputChange(tx, period.id);
    for (const { id, voucherNumber, reviewedBy } of changing)
      await audit(tx, {
        actor: user.email,
        action: body.reviewed ? 'invoice.review' : 'invoice.unreview',
        entity: 'invoice',
        entityId: id,
        summary: body.reviewed
          ? `Đã soát hóa đơn ${voucherNumber}`
          : `Bỏ dấu đã soát của hóa đơn ${voucherNumber}, do ${reviewedBy} soát`,
        requestId,
      });
    return { changed: changing.length };
  });
}
