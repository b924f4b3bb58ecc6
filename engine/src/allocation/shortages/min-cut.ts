import type { Compiled } from '../compile.ts';
import { formatMicro, mulDivFloor } from '../micro.ts';
import type { Part } from '../pins.ts';
import type { Competitor, ShortageCut } from '../types.ts';
import type { Units } from '../units.ts';
import { mergeParts } from '../write.ts';
import type { Holdings } from './holdings.ts';
import type { Views } from './views.ts';

/** Steps of one search, and of all searches together: beyond them a side is stated in part, or not at all. */
const LOOKS = 2000;
const ALL_LOOKS = 20_000_000;

/** One side of a cut, and its nearest holders that hold nothing the short line itself could use: nearest first, then largest. */
export type Side = { readonly cut: ShortageCut; readonly beyond: readonly Competitor[] };

/** What one search found, the stock in millionths × `cellScale`: the same for every line of a tight set. */
type Found = {
  readonly lots: number;
  readonly lines: number;
  readonly stock: number | bigint;
  readonly isWhole: boolean;
};

/**
 * The short line's side of the minimum cut of a finished plan.
 *
 * Starting from the lots that the line may use: whoever holds them could only leave them for other lots, whose holders
 * for others again. Everything reached this way is held, or one of the holders would move and the line be served. So the
 * side's stock is the most that its lines can have together, and any of them would have to lose what the line gains.
 * Pinned parts hold and do not move. Components without a common unit have no such cut: `undefined`.
 *
 * Lines of one tight set reach each other and have one side: a search that starts inside a known whole side and comes
 * upon a view whose side that is needs to look no further.
 *
 * @param named how many holders beyond the direct ones to name
 */
export function sideFinder(
  c: Compiled,
  units: Units,
  views: Views,
  holdings: Holdings,
  pinned: readonly Part[],
  parts: readonly Part[],
): (line: number, named: number) => Side | undefined {
  const { partLine, partQuantity } = holdings;
  const held = new Map(mergeParts([...pinned]).map((pin) => [`${pin.line}/${pin.lot}`, pin.lineQuantity]));
  const isPinned = (part: number): boolean => {
    if (held.size === 0) return false;
    const { line, lot, lineQuantity } = parts[part]!;
    return (held.get(`${line}/${lot}`) ?? 0) >= lineQuantity;
  };
  const seenLot = new Int32Array(c.lotQuantity.length);
  const seenLine = new Int32Array(c.lineQuantity.length);
  /** Per view: the round that last reached it. */
  const seenView: number[] = [];
  /** Per view: the side it has, and the latest whole side that it is part of. */
  const sideOf: (Found | undefined)[] = [];
  const within: (Found | undefined)[] = [];
  const exchangesOf = new Int32Array(c.lineQuantity.length);
  const quantityOf = new Float64Array(c.lineQuantity.length);
  let round = 0;
  let budget = ALL_LOOKS;
  let reached: number[] = [];
  let beyond: number[] = [];

  const search = (line: number, isNaming: boolean): Found => {
    round++;
    const scale = units.itemScale[c.lineItem[line]!]!;
    const start = views.of(line);
    const around = isNaming ? undefined : within[start];
    reached = [start];
    beyond = [];
    seenView[start] = round;
    let [lots, lines, stock, looks, exchanges] = [0, 0, 0, 0, 0];
    let at = 0;
    for (let ringEnd = 1; at < reached.length && looks < LOOKS; ringEnd = reached.length, exchanges++) {
      for (; at < ringEnd && looks < LOOKS; at++) {
        const usable = views.lots(reached[at]!);
        looks += usable.length;
        for (let k = 0; k < usable.length; k++) {
          const lot = usable[k]!;
          if (seenLot[lot] === round) continue;
          seenLot[lot] = round;
          const cellScale = units.cellScale[c.lotCell[lot]!]!;
          lots++;
          stock += c.lotQuantity[lot]! * cellScale;
          const end = holdings.start[lot + 1]!;
          looks += end - holdings.start[lot]!;
          for (let i = holdings.start[lot]!; i < end; i++) {
            const part = holdings.parts[i]!;
            const holder = partLine[part]!;
            if (seenLine[holder] !== round) {
              seenLine[holder] = round;
              lines++;
              exchangesOf[holder] = exchanges;
              quantityOf[holder] = 0;
              if (exchanges > 0 && isNaming) beyond.push(holder);
            }
            if (isNaming) quantityOf[holder]! += mulDivFloor(partQuantity[part]!, cellScale, scale);
            const view = views.of(holder);
            if (seenView[view] === round || isPinned(part)) continue;
            if (around && sideOf[view] === around) return around;
            seenView[view] = round;
            reached.push(view);
          }
        }
      }
    }
    budget -= looks;
    return { lots, lines, stock: Number.isSafeInteger(stock) ? stock : exactStock(), isWhole: at === reached.length };
  };

  /** The stock of the lots that the last search saw, where floats would round it. */
  const exactStock = (): bigint => {
    let stock = 0n;
    for (const lot of new Set(reached.flatMap((view) => views.lots(view)))) {
      if (seenLot[lot] === round) stock += BigInt(c.lotQuantity[lot]!) * BigInt(units.cellScale[c.lotCell[lot]!]!);
    }
    return stock;
  };

  const inBaseUnits = (stock: number | bigint, item: number): number => {
    const scale = units.itemScale[item]!;
    return typeof stock === 'number' ? Math.floor(stock / scale) : Number(stock / BigInt(scale));
  };

  const named = (count: number): Competitor[] =>
    beyond
      .sort((a, b) => exchangesOf[a]! - exchangesOf[b]! || quantityOf[b]! - quantityOf[a]! || a - b)
      .slice(0, count)
      .map((holder) => {
        const { id, document } = c.source.lines[holder]!;
        const lineQuantity = formatMicro(quantityOf[holder]!);
        return { line: id, document, lineQuantity, exchanges: exchangesOf[holder]! };
      });

  return (line, count) => {
    const item = c.lineItem[line]!;
    if (units.components[units.componentOfItem[item]!]?.exact !== true || budget <= 0) return undefined;
    const view = views.of(line);
    const around = within[view];
    let found = search(line, count > 0);
    // As many lots as the side around it: the same side.
    if (around && found.isWhole && found.lots === around.lots) found = around;
    else if (found.isWhole) for (const other of reached) within[other] = found;
    sideOf[view] = found;
    const { lots, lines, isWhole } = found;
    return { cut: { lots, lines, stock: formatMicro(inBaseUnits(found.stock, item)), isWhole }, beyond: named(count) };
  };
}
