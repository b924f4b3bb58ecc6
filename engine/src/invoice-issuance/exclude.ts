import { type OpenLine, takeRest } from './open-lines.ts';
import type { ExclusionReason, IssuanceInput, IssuancePlan } from './types.ts';

const NOTES: Readonly<Record<'cancelled' | 'internal', string>> = {
  cancelled: 'Chứng từ đã hủy ở Bravo',
  internal: 'Khách là đơn vị nội bộ của nhóm công ty',
};

/**
 * Takes out what is not to be invoiced: the recorded decisions, cancelled documents and the group's own entities. The list
 * of reasons is closed; nothing is ever excluded because it does not fit.
 */
export function excludeLines(
  input: Pick<IssuanceInput, 'exclusions' | 'period'>,
  open: ReadonlyMap<string, OpenLine>,
): IssuancePlan['excluded'] {
  const decided = new Map(input.exclusions.map((exclusion) => [exclusion.line, exclusion]));
  const cancelled = new Set(input.period.rules.cancelledDocStatuses);
  const internal = new Set(input.period.rules.internalPartnerCodes);
  const excluded: IssuancePlan['excluded'][number][] = [];
  for (const line of open.values()) {
    const decision = decided.get(line.line.id);
    let reason: ExclusionReason | undefined = decision?.reason;
    if (!reason && cancelled.has(line.line.docStatus)) reason = 'cancelled';
    if (!reason && internal.has(line.line.partnerCode)) reason = 'internal';
    if (!reason) continue;
    const note = decision?.note ?? (reason === 'not_a_sale' ? '' : NOTES[reason]);
    const { amount, vatAmount } = takeRest(line);
    excluded.push({ line: line.line.id, amount, vatAmount, reason, note });
  }
  return excluded;
}
