import type { SalesLine } from '../../../bravo/sales-line.ts';
import { isConsolidated } from '../../rules/consolidation.ts';
import type { IssuanceInput, PlannedInvoice } from '../../types.ts';
import type { TellOfLeft } from './left-invoices.ts';
import type { Remedies } from './remedies.ts';

/**
 * True when the ledger has a line in another branch than the invoice that holds it. A consolidated invoice is of all branches, and a
 * discount may be of another document than its goods.
 */
export const hasOtherBranch = (invoice: PlannedInvoice, { kind, branchCode }: SalesLine): boolean =>
  kind !== 'discount' && !invoice.bravoDocument.startsWith(`${branchCode}/`) && !isConsolidated(invoice);

/**
 * An invoice that has left, and whose sale the ledger has in a branch by now that its profile does not issue for: another entity is the seller.
 * The books balance, so that nothing else tells of it. Where AMIS has taken these goods off the invoice, all is done.
 */
export const changedBranch =
  (issuers: IssuanceInput['period']['issuers'], { isTakenOff }: Pick<Remedies, 'isTakenOff'>): TellOfLeft =>
  (invoice, lines) => {
    const { profile, voucherNumber, key } = invoice;
    const moved = lines.filter(
      (line) => hasOtherBranch(invoice, line) && !(issuers[line.branchCode] ?? []).includes(profile),
    );
    if (moved.length === 0 || isTakenOff(invoice, new Set(moved.map(({ id }) => id)))) return undefined;
    const branches = [...new Set(moved.map(({ branchCode }) => `«${branchCode}»`))].sort().join(', ');
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao, mà Bravo nay ghi ${moved.length} dòng bán của nó ở chi nhánh ${branches}, nơi hồ sơ «${profile}» không được khai báo xuất.`;
    return { code: 'KEPT_INVOICE_BRANCH', message, profile, invoice: key };
  };
