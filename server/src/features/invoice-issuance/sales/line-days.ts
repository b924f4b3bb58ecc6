import { type DayFacts, statedFacts } from '@khop/engine/bravo/day-facts.ts';
import type { SalesLineKind } from '@khop/engine/bravo/sales-line.ts';
import { type Day, formatDay } from '@khop/engine/day.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { audit } from '../../../audit/audit.ts';
import { todayOf } from '../../../db/clock/today.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, noteInputChange } from '../period-rows.ts';
import { ledgerLines } from './ledger-lines.ts';

/**
 * States the facts of lines that give their invoice a day of its own, beside the ledger and with the evidence; or takes back
 * what was stated, so that the ledger's own hold. Seen at the next generation (docs/decisions/0049).
 */
export function setLineDays({ params, body, user, commit, requestId }: Call<'setLineDays'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (!periodCan.exclude(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không ghi ngày của dòng được.');
    const rows = await ledgerLines(tx, period.id, body.sourceKeys);
    const keys = rows.map(({ sourceKey }) => sourceKey);
    const { facts } = body;
    const evidence = body.evidence?.trim() ?? '';
    if (facts) {
      if (evidence === '')
        throw new Refusal(
          'REASON_REQUIRED',
          'Cần ghi bằng chứng của ngày: tờ khai, biên bản hoặc chứng từ, với số và ngày.',
        );
      for (const { kind, itemCode, dayFacts } of rows)
        refuseUnfit(facts, { kind: kind as SalesLineKind, itemCode, known: dayFacts as DayFacts | null });
      refuseLater(facts, await todayOf(tx.db));
    }
    const before = await tx.db
      .selectFrom('periodLineDays')
      .selectAll()
      .where('periodId', '=', period.id)
      .where('sourceKey', 'in', keys)
      .orderBy('sourceKey')
      .execute();
    // Nothing to take back: no edit, so no preview or plan grows old by it.
    if (!facts && before.length === 0) return { updated: 0 };
    await tx.db.deleteFrom('periodLineDays').where('periodId', '=', period.id).where('sourceKey', 'in', keys).execute();
    if (facts) {
      const stated = { facts: JSON.stringify(statedFacts(facts)), evidence, createdBy: user.email };
      await tx.db
        .insertInto('periodLineDays')
        .values(keys.map((sourceKey) => ({ periodId: period.id, sourceKey, ...stated })))
        .execute();
    }
    await noteInputChange(tx, period.id);
    const of = `${keys.length} dòng của chứng từ ${[...new Set(rows.map(({ docNo }) => docNo))].slice(0, 5).join(', ')}`;
    await audit(tx, {
      actor: user.email,
      action: facts ? 'period.state-days' : 'period.take-back-days',
      entity: 'period',
      entityId: period.id,
      summary: facts ? `Ghi ngày theo luật cho ${of}: ${evidence}` : `Bỏ ngày theo luật đã ghi cho ${of}`,
      before,
      after: { sourceKeys: keys, facts, evidence },
      requestId,
    });
    return { updated: keys.length };
  });
}

const OF_SERVICES = ['completedOn', 'paidOn', 'trade', 'reconciledOn', 'agreedUntil'] as const;
const OF_GOODS = ['isExport', 'clearedOn'] as const;

/** A fact that the law does not ask of such a line would be kept and change nothing: better to say so. */
function refuseUnfit(
  facts: DayFacts,
  {
    kind,
    itemCode,
    known,
  }: { readonly kind: SalesLineKind; readonly itemCode: string; readonly known: DayFacts | null },
): void {
  const refuse = (why: string): never => {
    throw new Refusal('VALIDATION', `Dòng «${itemCode}»: ${why}`);
  };
  if (!statedFacts(facts)) refuse('chưa ghi việc nào có ngày.');
  if (kind === 'discount') refuse('chiết khấu đi theo hàng của nó, không có ngày riêng.');
  if (facts.isOrdinary) {
    if (!known) refuse('sổ không ghi việc nào để bỏ: dòng đã theo ngày chứng từ.');
    if (Object.keys(statedFacts(facts) ?? {}).length > 1)
      refuse('đã nói là bán thường thì không ghi thêm việc có ngày nào.');
    return;
  }
  const isService = kind === 'service';
  if ((isService ? OF_GOODS : OF_SERVICES).some((field) => facts[field]))
    refuse(
      isService
        ? 'dịch vụ theo ngày hoàn thành, thu tiền hoặc đối soát, không theo ngày thông quan.'
        : 'hàng hóa chỉ có ngày riêng khi xuất khẩu; thu tiền và đối soát không đổi ngày hóa đơn của hàng hóa.',
    );
  if (facts.clearedOn && !facts.isExport) refuse('ngày thông quan chỉ của hàng xuất khẩu.');
  if ((facts.reconciledOn || facts.agreedUntil) && !facts.trade) refuse('ngày đối soát cần tên ngành.');
}

/** A person states what has happened. */
function refuseLater(facts: DayFacts, today: Day): void {
  for (const field of ['completedOn', 'paidOn', 'clearedOn', 'reconciledOn'] as const) {
    const stated = facts[field];
    if (stated !== undefined && stated > today)
      throw new Refusal(
        'VALIDATION',
        `Ngày ${formatDay(stated)} ở sau hôm nay ${formatDay(today)}: chỉ ghi việc đã xảy ra.`,
      );
  }
}
