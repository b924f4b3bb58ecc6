import type { Day } from '../../day.ts';
import type { AmisSalesEntry } from '../books.ts';
import { type InvoiceRules, ruleOn } from '../rules/invoice-rules.ts';
import type { PlannedInvoice } from '../types.ts';
import { fateOf, type InvoiceFate } from './reference-words.ts';

/** Tells whether an entry that is cancelled by its own words really is. */
export type MayCancel = (entry: AmisSalesEntry) => boolean;

/** Tells whether an invoice of a day, once it has a number, may be cancelled. */
export const cancelsAllowedOn =
  ({ cancellations }: Pick<InvoiceRules, 'cancellations'>) =>
  (day: Day): boolean =>
    ruleOn(cancellations, day)!.isAllowed;

/**
 * The entries whose cancelling counts: without a number, of a day on which the law allowed it, or of an invoice of ours
 * (`own`) that was taken for cancelled before: no rule is applied backwards. A number that AMIS has given once stays, also
 * where a later ledger leaves it blank. Source: NĐ 70/2025/NĐ-CP (no cancelling of issued invoices since 01/06/2025).
 */
export function mayCancelOf(own: () => readonly PlannedInvoice[], isAllowedOn: (day: Day) => boolean): MayCancel {
  // Hardly any ledger has a cancelled entry: ours, of which there may be hundreds of thousands, are read when one is found.
  let ours: { readonly cancelled: ReadonlySet<string>; readonly numbered: ReadonlySet<string> } | undefined;
  return ({ voucherNumber, invoiceNumber, invoiceDate, documentDate }) => {
    ours ??= {
      cancelled: vouchersOf(own(), ({ status }) => status === 'cancelled'),
      numbered: vouchersOf(own(), (one) => Boolean(one.invoiceNumber)),
    };
    return (
      (invoiceNumber === '' && !ours.numbered.has(voucherNumber)) ||
      isAllowedOn(invoiceDate ?? documentDate) ||
      ours.cancelled.has(voucherNumber)
    );
  };
}

const vouchersOf = (own: readonly PlannedInvoice[], isWanted: (one: PlannedInvoice) => boolean): Set<string> =>
  new Set(own.filter(isWanted).map((one) => one.voucherNumber));

const saidOf = ({ invoiceState = '', description = '' }: AmisSalesEntry): InvoiceFate | undefined =>
  fateOf(invoiceState) ?? fateOf(description);

/** True where an entry's own words cancel an invoice that may not be cancelled by law: it has to be replaced or adjusted. */
export const isCancelledUnlawfully = (entry: AmisSalesEntry, mayCancel: MayCancel): boolean =>
  saidOf(entry) === 'cancelled' && !mayCancel(entry);

const SAYS_MORE: readonly InvoiceFate[] = ['replaced', 'cancelled', 'adjusted'];

/**
 * The fate that the entries of one voucher tell of it: being replaced says more than being cancelled or adjusted.
 * Cancelled where the law does not allow it is no fate.
 */
export function fateIn(entries: readonly AmisSalesEntry[], mayCancel: MayCancel): InvoiceFate | undefined {
  let told: InvoiceFate | undefined;
  for (const entry of entries) {
    const fate = saidOf(entry);
    if (fate === undefined || (fate === 'cancelled' && !mayCancel(entry))) continue;
    if (told === undefined || SAYS_MORE.indexOf(fate) < SAYS_MORE.indexOf(told)) told = fate;
  }
  return told;
}
