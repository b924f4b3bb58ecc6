import { EXCLUSION_NAMES } from '@khop/engine/invoice-issuance/ledger/line-places.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { audit } from '../../../audit/audit.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, noteInputChange } from '../period-rows.ts';
import { ledgerLines } from './ledger-lines.ts';

/** Leaves ledger lines out for one of the closed list's reasons, or takes them back in. Seen at the next generation. */
export function setLineExclusion({ params, body, user, commit, requestId }: Call<'setLineExclusion'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (!periodCan.exclude(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không loại dòng được.');
    if (body.reason && !body.note?.trim())
      throw new Refusal('REASON_REQUIRED', 'Cần ghi rõ vì sao loại các dòng này, để lưu vào nhật ký.');
    const keys = (await ledgerLines(tx, period.id, body.sourceKeys)).map(({ sourceKey }) => sourceKey);
    const before = await tx.db
      .selectFrom('periodExclusions')
      .selectAll()
      .where('periodId', '=', period.id)
      .where('sourceKey', 'in', keys)
      .orderBy('sourceKey')
      .execute();
    // Nothing to take back in: no edit, so no preview or plan grows old by it.
    if (!body.reason && before.length === 0) return { updated: 0 };
    await tx.db
      .deleteFrom('periodExclusions')
      .where('periodId', '=', period.id)
      .where('sourceKey', 'in', keys)
      .execute();
    const { reason } = body;
    if (reason) {
      await tx.db
        .insertInto('periodExclusions')
        .values(
          keys.map((sourceKey) => ({
            periodId: period.id,
            sourceKey,
            reason,
            note: body.note?.trim() ?? '',
            createdBy: user.email,
          })),
        )
        .execute();
    }
    await noteInputChange(tx, period.id);
    await audit(tx, {
      actor: user.email,
      action: reason ? 'period.exclude-lines' : 'period.include-lines',
      entity: 'period',
      entityId: period.id,
      summary: reason
        ? `Loại ${formatVnd(keys.length)} dòng sổ khỏi kỳ ${period.name} (${EXCLUSION_NAMES[reason]}): ${body.note}`
        : `Đưa ${formatVnd(keys.length)} dòng sổ trở lại kỳ ${period.name}`,
      before,
      after: { sourceKeys: keys, reason, note: body.note },
      requestId,
    });
    return { updated: keys.length };
  });
}
