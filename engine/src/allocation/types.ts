import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { Factor, Quantity } from '../quantity.ts';

/** Stock of one product in one warehouse of one profile, usable by sales dated on or after `availableFrom`. */
export type Lot = {
  readonly id: string;
  readonly profile: string;
  readonly warehouse: string;
  readonly product: string;
  readonly availableFrom: Day;
  /** AMIS units; negative stock counts as none. */
  readonly quantity: Quantity;
  /** Each allocation's draw from the lot is a multiple of this, in AMIS units. */
  readonly step?: Quantity;
};

/** A hand-kept allocation: this much of the line (Bravo base units) comes from this lot. */
export type PinnedPart = { readonly lot: string; readonly lineQuantity: Quantity };

/** One goods line of the sales ledger. */
export type SaleLine = {
  readonly id: string;
  readonly document: string;
  /** Lines of one profile with this text go on one invoice, whatever their documents are; the document when absent. */
  readonly together?: string;
  readonly date: Day;
  /** 1 = the buyer asked for an invoice. */
  readonly priority: 1 | 2;
  readonly item: string;
  /** Bravo base units, not negative. */
  readonly quantity: Quantity;
  /** Đồng, not negative; accrues in proportion to the quantity served. */
  readonly amount: Vnd;
  /** The profiles that may issue for this line; all when absent, none when empty. */
  readonly profiles?: readonly string[];
  readonly pinned?: readonly PinnedPart[];
  /** Each allocation's lineQuantity is a multiple of this, in Bravo base units. */
  readonly step?: Quantity;
};

/** A connection: one Bravo base unit of the item is `factor` AMIS units of the product. */
export type Connection = {
  readonly item: string;
  readonly profile: string;
  readonly product: string;
  readonly factor: Factor;
  /** Among the products of one profile that serve an item equally well, the lowest is drawn from first; 0 when absent. */
  readonly priority?: number;
};

export type PreviousPart = {
  readonly line: string;
  readonly lot: string;
  readonly lineQuantity: Quantity;
  /**
   * Parts with the same text were on one invoice; when absent, `together` or the document, with the profile, decides.
   */
  readonly invoice?: string;
};

export type AllocationInstance = {
  readonly lots: readonly Lot[];
  readonly lines: readonly SaleLine[];
  readonly links: readonly Connection[];
  /** The allocations of the last plan; among equally good plans the closest to it is preferred. */
  readonly previous?: readonly PreviousPart[];
};

export type Allocation = {
  readonly line: string;
  readonly lot: string;
  /** AMIS units drawn from the lot. */
  readonly quantity: Quantity;
  /** Bravo base units of the line that this serves. */
  readonly lineQuantity: Quantity;
  readonly amount: Vnd;
};

export type ShortageReason =
  /** The item has no connection at all. */
  | 'ITEM_NOT_CONNECTED'
  /** The item is connected, but in no profile that may issue for the line (or none may). */
  | 'ISSUER_NOT_DECLARED'
  /** The connected products never have the missing stock, on any day; or what is free of it does not fit the steps. */
  | 'NO_STOCK'
  /** The stock exists, but only from a day after the sale. */
  | 'STOCK_AFTER_SALE'
  /** Stock existed on the day and other lines received it. */
  | 'TAKEN_BY_OTHERS'
  /** The line has an amount and no quantity: nothing can be drawn for it. */
  | 'NEEDS_REVIEW';

/**
 * A line that holds stock on the short line's side of the minimum cut. `lineQuantity` is in the SHORT line's base unit.
 * `exchanges` is 0 when the short line itself could use that stock, 1 when a holder of such stock could use it instead
 * and so leave the other, and so on.
 */
export type Competitor = {
  readonly line: string;
  readonly document: string;
  readonly lineQuantity: Quantity;
  readonly exchanges: number;
};

/**
 * The short line's side of the minimum cut: all stock that it could reach if lines changed places. The lines of the side
 * hold all of it: the short line can only gain what one of them loses.
 */
