import type { Day } from '../../day.ts';

/** An issued invoice as the list of an adjusting invoice names it. */
export type CorrectedInvoice = {
  readonly profile: string;
  readonly voucherNumber: string;
  readonly form: string;
  /** Empty where the ledger of AMIS has no column of it. */
  readonly symbol: string;
  /** Empty while AMIS has not given one. */
  readonly number: string;
  readonly date: Day | undefined;
  /** True: AMIS has a document that adjusts this invoice; whether for the same thing is for a person to see. */
  readonly isAdjusted: boolean;
};
