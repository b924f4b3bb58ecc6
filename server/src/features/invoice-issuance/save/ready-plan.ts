import { createHash } from 'node:crypto';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { type VatStatement, vatStatement } from '@khop/engine/invoice-issuance/vat/vat-statement.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { catalogueHash, groundHash } from '../load/input-hash.ts';
import { type ForcedChanges, forcedChanges } from './forced-changes.ts';
import { type LineResult, resultsOf } from './save-line-results.ts';

/** A plan with everything that can be computed of it before its period is locked. */
export type ReadyPlan = {
  readonly input: IssuanceInput;
  readonly inputHash: string;
  readonly plan: IssuancePlan;
  /** The plan in force while the input was read; undefined when there is none. It is so still if the input is. */
  readonly before: IssuancePlan | undefined;
  readonly forced: ForcedChanges;
  readonly fingerprints: ReadonlyMap<PlannedInvoice, string>;
  readonly results: ReadonlyMap<string, LineResult>;
  readonly vat: VatStatement;
  readonly groundHash: string;
  readonly catalogueHash: string;
};

/** Computes it: people who want to change the period wait only for what is written. */
export function readyPlan(
  input: IssuanceInput,
  inputHash: string,
  plan: IssuancePlan,
  before: IssuancePlan | undefined,
): ReadyPlan {
  return {
    input,
    inputHash,
    plan,
    before,
    forced: forcedChanges(input, before ?? { ...plan, invoices: [] }, plan),
    fingerprints: new Map(plan.invoices.map((invoice) => [invoice, fingerprintOf(invoice)])),
    results: resultsOf(input, plan),
    vat: vatStatement(input.lines, plan),
    groundHash: groundHash(input),
    catalogueHash: catalogueHash(input),
  };
}

/** Hash of an invoice's content, without its state. Quantities are bigints, written as their decimal text. */
const fingerprintOf = ({ status: _status, pinned: _pinned, ...content }: PlannedInvoice): string =>
  createHash('sha256')
    .update(JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? formatQuantity(value) : value)))
    .digest('base64url');
