import type { Day } from '../../day.ts';
import type { Compiled, CompiledConnection } from '../compile.ts';
import { type Micro, mulDivFloor } from '../micro.ts';
import type { Competitor, ShortageDetail, ShortageReason } from '../types.ts';
import type { Grouping } from '../units.ts';
import type { Holdings } from './holdings.ts';
import type { Side } from './min-cut.ts';

/** The most competitors that a shortage names. */
export const NAMED_COMPETITORS = 5;

/**
 * Everything about the stock that the lines of a view could use, in base units of their item, without the lines
 * themselves.
 */
export type Sight = {
  /** The same quantities as they are written, made once for all lines of the view. */
  exact: Pick<
    ShortageDetail,
    'stockEver' | 'stockByDate' | 'freeByDate' | 'freeInOtherProfiles' | 'freeLater' | 'nextArrival'
  >;
  reason: ShortageReason | undefined;
  stockEver: Micro;
  stockByDate: Micro;
  freeByDate: Micro;
  freeInOtherProfiles: Micro;
  freeLater: Micro;
  /** Largest first, one more than is named so that the line itself can be left out. */
  holders: readonly number[];
  /** The same lines as they are named in a shortage; shared between shortages. */
  competitors: readonly Competitor[];
  draws: number;
  /** The side of the minimum cut, found when it is first needed. */
  side: Side | undefined | 'unknown';
};

/** The lots connected to an item, the factor of each, and what it holds and has free in base units of the item. */
type ItemLots = Readonly<Record<'lots' | 'days' | 'profiles', Int32Array>> &
  Readonly<Record<'n' | 'd' | 'stock' | 'free', Float64Array>>;

/** Reads the stock from the point of view of a line. */
export function sightFinder(c: Compiled, holdings: Holdings, lotsOfCell: Grouping): (line: number) => Sight {
  const itemLots: ItemLots[] = [];
  const largest = largestHolders(c, holdings);
  const allowedOf: (Uint8Array | undefined)[] = [];
  return (line) => {
    const item = c.lineItem[line]!;
    itemLots[item] ??= lotsOf(c, c.itemConnections[item]!, holdings, lotsOfCell);
    const { lots, days, profiles, n, d, stock, free } = itemLots[item];
    const set = c.lineSet[line]!;
    allowedOf[set] ??= profilesIn(c, set);
    const allowed = allowedOf[set];
    const day = c.lineDay[line]!;
    const sight = nothing();
    let nextDay = Number.POSITIVE_INFINITY;
    largest.clear();
    for (let at = 0; at < lots.length; at++) {
      const exists = days[at]! <= day;
      if (allowed[profiles[at]!] === 0) {
        if (exists) sight.freeInOtherProfiles += free[at]!;
        continue;
      }
      sight.stockEver += stock[at]!;
      if (!exists) {
        if (stock[at]! > 0) nextDay = Math.min(nextDay, days[at]!);
        sight.freeLater += free[at]!;
        continue;
      }
      const lot = lots[at]!;
      sight.stockByDate += stock[at]!;
      sight.freeByDate += free[at]!;
      sight.draws += holdings.start[lot + 1]! - holdings.start[lot]!;
      largest.see(lot, n[at]!, d[at]!);
    }
    const arrival = nextDay < Number.POSITIVE_INFINITY ? c.days[nextDay] : undefined;
    sight.exact = exactly(sight, arrival);
    sight.reason = noneMay(c, line);
    sight.holders = largest.lines();
    sight.competitors = largest.named();
    return sight;
  };
}

function exactly(sight: Sight, arrival: Day | undefined): Sight['exact'] {
  const { stockEver, stockByDate, freeByDate, freeInOtherProfiles, freeLater } = sight;
  return {
    stockEver: BigInt(stockEver),
    stockByDate: BigInt(stockByDate),
    freeByDate: BigInt(freeByDate),
    freeInOtherProfiles: BigInt(freeInOtherProfiles),
    freeLater: BigInt(freeLater),
    ...(arrival && { nextArrival: { day: arrival, quantity: BigInt(stockEver - stockByDate) } }),
  };
}

const NONE = { stockEver: 0n, stockByDate: 0n, freeByDate: 0n, freeInOtherProfiles: 0n, freeLater: 0n };
const nothing = (): Sight => ({
  exact: NONE,
  reason: undefined,
  stockEver: 0,
  stockByDate: 0,
  freeByDate: 0,
  freeInOtherProfiles: 0,
  freeLater: 0,
  holders: [],
  competitors: [],
  draws: 0,
  side: 'unknown',
});

