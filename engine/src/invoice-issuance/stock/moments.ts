import { formatDay } from '../../day.ts';
import type { AmisSalesEntry, SnapshotMoments } from '../books.ts';

/** Vietnam keeps one time zone without summer time. */
const OFFSET_HOURS = 7;

/** The calendar day in Vietnam of an instant. */
export const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) + OFFSET_HOURS * 3_600_000).toISOString().slice(0, 10);

/** "09:05 01/10/2026" in Vietnam. */
export const timeOf = (instant: string): string => {
  const local = new Date(Date.parse(instant) + OFFSET_HOURS * 3_600_000).toISOString();
  return `${local.slice(11, 16)} ${formatDay(local.slice(0, 10))}`;
};

/**
 * Whether the stock report surely contains what an entry of the sales ledger took. The goods have left in AMIS by the moment of
 * the first ledger that shows the entry, so a report made at that moment or later contains them.
 *
 * A report made before it proves nothing. Only for sales that were made in AMIS itself (`isOurs` false) two reports of one
 * sitting count as one: made on the same day, with no file of ours leaving in between and no ledger in between that did not
 * have the entry yet. Without moments everything is of one moment. Source: docs/decisions/0017-snapshots-have-moments.md.
 */
export function isInStockReport(
  { seen }: Pick<AmisSalesEntry, 'seen'>,
  moments: SnapshotMoments | undefined,
  isOurs: boolean,
): boolean {
  const stock = moments?.stock;
  if (stock === undefined || seen === undefined || seen.first <= stock) return true;
  if (isOurs || dayOf(seen.first) !== dayOf(stock)) return false;
  if (seen.absent !== undefined && seen.absent >= stock) return false;
  return !moments!.exports.some((left) => left > stock && left <= seen.first);
}
