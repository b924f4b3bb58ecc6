import { addDays } from '@khop/engine/day.ts';
import type { Finding } from '@khop/engine/invoice-issuance/findings/finding.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { firstNamed } from '@khop/engine/text/first-named.ts';

/** Profiles that a finding names; of more it says how many. */
const NAMED = 5;

/**
 * After a restore nothing is known of invoices that left after the backup: they are drafts, or sales without one, and would leave once more.
 * Only a sales ledger that was made since shows them. Nothing of a period that began later can have left before.
 */
export function restoredFinding(
  { period, profiles }: Pick<IssuanceInput, 'period' | 'profiles'>,
  restoredAt: string | undefined,
): Finding | undefined {
  // In Vietnam the day may be the next one already.
  if (restoredAt === undefined || period.fromDate > addDays(restoredAt.slice(0, 10), 1)) return undefined;
  const before = profiles.filter(({ moments }) => !(moments?.ledger !== undefined && moments.ledger > restoredAt));
  if (before.length === 0) return undefined;
  const named = firstNamed(
    before.map(({ terms }) => `«${terms.code}»`),
    NAMED,
    'hồ sơ',
  );
  return {
    code: 'RESTORED_FROM_BACKUP',
    severity: 'block',
    message: `Dữ liệu được khôi phục từ bản sao lưu, mà sổ bán hàng AMIS của ${named} có trước lúc khôi phục hoặc chưa nạp: hóa đơn đã giao sau lúc sao lưu có thể bị lập lần hai.`,
    remedy:
      'Tệp đã xuất sau lúc sao lưu: nhập hết vào AMIS hoặc bỏ hẳn. Rồi xuất lại sổ chi tiết bán hàng và tồn kho từ AMIS, nạp vào kỳ và sinh lại.',
    count: 1,
  };
}
