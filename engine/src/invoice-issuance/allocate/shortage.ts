import type { Compiled, CompiledLink } from './compile.ts';
import { formatMicro, type Micro, mulDivFloor } from './micro.ts';
import type { Part } from './pins.ts';
import type { Competitor, ShortageDetail, ShortageReason } from './types.ts';
import type { Grouping } from './units.ts';

/** How many competitors a shortage names. */
export const NAMED_COMPETITORS = 5;

/** Everything about the stock that a line of this item, set and day could use, apart from the line itself. */
type View = {
  reason: ShortageReason | undefined;
  stockEver: Micro;
  stockByDate: Micro;
  freeByDate: Micro;
  freeInOtherProfiles: Micro;
  nextArrival: ShortageDetail['nextArrival'];
  /** Largest first, one more than is named so that the line itself can be left out. */
  holders: readonly number[];
  /** The same lines as they are named in a shortage; shared between shortages. */
  competitors: readonly Competitor[];
  draws: number;
};

/** Explains shortages of a finished plan; views are shared by the lines that see the same stock. */
export function shortageExplainer(
  c: Compiled,
  parts: readonly Part[],
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
  const views = new Map<number, View>();
  const viewOf = (line: number): View => {
    const key = (c.lineItem[line]! * c.sets.length + c.lineSet[line]!) * c.days.length + c.lineDay[line]!;
    let view = views.get(key);
    if (!view) {
      view = look(c, line, parts, partsOfLot, drawn, lotsOfCell);
      views.set(key, view);
    }
    return view;
  };
  return (line, given) => {
    const view = viewOf(line);
    const needed = c.lineQuantity[line]!;
    const taken = Math.max(0, view.stockByDate - view.freeByDate - given);
    const own = view.holders.indexOf(line);
    const others = own < 0 ? view.competitors : view.competitors.filter((_, index) => index !== own);
    const reason =
      view.reason ??
      (needed === 0
        ? 'NEEDS_REVIEW'
        : taken > 0
          ? 'TAKEN_BY_OTHERS'
          : view.stockEver > view.stockByDate
            ? 'STOCK_AFTER_SALE'
            : 'NO_STOCK');
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
        freeInOtherProfiles: formatMicro(view.freeInOtherProfiles),
        ...(view.nextArrival && { nextArrival: view.nextArrival }),
        competitors: others.length > NAMED_COMPETITORS ? others.slice(0, NAMED_COMPETITORS) : others,
        competitorCount: view.draws - (given > 0 ? 1 : 0),
      },
    };
  };
}

/** AMIS millionths in base units of the item, rounded down. */
function inBaseUnits(quantity: Micro, { factor }: CompiledLink): Micro {
  if (factor.numerator === factor.denominator) return quantity;
  return mulDivFloor(quantity, Number(factor.denominator), Number(factor.numerator));
}

function look(
  c: Compiled,
  line: number,
  parts: readonly Part[],
  partsOfLot: readonly (readonly number[] | undefined)[],
  drawn: Float64Array,
  lotsOfCell: Grouping,
): View {
  const links = c.itemLinks[c.lineItem[line]!]!;
  const allowed = c.sets[c.lineSet[line]!];
  const mayIssue = (link: CompiledLink): boolean => !allowed || allowed.has(c.cellProfile[link.cell]!);
  const view: View = {
    reason: undefined,
    stockEver: 0,
    stockByDate: 0,
    freeByDate: 0,
    freeInOtherProfiles: 0,
    nextArrival: undefined,
    holders: [],
    competitors: [],
    draws: 0,
  };
  if (allowed?.size === 0) view.reason = 'ISSUER_NOT_DECLARED';
  else if (links.length === 0) view.reason = 'ITEM_NOT_CONNECTED';
  else if (!links.some(mayIssue)) view.reason = 'ISSUER_NOT_DECLARED';
  const largest: { line: number; quantity: Micro }[] = [];
  let nextDay = Number.POSITIVE_INFINITY;
  for (const link of links) {
    for (let at = lotsOfCell.start[link.cell]!; at < lotsOfCell.start[link.cell + 1]!; at++) {
      const lot = lotsOfCell.rows[at]!;
      const exists = c.lotDay[lot]! <= c.lineDay[line]!;
      const free = c.lotQuantity[lot]! - drawn[lot]!;
      if (!mayIssue(link)) {
        if (exists) view.freeInOtherProfiles += inBaseUnits(free, link);
        continue;
      }
      const stock = inBaseUnits(c.lotQuantity[lot]!, link);
      view.stockEver += stock;
      if (!exists) {
        if (stock > 0) nextDay = Math.min(nextDay, c.lotDay[lot]!);
        continue;
      }
      view.stockByDate += stock;
      view.freeByDate += inBaseUnits(free, link);
      const holders = partsOfLot[lot];
      if (!holders) continue;
      view.draws += holders.length;
      for (let i = 0; i < holders.length && i <= NAMED_COMPETITORS; i++) {
        const { line: holder, quantity } = parts[holders[i]!]!;
        rankIn(largest, holder, inBaseUnits(quantity, link));
      }
    }
  }
  if (nextDay < Number.POSITIVE_INFINITY) {
    view.nextArrival = {
      day: c.days[nextDay]!,
      quantity: formatMicro(view.stockEver - view.stockByDate),
    };
  }
  view.holders = largest.map((holder) => holder.line);
  view.competitors = largest.map(({ line: holder, quantity }) => {
    const { id, document } = c.source.lines[holder]!;
    return { line: id, document, lineQuantity: formatMicro(quantity) };
  });
  return view;
}

/** Keeps the largest holders in order, one more than is named; a line that draws from several lots counts once. */
function rankIn(largest: { line: number; quantity: Micro }[], line: number, quantity: Micro): void {
  let at = largest.findIndex((holder) => holder.line === line);
  if (at >= 0) largest[at]!.quantity += quantity;
  else if (largest.length <= NAMED_COMPETITORS) at = largest.push({ line, quantity }) - 1;
  else if (largest[NAMED_COMPETITORS]!.quantity < quantity) {
    at = NAMED_COMPETITORS;
    largest[at] = { line, quantity };
  } else return;
  for (; at > 0 && largest[at - 1]!.quantity < largest[at]!.quantity; at--) {
    [largest[at - 1], largest[at]] = [largest[at]!, largest[at - 1]!];
  }
}
