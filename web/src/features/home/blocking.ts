import type { OutputOf } from '../../api/operations.ts';

export type Problem = OutputOf<'getPeriodPreflight'>['problems'][number];

/** What «Kiểm tra kỳ» holds against an action, for some profiles or all. */
export const blocking = (
  problems: readonly Problem[],
  action: 'generation' | 'export',
  profileIds?: readonly string[],
): Problem[] =>
  problems.filter(
    ({ stops, profileId }) => stops === action && (!profileIds || profileId === null || profileIds.includes(profileId)),
  );

/** Whether this person may go on: nothing blocks, or an admin gives a reason and no law is touched. */
export function mayGoOn(problems: readonly Problem[], admin: boolean, reason: string): boolean {
  if (problems.length === 0) return true;
  return admin && problems.every((one) => one.canOverride) && reason.trim() !== '';
}
