import type { Day } from '../../day.ts';

/** A number of an invoice in another period's ledger. */
export type NumberElsewhere = {
  readonly profile: string;
  readonly invoiceNumber: string;
  readonly invoiceSymbol: string;
  readonly invoiceDate: Day;
};
