import type { OutputOf } from '../../../api/operations.ts';

export type Problem = OutputOf<'getPeriodPreflight'>['problems'][number];

/** The findings of «Kiểm tra kỳ» that stop an action, for some profiles or all. */
export const blocking = (
  problems: readonly Problem[],
  action: 'generation' | 'export',
  profileIds?: readonly string[],
): Problem[] =>
  problems.filter(
    ({ stops, profileId }) => stops === action && (!profileIds || profileId === null || profileIds.includes(profileId)),
  );

/**
 * Findings that the law or closed books ask for. Other findings that cannot be passed over only make no sense to pass
 * over.
 */
const OF_LAW: ReadonlySet<string> = new Set([
  'SELLER_INCOMPLETE',
  'SELLER_TAX_CODE',
  'INVOICE_SYMBOL',
  'PROFILE_LOCKED',
  'DRAFT_ISSUER_STOPPED',
  'NEGATIVE_INVOICE',
  'KEPT_INVOICE_WITHOUT_STOCK',
  'KEPT_DRAFT_OUTDATED',
]);

/** The way out of findings that block, in words. */
export function wayOut(problems: readonly Problem[]): string {
  if (problems.every((one) => one.canOverride)) return 'Hãy xử lý, hoặc quản trị viên ghi lý do rồi tiếp tục.';
  const firm = problems.filter((one) => !one.canOverride);
  const isLaw = firm.every((one) => OF_LAW.has(one.code));
  return `${isLaw ? 'Đây là điều luật định: phải' : 'Phải'} xử lý trước, không ai bỏ qua được.`;
}

/** True when this person may go on: nothing blocks, or an administrator gives a reason and no law is touched. */
export function mayGoOn(problems: readonly Problem[], admin: boolean, reason: string): boolean {
  if (problems.length === 0) return true;
  return admin && problems.every((one) => one.canOverride) && reason.trim() !== '';
}
