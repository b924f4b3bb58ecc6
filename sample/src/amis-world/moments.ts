import { addDays, type Day } from '@khop/engine/day.ts';
import type { Moment } from './model.ts';

/** The moments at which each report of a profile was made, and at which the vouchers between them were entered. */
export type ReportMoments = {
  readonly inventory: Moment;
  readonly purchases: Moment;
  readonly sales: Moment;
  readonly lateRecordedAt: Moment;
};

/**
 * Most profiles export everything in one go on the morning after the period. The second one takes its stock then,
 * enters a few belated sales, and exports the ledger of sales before noon.
 */
export function momentsOf(profile: number, toDate: Day): ReportMoments {
  const day = addDays(toDate, 1);
  const morning = `${day}T01:30:00.000Z`;
  return {
    inventory: morning,
    purchases: morning,
    sales: profile === 1 ? `${day}T04:45:00.000Z` : morning,
    lateRecordedAt: `${day}T03:15:00.000Z`,
  };
}
