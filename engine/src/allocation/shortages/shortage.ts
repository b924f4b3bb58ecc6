import type { Compiled } from '../compile.ts';
import type { Micro } from '../micro.ts';
import { drawable, type Part } from '../pins.ts';
import type { ShortageDetail, ShortageReason } from '../types.ts';
import type { Grouping, Units } from '../units.ts';
import { holdingsOf } from './holdings.ts';
import { SideFinder } from './min-cut.ts';
import { missingAhead } from './missing-ahead.ts';
import { NAMED_COMPETITORS, type Sight, sightFinder } from './sight.ts';
import { viewsOf } from './views.ts';

/** Explains shortages of a finished plan; lines of a view share their sight of the stock. */
export function shortageExplainer(
  c: Compiled,
  units: Units,
  parts: readonly Part[],
  pinned: readonly Part[],
  lotsOfCell: Grouping,
): (line: number, given: Micro) => { reason: ShortageReason; detail: ShortageDetail } {
  const holdings = holdingsOf(c.lotQuantity.length, parts);
  const views = viewsOf(c, lotsOfCell);
  const sightOf = sightFinder(c, holdings, lotsOfCell);
  const sides = new SideFinder({ c, units, views, holdings, parts }, pinned);
  const aheadOf = missingAhead(c, units, parts);
  const sights: Sight[] = [];
  return (line, given) => {
    const number = views.of(line);
    sights[number] ??= sightOf(line);
    const sight = sights[number];
    const needed = c.lineQuantity[line]!;
    const taken = Math.max(0, sight.stockByDate - sight.freeByDate - given);
    const own = sight.holders.indexOf(line);
    const direct = own < 0 ? sight.competitors : sight.competitors.filter((_, index) => index !== own);
    const isBelowStep = sight.reason === undefined && fitsNoStep(c, line, needed - given, lotsOfCell);
    const reason = sight.reason ?? reasonOf(sight, needed, needed - given, taken, isBelowStep);
    const isTaken = reason === 'TAKEN_BY_OTHERS';
    const isFull = sight.competitors.length > NAMED_COMPETITORS;
    if (isTaken && sight.side === 'unknown') {
      // The direct holders already fill the list, so that none beyond them is named.
      sight.side = sides.of(line, isFull ? 0 : NAMED_COMPETITORS);
    }
    const side = isTaken && sight.side !== 'unknown' ? sight.side : undefined;
    const others = side && direct.length < NAMED_COMPETITORS ? direct.concat(side.beyond) : direct;
    const ahead = aheadOf(line);
    const { quantity } = c.source.lines[line]!;
    const { exact } = sight;
    const detail: Mutable<ShortageDetail> = {
      needed: quantity,
      given: BigInt(given),
      missing: given === 0 ? quantity : BigInt(needed - given),
      stockEver: exact.stockEver,
      stockByDate: exact.stockByDate,
      takenByOthers: taken === sight.stockByDate ? exact.stockByDate : BigInt(taken),
      freeByDate: exact.freeByDate,
      freeInOtherProfiles: exact.freeInOtherProfiles,
      freeLater: exact.freeLater,
      competitors: others.length > NAMED_COMPETITORS ? others.slice(0, NAMED_COMPETITORS) : others,
      competitorCount: isFull ? sight.draws - (given > 0 ? 1 : 0) : direct.length,
    };
    if (isBelowStep) detail.isBelowStep = true;
    if (exact.nextArrival) detail.nextArrival = exact.nextArrival;
    if (ahead !== undefined) detail.missingAhead = BigInt(ahead);
    if (side) detail.cut = side.cut;
    return { reason, detail };
  };
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

function reasonOf(sight: Sight, needed: Micro, missing: Micro, taken: Micro, isBelowStep: boolean): ShortageReason {
  if (needed === 0) return 'NEEDS_REVIEW';
  if (isBelowStep || sight.freeByDate >= missing) return 'NO_STOCK';
  if (taken > 0) return 'TAKEN_BY_OTHERS';
  return sight.stockEver > sight.stockByDate ? 'STOCK_AFTER_SALE' : 'NO_STOCK';
}

/**
 * True when the steps alone forbid drawing the missing quantity from every lot that may be used, whatever the stock.
 */
function fitsNoStep(c: Compiled, line: number, missing: Micro, lotsOfCell: Grouping): boolean {
  const allowed = c.sets[c.lineSet[line]!];
  let any = false;
  for (const { cell, factor } of c.itemConnections[c.lineItem[line]!]!) {
    if (allowed && !allowed.has(c.cellProfile[cell]!)) continue;
    for (let at = lotsOfCell.start[cell]!; at < lotsOfCell.start[cell + 1]!; at++) {
      const step = c.lotStep[lotsOfCell.rows[at]!]!;
      if (step === 0 && c.lineStep[line] === 0) return false;
      any = true;
      if (drawable(missing, Number.MAX_SAFE_INTEGER, factor, c.lineStep[line]!, step).lineQuantity > 0) return false;
    }
  }
  return any;
}
