import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import { isConsolidated } from '../../rules/consolidation.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';
import type { Remedies } from './remedies.ts';

/**
 * True when the ledger has a line in another branch than the invoice that holds it. A consolidated invoice is of all branches, and a
 * discount may be of another document than its goods.
 */
export const hasOtherBranch = (invoice: PlannedInvoice, { kind, branchCode }: SalesLine): boolean =>
  kind !== 'discount' && !invoice.bravoDocument.startsWith(`${branchCode}/`) && !isConsolidated(invoice);

/**
 * Invoices that have left, and whose sale the ledger has in a branch by now that their profile does not issue for: another entity is the seller.
 * The books balance, so that nothing else tells of them. Lines that are left out are told as such. Where AMIS has taken these goods off the
 * invoice, all is done.
 */
export function changedBranches(
  { ledger, kept, excluded }: Seen,
  issuers: IssuanceInput['period']['issuers'],
  { isTakenOff }: Pick<Remedies, 'isTakenOff'>,
): Warning[] {
  const isOut = new Set(excluded.map(({ line }) => line));
  return kept.flatMap((invoice): readonly Warning[] => {
    if (invoice.status === 'draft') return NONE;
    const { profile, voucherNumber, key } = invoice;
    const moved = linesOf(invoice, ledger).filter(
      (line) =>
        hasOtherBranch(invoice, line) && !(issuers[line.branchCode] ?? []).includes(profile) && !isOut.has(line.id),
    );
    if (moved.length === 0 || isTakenOff(invoice, new Set(moved.map(({ id }) => id)))) return NONE;
    const branches = [...new Set(moved.map(({ branchCode }) => `«${branchCode}»`))].sort().join(', ');
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao, mà Bravo nay ghi ${moved.length} dòng bán của nó ở chi nhánh ${branches}, nơi hồ sơ «${profile}» không được khai báo xuất.`;
    return [{ code: 'KEPT_INVOICE_BRANCH', message, profile, invoice: key }];
  });
}

type Seen = {
  readonly ledger: Pick<LedgerIndex, 'lineOf'>;
  readonly kept: readonly PlannedInvoice[];
  readonly excluded: IssuancePlan['excluded'];
};

const NONE: readonly Warning[] = [];
