import { addDays } from '../../../day.ts';
import type { Vnd } from '../../../money.ts';
import type { AmisSalesEntry } from '../../books.ts';
import { isSettled, type OpenLine } from '../../ledger/open-lines.ts';
import { DAYS_NEAR } from './entered-anew.ts';

/** An entry that was decided to be several lines, of which Bravo has lost some. */
export type PartlyLost = {
  readonly entry: AmisSalesEntry;
  /** Those that are there. */
  readonly lines: readonly OpenLine[];
  readonly lost: string;
  /** The money of the entry that they have not taken. */
  readonly left: Vnd;
};

/**
 * The open lines that such an entry may have invoiced, line → why: a line that was deleted and entered anew has another key, and nothing
 * of it is known but that it was beside the others and of no more money than is left. A person decides on the entry once more.
 */
export function mayBeLost(
  partly: readonly PartlyLost[],
  open: Iterable<OpenLine>,
  itemsOf: (entry: AmisSalesEntry) => readonly string[],
): Map<string, string> {
  const found = new Map<string, string>();
  if (partly.length === 0) return found;
  const asked = partly.map((one) => {
    const known = one.lines.map(({ line }) => line);
    const days = known.map(({ docDate }) => docDate).sort();
    return {
      ...one,
      items: new Set([...known.map(({ itemCode }) => itemCode), ...itemsOf(one.entry)]),
      partners: new Set(known.map(({ partnerCode }) => partnerCode)),
      from: addDays(days[0]!, -DAYS_NEAR),
      to: addDays(days.at(-1)!, DAYS_NEAR),
    };
  });
  for (const one of open) {
    if (isSettled(one) || one.baseQuantity <= 0n) continue;
    const { id, itemCode, partnerCode, docDate } = one.line;
    for (const { entry, lost, left, items, partners, from, to } of asked) {
      if (one.amount > left || !items.has(itemCode) || docDate < from || docDate > to) continue;
      // One that gathers the sales of several buyers may have gathered one of any.
      if (partners.size === 1 && !partners.has(partnerCode)) continue;
      found.set(
        id,
        `có thể đã xuất hóa đơn ở AMIS (chứng từ «${entry.voucherNumber}», đã quyết định cho cả dòng «${lost}» mà sổ Bravo không còn: quyết định lại)`,
      );
    }
  }
  return found;
}
