import { missingAhead } from './ahead.ts';
import type { Compiled, CompiledLink } from './compile.ts';
import { formatMicro, type Micro, mulDivFloor } from './micro.ts';
import { type Side, sideFinder, viewKey } from './min-cut.ts';
import { drawable, type Part } from './pins.ts';
import type { Competitor, ShortageDetail, ShortageReason } from './types.ts';
import type { Grouping, Units } from './units.ts';

/** How many competitors a shortage names. */
export const NAMED_COMPETITORS = 5;

/** Everything about the stock that a line of this item, set and day could use, apart from the line itself. */
type View = {
  reason: ShortageReason | undefined;
  stockEver: Micro;
  stockByDate: Micro;
  freeByDate: Micro;
  freeInOtherProfiles: Micro;
  freeLater: Micro;
  nextArrival: ShortageDetail['nextArrival'];
  /** Largest first, one more than is named so that the line itself can be left out. */
  holders: readonly number[];
  /** The same lines as they are named in a shortage; shared between shortages. */
  competitors: readonly Competitor[];
  draws: number;
  /** The side of the minimum cut, found when it is first needed. */
  side: Side | undefined | 'unknown';
};

/** Explains shortages of a finished plan; views are shared by the lines that see the same stock. */
export function shortageExplainer(
  c: Compiled,
  units: Units,
  parts: readonly Part[],
  pinned: readonly Part[],
  lotsOfCell: Grouping,
): (line: number, given: Micro) => { reason: ShortageReason; detail: ShortageDetail } {
  const partsOfLot: number[][] = [];
  const drawn = new Float64Array(c.lotQuantity.length);
  parts.forEach((part, index) => {
    drawn[part.lot]! += part.quantity;
    partsOfLot[part.lot] ??= [];
    partsOfLot[part.lot]!.push(index);
  });
  for (const list of partsOfLot) {
    list?.sort((a, b) => parts[b]!.quantity - parts[a]!.quantity || a - b);
  }
  const sideOf = sideFinder(c, units, parts, pinned, partsOfLot, lotsOfCell);
  const aheadOf = missingAhead(c, units, parts);
  const views = new Map<number, View>();
  const seenBy: SeenLot[][] = [];
  const viewOf = (line: number): View => {
    const key = viewKey(c, line);
    let view = views.get(key);
    if (!view) {
      const item = c.lineItem[line]!;
      seenBy[item] ??= lotsSeenBy(c, item, parts, partsOfLot, drawn, lotsOfCell);
      view = look(c, line, seenBy[item]);
      views.set(key, view);
    }
    return view;
  };
  return (line, given) => {
    const view = viewOf(line);
    const needed = c.lineQuantity[line]!;
    const taken = Math.max(0, view.stockByDate - view.freeByDate - given);
    const own = view.holders.indexOf(line);
    const direct = own < 0 ? view.competitors : view.competitors.filter((_, index) => index !== own);
    const isBelowStep = view.reason === undefined && fitsNoStep(c, line, needed - given, lotsOfCell);
    const reason =
      view.reason ??
      (needed === 0
        ? 'NEEDS_REVIEW'
        : isBelowStep || view.freeByDate >= needed - given
          ? 'NO_STOCK'
          : taken > 0
            ? 'TAKEN_BY_OTHERS'
            : view.stockEver > view.stockByDate
              ? 'STOCK_AFTER_SALE'
              : 'NO_STOCK');
    if (reason === 'TAKEN_BY_OTHERS' && view.side === 'unknown') view.side = sideOf(line, NAMED_COMPETITORS);
    const side = reason === 'TAKEN_BY_OTHERS' && view.side !== 'unknown' ? view.side : undefined;
    const others = side && direct.length < NAMED_COMPETITORS ? direct.concat(side.beyond) : direct;
    const ahead = aheadOf(line);
    return {
      reason,
      detail: {
        needed: formatMicro(needed),
        given: formatMicro(given),
        missing: formatMicro(needed - given),
        stockEver: formatMicro(view.stockEver),
        stockByDate: formatMicro(view.stockByDate),
        takenByOthers: formatMicro(taken),
        freeByDate: formatMicro(view.freeByDate),
        ...(isBelowStep && { isBelowStep }),
        freeInOtherProfiles: formatMicro(view.freeInOtherProfiles),
        ...(view.nextArrival && { nextArrival: view.nextArrival }),
        freeLater: formatMicro(view.freeLater),
        ...(ahead !== undefined && { missingAhead: formatMicro(ahead) }),
        ...(side && { cut: side.cut }),
        competitors: others.length > NAMED_COMPETITORS ? others.slice(0, NAMED_COMPETITORS) : others,
        competitorCount: view.draws - (given > 0 ? 1 : 0),
      },
    };
  };
}

