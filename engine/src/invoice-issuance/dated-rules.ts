import type { Day } from '../day.ts';
import type { VatRate } from '../vat-rate.ts';

/** A reduction of VAT by law: supplies dated within it take `reducedRate` instead of `standardRate`. */
export type VatReductionRule = {
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly standardRate: VatRate;
  readonly reducedRate: VatRate;
  /** Decree or resolution. */
  readonly source: string;
  /** False while no professional has confirmed the rule: it is then shown as such. */
  readonly isConfirmed: boolean;
};

/** Days on which nobody has to issue an invoice, both included. */
export type Holiday = {
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly name: string;
  readonly source: string;
  readonly isConfirmed: boolean;
};

/** How an unidentified individual buyer is written on an invoice dated on or after `fromDate`. */
export type ConsumerText = {
  readonly fromDate: Day;
  readonly text: string;
  readonly source: string;
  readonly isConfirmed: boolean;
};
