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
 * True when the stock report surely contains the goods of an entry of the sales ledger: they have left in AMIS by the
 * moment of the first ledger that shows the entry, so a report made at that moment or later contains them. A report
 * made before it proves nothing, be it by minutes. Without moments everything is of one moment. Source:
 * docs/decisions/0017-snapshots-have-moments.md.
 */
export function isInStockReport(
  { seen }: Pick<AmisSalesEntry, 'seen'>,
  moments: Pick<SnapshotMoments, 'stock'> | undefined,
): boolean {
  const stock = moments?.stock;
  return stock === undefined || seen === undefined || seen.first <= stock;
}

/**
 * True when the stock report surely lacks an entry: a ledger made no earlier than the report did not have it, or it is
 * an invoice of ours (`isOurs`) and no file of ours had left by then. A person's statement that the report contains it
 * cannot be true then.
 */
export function isAfterStockReport(
  { seen }: Pick<AmisSalesEntry, 'seen'>,
  { stock, exports }: SnapshotMoments,
  isOurs: boolean,
): boolean {
  if (stock === undefined || seen === undefined || seen.first <= stock) return false;
  if (seen.absent !== undefined && seen.absent >= stock) return true;
  return isOurs && exports.every((left) => left > stock);
}
