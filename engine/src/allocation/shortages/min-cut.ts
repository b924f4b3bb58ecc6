import type { Compiled } from '../compile.ts';
import { mulDivFloor } from '../micro.ts';
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

/** The result of one search, the stock in millionths × `cellScale`: the same for every line of a tight set. */
type Found = {
  readonly lots: number;
  readonly lines: number;
  readonly stock: number | bigint;
  readonly isWhole: boolean;
};

/** A finished plan, as the searches read it. */
export type Finished = {
  readonly c: Compiled;
  readonly units: Units;
  readonly views: Views;
  readonly holdings: Holdings;
  readonly parts: readonly Part[];
};

/**
 * The short line's side of the minimum cut of a finished plan.
 *
 * Starting from the lots that the line may use: their holders could only leave them for other lots, whose holders could
 * only leave those for others again. Everything reached this way is held, or one of the holders would move and the line
 * be served. So the side's stock is the most that its lines can have together, and any of them would have to lose what
 * the line gains. Pinned parts hold and do not move.
 *
 * Lines of one tight set reach each other and have one side: a search that starts inside a known whole side and reaches
 * a view with that side needs to look no further.
 */
export class SideFinder {
  readonly #plan: Finished;
  readonly #search: Search;
  /** Per view: the side it has, and the latest whole side that it is part of. */
  readonly #sideOf: (Found | undefined)[] = [];
  readonly #within: (Found | undefined)[] = [];
  #budget = ALL_LOOKS;

  constructor(plan: Finished, pinned: readonly Part[]) {
    this.#plan = plan;
    this.#search = new Search(plan, pinnedParts(plan, pinned));
  }