export type ShortageCut = {
  readonly lots: number;
  /** Lines that hold this stock, the short one included if it received some. */
  readonly lines: number;
  /** In the base unit of the short line. */
  readonly stock: Quantity;
  /** False when the side is so large that only its nearest part is counted. */
  readonly isWhole: boolean;
};

/**
 * The numbers behind a shortage. All quantities are in the base unit of the short line, over the stock of the
 * products connected to its item in the profiles that may issue for it.
 */
export type ShortageDetail = {
  readonly needed: Quantity;
  readonly given: Quantity;
  readonly missing: Quantity;
  /** Stock of all lots, whatever their day. */
  readonly stockEver: Quantity;
  /** Stock of the lots that exist on the day of the sale. */
  readonly stockByDate: Quantity;
  /** Of `stockByDate`, what other lines received. */
  readonly takenByOthers: Quantity;
  /** The part of `stockByDate` that no line received: below a step, or below a millionth. */
  readonly freeByDate: Quantity;
  /**
   * True when the missing quantity is less than one step of every lot that the line may use: no stock would serve it.
   */
  readonly isBelowStep?: boolean;
  /** Stock of products connected to the item in profiles that may NOT issue for the line, existing and not drawn on the day. */
  readonly freeInOtherProfiles: Quantity;
  /** The first day after the sale on which more stock arrives, with the stock arriving after the sale. */
  readonly nextArrival?: { readonly day: Day; readonly quantity: Quantity };
  /** Stock of the same products that arrives after the sale and that no line received. */
  readonly freeLater: Quantity;
  /**
   * The quantity that short lines of the same connected goods miss and that comes before this line, or level with it:
   * new stock may serve them first. This much and the line's own missing quantity serve the line whole. Absent where
   * factors contradict one another.
   */
  readonly missingAhead?: Quantity;
  /** Present for TAKEN_BY_OTHERS, unless factors contradict one another. */
  readonly cut?: ShortageCut;
  /** Up to five of the lines on the short line's side of the cut: nearest first, then the largest. */
  readonly competitors: readonly Competitor[];
  /** The number of other lines that draw on `stockByDate`; of more than are named, that of their draws. */
  readonly competitorCount: number;
};

export type Shortage = {
  readonly line: string;
  readonly lineQuantity: Quantity;
  readonly amount: Vnd;
  readonly reason: ShortageReason;
  readonly detail: ShortageDetail;
};

export type AllocationStats = {
  /** Đồng of all lines. */
  readonly amount: Vnd;
  readonly allocatedAmount: Vnd;
  /** Đồng allocated to lines of priority 1. */
  readonly priority1Amount: Vnd;
  readonly documentProfilePairs: number;
  /** No plan of the same value has fewer (document, profile) pairs than this. */
  readonly documentProfilePairsBound: number;
  /** (upper bound of the allocatable amount − allocatedAmount) / upper bound; 0 when the plan is optimal to the đồng per allocation. */
  readonly gap: number;
  /** The exact linear-programming optimum in đồng, rounded down: the upper bound that `gap` is measured against. */
  readonly amountBound: Vnd;
  readonly ms: number;
};

/** A pinned part that a law forbids, in whole or in part; the rest of it is honoured. */
export type RefusedPin = {
  readonly line: string;
  readonly lot: string;
  readonly lineQuantity: Quantity;
  readonly reason:
    | 'LOT_UNKNOWN'
    | 'ITEM_NOT_CONNECTED'
    | 'ISSUER_NOT_DECLARED'
    | 'STOCK_AFTER_SALE'
    | 'NO_STOCK'
    | 'OVER_LINE'
    | 'BELOW_STEP';
};

export type AllocationPlan = {
  readonly allocations: readonly Allocation[];
  readonly shortages: readonly Shortage[];
  readonly stats: AllocationStats;
  /** Present only when a pin could not be honoured. */
  readonly refusedPins?: readonly RefusedPin[];
};

export type AllocateOptions = {
  /** A clock in milliseconds for `stats.ms`, which is 0 without one. */
  readonly clock?: () => number;
  /** Called with a share between 0 and 1 and the stage's name. */
  readonly onProgress?: (share: number, stage: AllocationStage) => void;
};

export type AllocationStage = 'read' | 'value' | 'documents' | 'write';