/** Whether the steps alone forbid to draw the missing quantity, whatever stock there is: from every lot that may be used. */
function fitsNoStep(c: Compiled, line: number, missing: Micro, lotsOfCell: Grouping): boolean {
  const allowed = c.sets[c.lineSet[line]!];
  let any = false;
  for (const { cell, factor } of c.itemLinks[c.lineItem[line]!]!) {
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

/** AMIS millionths in base units of the item, rounded down. */
function inBaseUnits(quantity: Micro, { factor }: CompiledLink): Micro {
  if (factor.numerator === factor.denominator) return quantity;
  return mulDivFloor(quantity, Number(factor.denominator), Number(factor.numerator));
}

/** A lot as one item sees it: everything in the item's base unit. */
type SeenLot = {
  readonly day: number;
  readonly profile: number;
  readonly stock: Micro;
  readonly free: Micro;
  readonly draws: number;
  /** The largest draws from it, in order. */
  readonly holders: readonly Holder[];
};

/** A draw, with the form in which a shortage names it; `alone` when it is the only one of its line. */
type Holder = { readonly line: number; readonly quantity: Micro; readonly alone: boolean; readonly named: Competitor };

function holderOf(c: Compiled, line: number, quantity: Micro, alone: boolean): Holder {
  const { id, document } = c.source.lines[line]!;
  return { line, quantity, alone, named: { line: id, document, lineQuantity: formatMicro(quantity), exchanges: 0 } };
}

function lotsSeenBy(
  c: Compiled,
  item: number,
  parts: readonly Part[],
  partsOfLot: readonly (readonly number[] | undefined)[],
  drawn: Float64Array,
  lotsOfCell: Grouping,
): SeenLot[] {
  const seen: SeenLot[] = [];
  for (const link of c.itemLinks[item]!) {
    for (let at = lotsOfCell.start[link.cell]!; at < lotsOfCell.start[link.cell + 1]!; at++) {
      const lot = lotsOfCell.rows[at]!;
      const holders = partsOfLot[lot] ?? [];
      const named = holders.length > NAMED_COMPETITORS ? holders.slice(0, NAMED_COMPETITORS + 1) : holders;
      seen.push({
        day: c.lotDay[lot]!,
        profile: c.cellProfile[link.cell]!,
        stock: inBaseUnits(c.lotQuantity[lot]!, link),
        free: inBaseUnits(c.lotQuantity[lot]! - drawn[lot]!, link),
        draws: holders.length,
        holders: named.map((index) => {
          const { line, quantity } = parts[index]!;
          // Parts are in order of their lines.
          const alone = parts[index - 1]?.line !== line && parts[index + 1]?.line !== line;
          return holderOf(c, line, inBaseUnits(quantity, link), alone);
        }),
      });
    }
  }
  return seen;
}

function look(c: Compiled, line: number, lots: readonly SeenLot[]): View {
  const links = c.itemLinks[c.lineItem[line]!]!;
  const allowed = c.sets[c.lineSet[line]!];
  const view: View = {
    reason: undefined,
    stockEver: 0,
    stockByDate: 0,
    freeByDate: 0,
    freeInOtherProfiles: 0,
    freeLater: 0,
    nextArrival: undefined,
    holders: [],
    competitors: [],
    draws: 0,
    side: 'unknown',
  };
  if (allowed?.size === 0) view.reason = 'ISSUER_NOT_DECLARED';
  else if (links.length === 0) view.reason = 'ITEM_NOT_CONNECTED';
  else if (allowed && !links.some((link) => allowed.has(c.cellProfile[link.cell]!)))
    view.reason = 'ISSUER_NOT_DECLARED';
  const largest: Holder[] = [];
  const day = c.lineDay[line]!;
  let nextDay = Number.POSITIVE_INFINITY;
  for (const lot of lots) {
    const exists = lot.day <= day;
    if (allowed && !allowed.has(lot.profile)) {
      if (exists) view.freeInOtherProfiles += lot.free;
      continue;
    }
    view.stockEver += lot.stock;
    if (!exists) {
      if (lot.stock > 0) nextDay = Math.min(nextDay, lot.day);
      view.freeLater += lot.free;
      continue;
    }
    view.stockByDate += lot.stock;
    view.freeByDate += lot.free;
    view.draws += lot.draws;
    for (const holder of lot.holders) rankIn(c, largest, holder);
  }
  if (nextDay < Number.POSITIVE_INFINITY) {
    view.nextArrival = { day: c.days[nextDay]!, quantity: formatMicro(view.stockEver - view.stockByDate) };
  }
  view.holders = largest.map((holder) => holder.line);
  view.competitors = largest.map((holder) => holder.named);
  return view;
}

/** Keeps the largest holders in order, one more than is named; a line that draws from several lots counts once. */
function rankIn(c: Compiled, largest: Holder[], holder: Holder): void {
  const full = largest.length > NAMED_COMPETITORS;
  if (full && holder.alone && largest[NAMED_COMPETITORS]!.quantity >= holder.quantity) return;
  let at = holder.alone ? -1 : largest.findIndex((known) => known.line === holder.line);
  if (at >= 0) largest[at] = holderOf(c, holder.line, largest[at]!.quantity + holder.quantity, false);
  else if (!full) at = largest.push(holder) - 1;
  else if (largest[NAMED_COMPETITORS]!.quantity < holder.quantity) {
    at = NAMED_COMPETITORS;
    largest[at] = holder;
  } else return;
  for (; at > 0 && largest[at - 1]!.quantity < largest[at]!.quantity; at--) {
    const before = largest[at - 1]!;
    largest[at - 1] = largest[at]!;
    largest[at] = before;
  }
}
