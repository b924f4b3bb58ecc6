import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { formatVnd, sumVnd } from '@khop/engine/money.ts';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ImportBatch, ImportWarning } from '../../imports/target.ts';
import { readLedgerBack } from '../load/ledger-read-back.ts';
import type { PeriodRow } from '../period-rows.ts';
import { readBackSettled } from './read-back.ts';

/**
 * Gives our exported invoices the numbers that the ledger just loaded shows, in the transaction of its import: numbers are
 * facts, and wait for no regeneration. What the ledger says to be cancelled or replaced sets sales free or hands them on, which
 * is a matter of the plan: that is only told. @returns what the report of the import says of it; nothing when nothing has left.
 */
export async function readBackAtOnce(tx: Tx, batch: ImportBatch, period: PeriodRow): Promise<ImportWarning[]> {
  const { profileId } = batch;
  const { left, settled } = await readLedgerBack(tx.db, period.id, profileId);
  if (left.length === 0) return [];
  const live = settled.filter(({ status }) => HOLDING.has(status));
  await readBackSettled(tx, period.id, live, (code) => code);

  const numbered = live.filter(({ invoiceNumber }) => invoiceNumber !== '');
  const shown = new Set(settled.map(({ key }) => key));
  const unseen = left.filter(({ key, status }) => HOLDING.has(status) && !shown.has(key));
  const off = live.filter(({ status, difference }) => status !== 'adjusted' && difference !== 0);
  const gone = settled.length - live.length;
  const parts = [
    `${numbered.length} nhận số`,
    `${unseen.length} chưa thấy`,
    ...(off.length > 0
      ? [`${off.length} lệch ${formatVnd(sumVnd(off.map(({ difference }) => Math.abs(difference))))} đ`]
      : []),
    ...(gone > 0 ? [`${gone} bị hủy hoặc thay thế (sinh lại để xử lý phần bán của chúng)`] : []),
  ];
  const message = `Hóa đơn của Khớp trên sổ này: ${parts.join(', ')}.`;
  await audit(tx, {
    actor: batch.createdBy,
    action: 'period.read-back',
    entity: 'period',
    entityId: period.id,
    summary: `Nhận lại hóa đơn từ sổ bán hàng AMIS của kỳ ${period.name}: ${parts.join(', ')}`,
    after: { profileId, numbered: numbered.length, unseen: unseen.length, differing: off.length, gone },
  });
  return [{ code: 'AMIS_READ_BACK', message }];
}
