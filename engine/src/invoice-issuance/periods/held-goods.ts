import type { Day } from '../../day.ts';
import type { Quantity } from '../../quantity.ts';
import type { ProfileBooks } from '../books.ts';

/** Goods that invoices of another period hold, in AMIS units. */
export type HeldGoods = {
  readonly period: string;
  readonly profile: string;
  readonly warehouse: string;
  readonly product: string;
  readonly day: Day;
  readonly quantity: Quantity;
};

/** The knowledge of a period that begins after this one about a profile's goods. */
export type LaterPeriod = {
  readonly name: string;
  readonly profile: string;
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly books: Pick<ProfileBooks, 'inventory' | 'purchases' | 'salesLedger' | 'moments'>;
  /**
   * Goods that invoices of other periods than this one take or will take of them, and that neither its stock report nor its
   * ledger shows as gone yet.
   */
  readonly held: readonly HeldGoods[];
  /** Keys of invoices of this period that its stock report already shows as gone. */
  readonly contained: readonly string[];
};

/** The other periods that share profiles with this one, as far as they concern its stock; see docs/decisions/0027. */
export type OtherPeriods = {
  /** Goods that earlier periods hold and that this period's stock reports still count as there. */
  readonly reserved: readonly HeldGoods[];
  readonly later: readonly LaterPeriod[];
};

/** Invoices of a profile in another open period that have no number yet, of one date. */
export type OpenElsewhere = {
  readonly period: string;
  readonly profile: string;
  /** `draft`: they keep the day of their sale; `exported`: they have left. */
  readonly status: 'draft' | 'exported';
  readonly date: Day;
  readonly count: number;
};
