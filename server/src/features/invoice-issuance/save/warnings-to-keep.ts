import { BLOCKS } from '@khop/engine/invoice-issuance/findings/finding.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';

const OF_INVOICES_KEPT = 1000;
const OTHERS_KEPT = 20_000;

/**
 * The warnings that are stored with a plan: every one that may stop an export, and the first of the others. Those of
 * single invoices are kept beside the invoice as well, so the first of them are only for show.
 */
export function warningsToKeep(warnings: readonly Warning[]): Warning[] {
  let ofInvoices = 0;
  let others = 0;
  return warnings.filter(({ code, invoice }) => {
    if (Object.hasOwn(BLOCKS, code)) return true;
    return invoice === undefined ? others++ < OTHERS_KEPT : ofInvoices++ < OF_INVOICES_KEPT;
  });
}
