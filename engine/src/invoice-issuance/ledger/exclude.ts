import type { SalesLine } from '../../bravo/sales-line.ts';
import type { ExclusionReason, IssuanceInput, IssuancePlan } from '../types.ts';
import { type OpenLedger, takeRest } from './open-lines.ts';

const NOTES: Readonly<Record<'cancelled' | 'internal', string>> = {
  cancelled: 'Chứng từ đã hủy ở Bravo',
  internal: 'Khách là đơn vị nội bộ của nhóm công ty',
};

/**
 * Takes out the lines that are not to be invoiced: the recorded decisions, cancelled documents and the group's own
 * entities. The list of reasons is closed; nothing is ever excluded because it does not fit.
 */
export function excludeLines(
  input: Pick<IssuanceInput, 'exclusions' | 'period'>,
  open: OpenLedger,
): IssuancePlan['excluded'] {
  const exclusionOf = exclusionFinder(input);
  const excluded: IssuancePlan['excluded'][number][] = [];
  open.lines.forEach((line, place) => {
    const exclusion = exclusionOf(line);
    if (!exclusion) return;
    const { amount, vatAmount } = takeRest(open.at(place));
    excluded.push({ line: line.id, amount, vatAmount, ...exclusion });
  });
  return excluded;
}

/** The reason why a line is not to be invoiced, if there is one. */
export function exclusionFinder(
  input: Pick<IssuanceInput, 'exclusions' | 'period'>,
): (line: SalesLine) => { readonly reason: ExclusionReason; readonly note: string } | undefined {
  const decided = new Map(input.exclusions.map((exclusion) => [exclusion.line, exclusion]));
  const cancelled = new Set(input.period.rules.cancelledDocStatuses);
  const internal = new Set(input.period.rules.internalPartnerCodes);
  return (line) => {
    const decision = decided.get(line.id);
    let reason: ExclusionReason | undefined = decision?.reason;
    if (!reason && cancelled.has(line.docStatus)) reason = 'cancelled';
    if (!reason && internal.has(line.partnerCode)) reason = 'internal';
    return reason && { reason, note: decision?.note ?? (reason === 'not_a_sale' ? '' : NOTES[reason]) };
  };
}
