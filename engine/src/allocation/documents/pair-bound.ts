import type { Network } from '../flow/network.ts';
import type { Preference } from './preference.ts';
import type { Stage } from './stage.ts';

/** Documents with more lines to hit than this are bounded by a greedy packing instead of the exact search. */
const EXACT_LINES = 12;

/**
 * A lower bound of the profiles that each document needs in any plan of the same value: every line that must be served
 * needs one of the profiles that have stock for it by its day, and more than one when no single profile has enough.
 * Lines that only share a pool do not count. Stock that other documents take is not counted, so the bound may be low.
 *
 * @param served what each line must receive
 */
export function pairBounds(
  { c, net, caps, linesOfDocument }: Stage,
  served: Float64Array,
  poolOf: Int32Array,
  preference: Preference,
): Int32Array {
  const bounds = new Int32Array(c.documents);
  const masks = new Map<number, number>();
  const profiles: number[] = [];
  const stocks: number[] = [];
  for (let document = 0; document < c.documents; document++) {
    const pinned = preference.pinnedProfiles(document);
    let most = pinned.size;
    let lines = 0;
    masks.clear();
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      const line = linesOfDocument.rows[at]!;
      if (served[line]! <= 0 || poolOf[line]! >= 0) continue;
      stockByProfile(net, caps, line, profiles, stocks);
      most = Math.max(most, fewestFor(stocks, served[line]!));
      if (lines >= MOST_LINES || (pinned.size > 0 && profiles.some((profile) => pinned.has(profile)))) continue;
      for (const profile of profiles) masks.set(profile, (masks.get(profile) ?? 0) | (1 << lines));
      lines++;
    }
    const hits = lines === 1 ? 1 : hitAll([...masks.values()], lines);
    bounds[document] = Math.max(most, pinned.size + hits);
  }
  return bounds;
}

/** Lines of a document beyond this one are not hit: a mask has no more bits. */
const MOST_LINES = 30;

/** Fills `profiles` and `stocks` with each profile's stock for the line by its day. */
function stockByProfile(net: Network, caps: Float64Array, line: number, profiles: number[], stocks: number[]): void {
  profiles.length = 0;
  stocks.length = 0;
  const node = net.lineNode[line]!;
  const group = net.nodeGroup[node]!;
  for (let run = net.groupRunStart[group]!; run < net.groupRunStart[group + 1]!; run++) {
    let stock = 0;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]!; at++) {
      const arc = net.runArcs[at]!;
      if (net.arcNode[arc]! <= node) stock += caps[net.arcSource[arc]!]!;
    }
    if (stock > 0) {
      profiles.push(net.runProfile[run]!);
      stocks.push(stock);
    }
  }
}

/** The fewest profiles whose stocks together reach the amount. */
function fewestFor(stocks: number[], amount: number): number {
  let most = 0;
  for (const stock of stocks) most = Math.max(most, stock);
  if (most >= amount) return 1;
  stocks.sort((a, b) => b - a);
  let sum = 0;
  let count = 0;
  while (sum < amount && count < stocks.length) sum += stocks[count++]!;
  return count;
}

/** The fewest masks whose union is all lines; exact up to `EXACT_LINES`, else lines that share no profile are counted. */
function hitAll(masks: number[], lines: number): number {
  if (lines === 0) return 0;
  const all = 2 ** lines - 1;
  if (masks.includes(all)) return 1;
  if (lines > EXACT_LINES) return packing(masks, lines);
  const kept = [...new Set(masks)].filter(
    (mask, _, every) => !every.some((other) => other !== mask && (mask & other) === mask),
  );
  const seen = new Uint8Array(all + 1);
  let frontier = [0];
  for (let count = 1; ; count++) {
    const next: number[] = [];
    for (const covered of frontier) {
      for (const mask of kept) {
        const union = covered | mask;
        if (union === all) return count;
        if (seen[union] === 0) {
          seen[union] = 1;
          next.push(union);
        }
      }
    }
    if (next.length === 0) return count;
    frontier = next;
  }
}

function packing(masks: readonly number[], lines: number): number {
  let count = 0;
  let blocked = 0;
  for (let line = 0; line < lines; line++) {
    if ((blocked & (1 << line)) !== 0) continue;
    count++;
    for (const mask of masks) if ((mask & (1 << line)) !== 0) blocked |= mask;
  }
  return count;
}
