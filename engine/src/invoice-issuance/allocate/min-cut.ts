import type { Compiled } from './compile.ts';
import { formatMicro, type Micro, mulDivFloor } from './micro.ts';
import type { Part } from './pins.ts';
import type { Competitor, ShortageCut } from './types.ts';
import type { Grouping, Units } from './units.ts';
import { mergeParts } from './write.ts';

/** Steps of one search, and of all searches together: beyond them a side is stated in part, or not at all. */
const LOOKS = 2000;
const ALL_LOOKS = 20_000_000;
/** Holders beyond the direct ones that are remembered: nearer ones are found first, and only a few are named. */
const MOST_FOUND = 200;

/** One side of a cut, and its holders that hold nothing the short line itself could use: nearest first, then largest. */
export type Side = { readonly cut: ShortageCut; readonly beyond: readonly Competitor[] };

/**
 * The short line's side of the minimum cut of a finished plan.
 *
 * Starting from the lots that the line may use: whoever holds them could only leave them for other lots, whose holders
 * for others again. Everything reached this way is held, or one of the holders would move and the line be served. So the
 * side's stock is the most that its lines can have together, and any of them would have to lose what the line gains.
 * Pinned parts hold and do not move. Components without a common unit have no such cut: `undefined`.
 */
export function sideFinder(
  c: Compiled,
  units: Units,
  parts: readonly Part[],
  pinned: readonly Part[],
  partsOfLot: readonly (readonly number[] | undefined)[],
  lotsOfCell: Grouping,
): (line: number, named: number) => Side | undefined {
  const held = new Map(mergeParts([...pinned]).map((pin) => [`${pin.line}/${pin.lot}`, pin.lineQuantity]));
  const isMovable = ({ line, lot, lineQuantity }: Part): boolean =>
    held.size === 0 || (held.get(`${line}/${lot}`) ?? 0) < lineQuantity;
  const seenLot = new Int32Array(c.lotQuantity.length);
  const seenLine = new Int32Array(c.lineQuantity.length);
  let round = 0;
  let budget = ALL_LOOKS;
  return (line, named) => {
    const component = units.components[units.componentOfItem[c.lineItem[line]!]!];
    if (!component?.exact || budget <= 0) return undefined;
    round++;
    const scale = units.itemScale[c.lineItem[line]!]!;
    const inBaseUnits = (quantity: Micro, lot: number): Micro =>
      mulDivFloor(quantity, units.cellScale[c.lotCell[lot]!]!, scale);
    const total = { lots: 0, lines: 0, stock: 0 };
    const found = new Map<number, { exchanges: number; quantity: Micro }>();
    /** Lines whose stock is still to be looked at; the short line first, then those at one exchange, and so on. */
    let ring = [line];
    const views = new Set([viewKey(c, line)]);
    let looks = 0;
    for (let exchanges = 0; ring.length > 0 && looks < LOOKS; exchanges++) {
      const next: number[] = [];
      for (const user of ring) {
        if (looks >= LOOKS) break;
        const allowed = c.sets[c.lineSet[user]!];
        for (const { cell } of c.itemLinks[c.lineItem[user]!]!) {
          if (allowed && !allowed.has(c.cellProfile[cell]!)) continue;
          for (let at = lotsOfCell.start[cell]!; at < lotsOfCell.start[cell + 1]!; at++) {
            const lot = lotsOfCell.rows[at]!;
            looks++;
            if (c.lotDay[lot]! > c.lineDay[user]! || seenLot[lot] === round) continue;
            seenLot[lot] = round;
            total.lots++;
            total.stock += inBaseUnits(c.lotQuantity[lot]!, lot);
            for (const index of partsOfLot[lot] ?? []) {
              const part = parts[index]!;
              looks++;
              const holder = found.get(part.line);
              if (seenLine[part.line] !== round) {
                seenLine[part.line] = round;
                total.lines++;
                if (exchanges > 0 && found.size < MOST_FOUND)
                  found.set(part.line, { exchanges, quantity: inBaseUnits(part.quantity, lot) });
              } else if (holder) holder.quantity += inBaseUnits(part.quantity, lot);
              const key = viewKey(c, part.line);
              if (!isMovable(part) || views.has(key)) continue;
              views.add(key);
              next.push(part.line);
            }
          }
        }
      }
      ring = next;
    }
    budget -= looks;
    const beyond = [...found]
      .sort(([a, one], [b, other]) => one.exchanges - other.exchanges || other.quantity - one.quantity || a - b)
      .slice(0, named)
      .map(([holder, { exchanges, quantity }]): Competitor => {
        const { id, document } = c.source.lines[holder]!;
        return { line: id, document, lineQuantity: formatMicro(quantity), exchanges };
      });
    const cut = { ...total, stock: formatMicro(total.stock), isWhole: ring.length === 0 };
    return { cut, beyond };
  };
}

/** Lines of one item, set of profiles and day see the same stock. */
export function viewKey(c: Compiled, line: number): number {
  return (c.lineItem[line]! * c.sets.length + c.lineSet[line]!) * c.days.length + c.lineDay[line]!;
}