  /**
   * @param named how many holders beyond the direct ones to name
   * @returns nothing for components without a common unit, which have no such cut, and when all searches together took too long
   */
  of(line: number, named: number): Side | undefined {
    const { c, units, views } = this.#plan;
    const item = c.lineItem[line]!;
    if (units.components[units.componentOfItem[item]!]?.exact !== true || this.#budget <= 0) return undefined;
    const view = views.of(line);
    const around = this.#within[view];
    const ends = named > 0 || !around ? undefined : (other: number) => this.#sideOf[other] === around;
    let found = this.#search.from(line, named > 0, ends) ?? around!;
    this.#budget -= this.#search.looks;
    // As many lots as the side around it: the same side.
    if (around && found.isWhole && found.lots === around.lots) found = around;
    else if (found.isWhole) for (const other of this.#search.reached) this.#within[other] = found;
    this.#sideOf[view] = found;
    const { lots, lines, isWhole } = found;
    const stock = BigInt(inBaseUnits(found.stock, units.itemScale[item]!));
    return { cut: { lots, lines, stock, isWhole }, beyond: this.#search.farHolders(named) };
  }
}

const inBaseUnits = (stock: number | bigint, scale: number): number =>
  typeof stock === 'number' ? Math.floor(stock / scale) : Number(stock / BigInt(scale));

function pinnedParts({ parts }: Finished, pinned: readonly Part[]): (part: number) => boolean {
  const held = new Map(mergeParts([...pinned]).map((pin) => [`${pin.line}/${pin.lot}`, pin.lineQuantity]));
  if (held.size === 0) return () => false;
  return (part) => {
    const { line, lot, lineQuantity } = parts[part]!;
    return (held.get(`${line}/${lot}`) ?? 0) >= lineQuantity;
  };
}

/** One search after another through lots and their holders, in rings of exchanges. */
class Search {
  /** Views reached by the last search, in order. */
  reached: number[] = [];
  /** Steps of the last search. */
  looks = 0;
  readonly #plan: Finished;
  readonly #isPinned: (part: number) => boolean;
  /** Per lot, line and view: the round that last saw it. */
  readonly #seenLot: Int32Array;
  readonly #seenLine: Int32Array;
  readonly #seenView: number[] = [];
  readonly #exchangesOf: Int32Array;
  readonly #quantityOf: Float64Array;
  #round = 0;
  #lots = 0;
  #lines = 0;
  #stock = 0;
  /** Holders that hold nothing the line itself could use, when they are asked for; `#scale` is the line's. */
  #beyond: number[] = [];
  #isNaming = false;
  #scale = 1;

  constructor(plan: Finished, isPinned: (part: number) => boolean) {
    this.#plan = plan;
    this.#isPinned = isPinned;
    this.#seenLot = new Int32Array(plan.c.lotQuantity.length);
    this.#seenLine = new Int32Array(plan.c.lineQuantity.length);
    this.#exchangesOf = new Int32Array(plan.c.lineQuantity.length);
    this.#quantityOf = new Float64Array(plan.c.lineQuantity.length);
  }

  /** @returns undefined when a view was reached at which the search may end: its side is the line's. */
  from(line: number, isNaming: boolean, ends: ((view: number) => boolean) | undefined): Found | undefined {
    this.#begin(line, isNaming);
    let at = 0;
    let exchanges = 0;
    for (let ringEnd = 1; at < this.reached.length && this.looks < LOOKS; ringEnd = this.reached.length, exchanges++) {
      for (; at < ringEnd && this.looks < LOOKS; at++) {
        const usable = this.#plan.views.lots(this.reached[at]!);
        this.looks += usable.length;
        for (const lot of usable) {
          if (this.#seenLot[lot] === this.#round) continue;
          this.#seeLot(lot);
          if (this.#seeHolders(lot, exchanges, ends)) {
            // The steps that led to a known side cost nothing: the searches that found it have counted them.
            this.looks = 0;
            return undefined;
          }
        }
      }
    }
    const stock = Number.isSafeInteger(this.#stock) ? this.#stock : this.#exactStock();
    return { lots: this.#lots, lines: this.#lines, stock, isWhole: at === this.reached.length };
  }

  /** The first holders beyond the direct ones: nearest first, then largest. */
  farHolders(count: number): Competitor[] {
    const exchanges = this.#exchangesOf;
    const quantity = this.#quantityOf;
    return this.#beyond
      .sort((a, b) => exchanges[a]! - exchanges[b]! || quantity[b]! - quantity[a]! || a - b)
      .slice(0, count)
      .map((holder) => {
        const { id, document } = this.#plan.c.source.lines[holder]!;
        const lineQuantity = BigInt(quantity[holder]!);
        return { line: id, document, lineQuantity, exchanges: exchanges[holder]! };
      });
  }

  #begin(line: number, isNaming: boolean): void {
    const { c, units, views } = this.#plan;
    const start = views.of(line);
    this.#round++;
    this.#lots = 0;
    this.#lines = 0;
    this.#stock = 0;
    this.looks = 0;
    this.reached = [start];
    this.#beyond = [];
    this.#isNaming = isNaming;
    this.#scale = units.itemScale[c.lineItem[line]!]!;
    this.#seenView[start] = this.#round;
  }

  #seeLot(lot: number): void {
    const { c, units } = this.#plan;
    this.#seenLot[lot] = this.#round;
    this.#lots++;
    this.#stock += c.lotQuantity[lot]! * units.cellScale[c.lotCell[lot]!]!;
  }

  /** Reaches the views of those who hold a lot. @returns true when the search may end there. */
  #seeHolders(lot: number, exchanges: number, ends: ((view: number) => boolean) | undefined): boolean {
    const { c, units, views, holdings } = this.#plan;
    const cellScale = units.cellScale[c.lotCell[lot]!]!;
    const end = holdings.start[lot + 1]!;
    this.looks += end - holdings.start[lot]!;
    for (let i = holdings.start[lot]!; i < end; i++) {
      const part = holdings.parts[i]!;
      const holder = holdings.partLine[part]!;
      if (this.#seenLine[holder] !== this.#round) this.#seeHolder(holder, exchanges);
      if (this.#isNaming) {
        this.#quantityOf[holder]! += mulDivFloor(holdings.partQuantity[part]!, cellScale, this.#scale);
      }
      const view = views.of(holder);
      if (this.#seenView[view] === this.#round || this.#isPinned(part)) continue;
      if (ends?.(view)) return true;
      this.#seenView[view] = this.#round;
      this.reached.push(view);
    }
    return false;
  }

  #seeHolder(holder: number, exchanges: number): void {
    this.#seenLine[holder] = this.#round;
    this.#lines++;
    this.#exchangesOf[holder] = exchanges;
    this.#quantityOf[holder] = 0;
    if (exchanges > 0 && this.#isNaming) this.#beyond.push(holder);
  }

  /** The stock of the lots that the last search saw, where floats would round it. */
  #exactStock(): bigint {
    const { c, units, views } = this.#plan;
    let stock = 0n;
    for (const lot of new Set(this.reached.flatMap((view) => views.lots(view)))) {
      if (this.#seenLot[lot] !== this.#round) continue;
      stock += BigInt(c.lotQuantity[lot]!) * BigInt(units.cellScale[c.lotCell[lot]!]!);
    }
    return stock;
  }
}