/** The reason why no profile may issue for the line, if so. */
function noneMay(c: Compiled, line: number): ShortageReason | undefined {
  const connections = c.itemConnections[c.lineItem[line]!]!;
  const allowed = c.sets[c.lineSet[line]!];
  if (allowed?.size === 0) return 'ISSUER_NOT_DECLARED';
  if (connections.length === 0) return 'ITEM_NOT_CONNECTED';
  const isOpen = !allowed || connections.some((connection) => allowed.has(c.cellProfile[connection.cell]!));
  return isOpen ? undefined : 'ISSUER_NOT_DECLARED';
}

/** The profiles of a set as flags: 1 for its members. */
function profilesIn(c: Compiled, set: number): Uint8Array {
  const members = c.sets[set];
  const found = new Uint8Array(c.profiles.length).fill(members ? 0 : 1);
  for (const profile of members ?? []) found[profile] = 1;
  return found;
}

function lotsOf(
  c: Compiled,
  connections: readonly CompiledConnection[],
  holdings: Holdings,
  lotsOfCell: Grouping,
): ItemLots {
  const count = connections.reduce((sum, { cell }) => sum + lotsOfCell.size(cell), 0);
  const whole = () => new Int32Array(count);
  const exact = () => new Float64Array(count);
  const found = {
    lots: whole(),
    days: whole(),
    profiles: whole(),
    n: exact(),
    d: exact(),
    stock: exact(),
    free: exact(),
  };
  let to = 0;
  for (const { cell, factor } of connections) {
    const [n, d] = [Number(factor.numerator), Number(factor.denominator)];
    for (let at = lotsOfCell.start[cell]!; at < lotsOfCell.start[cell + 1]!; at++, to++) {
      const lot = lotsOfCell.rows[at]!;
      found.lots[to] = lot;
      found.days[to] = c.lotDay[lot]!;
      found.profiles[to] = c.cellProfile[cell]!;
      found.n[to] = n;
      found.d[to] = d;
      found.stock[to] = inBaseUnits(c.lotQuantity[lot]!, n, d);
      found.free[to] = inBaseUnits(c.lotQuantity[lot]! - holdings.drawn[lot]!, n, d);
    }
  }
  return found;
}

/** AMIS millionths in base units of an item, rounded down. */
function inBaseUnits(quantity: Micro, n: number, d: number): Micro {
  return n === d ? quantity : mulDivFloor(quantity, d, n);
}

type LargestHolders = {
  readonly clear: () => void;
  /** Ranks in the largest draws from a lot. */
  readonly see: (lot: number, n: number, d: number) => void;
  readonly lines: () => number[];
  readonly named: () => Competitor[];
};

/** Keeps the largest holders in order, one more than is named; a line that draws from several lots counts once. */
function largestHolders(c: Compiled, holdings: Holdings): LargestHolders {
  const most = NAMED_COMPETITORS + 1;
  const lines = new Int32Array(most);
  const quantities = new Float64Array(most);
  /** The part behind each, −1 for a sum of several. */
  const partsBehind = new Int32Array(most);
  const names: (Competitor | undefined)[] = [];
  let count = 0;
  const rankIn = (part: number, quantity: Micro): void => {
    const line = holdings.partLine[part]!;
    let at = holdings.isAlone(part) ? -1 : lines.indexOf(line);
    let sum = quantity;
    let behind = part;
    if (at >= 0 && at < count) {
      sum += quantities[at]!;
      behind = -1;
    } else if (count < most) at = count++;
    else if (quantities[most - 1]! < quantity) at = most - 1;
    else return;
    for (; at > 0 && quantities[at - 1]! < sum; at--) {
      lines[at] = lines[at - 1]!;
      quantities[at] = quantities[at - 1]!;
      partsBehind[at] = partsBehind[at - 1]!;
    }
    lines[at] = line;
    quantities[at] = sum;
    partsBehind[at] = behind;
  };
  const nameOf = (at: number): Competitor => {
    const part = partsBehind[at]!;
    const lineQuantity = BigInt(quantities[at]!);
    const known = part < 0 ? undefined : names[part];
    if (known?.lineQuantity === lineQuantity) return known;
    const { id, document } = c.source.lines[lines[at]!]!;
    const name = { line: id, document, lineQuantity, exchanges: 0 };
    if (part >= 0) names[part] = name;
    return name;
  };
  return {
    clear: () => {
      count = 0;
    },
    see: (lot, n, d) => {
      const from = holdings.start[lot]!;
      const to = Math.min(holdings.start[lot + 1]!, from + most);
      for (let at = from; at < to; at++) {
        const part = holdings.parts[at]!;
        rankIn(part, inBaseUnits(holdings.partQuantity[part]!, n, d));
      }
    },
    lines: () => Array.from(lines.subarray(0, count)),
    named: () => Array.from({ length: count }, (_, at) => nameOf(at)),
  };
}
