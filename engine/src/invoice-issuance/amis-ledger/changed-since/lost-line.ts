import type { Day } from '../../../day.ts';
import type { Quantity } from '../../../quantity.ts';

/** A line that the ledger has lost, as an invoice that has left has it. */
export type LostLine = {
  readonly line: string;
  readonly voucherNumber: string;
  /** The period of the invoice; absent: the own one. */
  readonly period?: string;
  /** Document, day and partner of the sale, as the invoice has them; no partner on one of many. */
  readonly document: string;
  readonly day: Day;
  readonly partner: string;
  /** The items that its product is connected to in the books of the invoice. */
  readonly items: readonly string[];
  readonly baseQuantity: Quantity;
  readonly amount: number;
};
