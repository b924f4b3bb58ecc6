import type { IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import type { VatStatement } from '@khop/engine/invoice-issuance/vat/vat-statement.ts';

/** The effect of a regeneration on the invoices: `kept` ones are pinned, exported or exactly as before. */
export type InvoiceChange = {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly kept: number;
};

/** The part of a plan that is kept with the period itself, for the cockpit and the tie-out. */
export type PlanSummary = {
  readonly tieOut: IssuancePlan['tieOut'];
  readonly vatTieOut: IssuancePlan['vatTieOut'];
  readonly vatRounding: number;
  /** The tie-out of VAT with the invoices; absent in plans made before it was kept. */
  readonly vat?: Omit<VatStatement, 'differences'>;
  readonly allocation: IssuancePlan['allocation'];
  readonly warnings: IssuancePlan['warnings'];
  readonly warningCount: number;
  readonly change: InvoiceChange;
  /** With ids of profiles. Absent in plans made before they were kept. */
  readonly ledgerRoles?: IssuancePlan['ledgerRoles'];
  /** The entries that a person had decided to be no sale, with ids of profiles. Absent in plans made before they were kept. */
  readonly decidedNone?: readonly { readonly profile: string; readonly entry: string }[];
  /** Of what the plan was made from; see input-hash.ts. */
  readonly inputHash: string;
  /** Of what must still hold when the invoices leave; absent in plans made before it was kept, which are outdated. */
  readonly groundHash?: string;
  /** Of the catalogues that the plan was made with (input-hash.ts); absent in plans made before it was kept. */
  readonly catalogueHash?: string;
  /** The engine that made the plan (engine-version.ts); absent in plans made before it was kept. */
  readonly madeBy?: string;
};
