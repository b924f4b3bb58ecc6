import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import type { PeriodRow } from '../period-rows.ts';

const HOUR = 3_600_000;

/**
 * The closing of a closed period, for its workbook; nothing of an open one. The day is Vietnam's, which keeps no summer
 * time.
 */
export function closingOf(period: PeriodRow): Pick<IssuanceInput, 'closing'> {
  if (period.status !== 'closed' || period.closedAt === null) return {};
  const at = new Date(Date.parse(period.closedAt) + 7 * HOUR).toISOString().slice(0, 10);
  return { closing: { by: period.closedBy ?? '', at, note: period.closeAcknowledgement ?? '' } };
}
