import { compare } from '../../order.ts';
import { ownNumber, stemOf } from '../../voucher-number.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import type { InvoiceDraft } from './build.ts';

const ORDINAL = /^\d{1,15}$/;

/** Voucher numbers of a profile that are in use: the highest ordinal by stem, and each of them. */
export type UsedNumbers = { readonly last: Map<string, number>; readonly has: (voucher: string) => boolean };

/**
 * Numbers the vouchers: `<prefix><yyyyMM>-<00001>` by the month of the sale, per profile, in order of date and then
 * document. An invoice that had a number keeps it; new ones continue after the highest number ever seen in our books or
 * in AMIS, so that no number is given to a second invoice. `summedOf` are numbers of invoices that are not among the kept ones.
 */
export function numberVouchers(
  input: Pick<IssuanceInput, 'profiles' | 'kept' | 'previousVouchers'>,
  drafts: readonly InvoiceDraft[],
  summedOf: (profile: string) => UsedNumbers | undefined,
): PlannedInvoice[] {
  const previous = input.previousVouchers ?? {};
  const seen = highestOf(Object.values(previous));
  const draftsOf = Map.groupBy(drafts, (draft) => draft.profile);
  const keptOf = Map.groupBy(input.kept, (invoice) => invoice.profile);
  const numbered: PlannedInvoice[] = [];
  for (const { terms, salesLedger } of input.profiles) {
    const own = (draftsOf.get(terms.code) ?? []).toSorted(byDateThenDocument);
    const kept = keptOf.get(terms.code) ?? [];
    const last = new Map(seen);
    const summed = summedOf(terms.code);
    for (const [stem, ordinal] of summed?.last ?? []) last.set(stem, Math.max(last.get(stem) ?? 0, ordinal));
    highestOf(
      kept.map((invoice) => invoice.voucherNumber),
      last,
    );
    highestOf(
      salesLedger.map((entry) => entry.voucherNumber),
      last,
    );
    const taken = new Set(kept.map((invoice) => invoice.voucherNumber));
    const keeps = numbersKept(own, previous, (number) => taken.has(number) || summed?.has(number) === true);
    for (const draft of own) {
      let voucherNumber = keeps.get(draft.key);
      if (voucherNumber === undefined) {
        const stem = stemOf(terms.voucherPrefix, draft.documentDate);
        const ordinal = (last.get(stem) ?? 0) + 1;
        last.set(stem, ordinal);
        voucherNumber = ownNumber(stem, ordinal);
      }
      numbered.push({ ...draft, voucherNumber });
    }
  }
  return numbered;
}

/** Draft → the number that it had, unless another invoice has it. */
function numbersKept(
  drafts: readonly InvoiceDraft[],
  previous: Readonly<Record<string, string>>,
  isTaken: (voucher: string) => boolean,
): Map<string, string> {
  const had = drafts.filter(({ key }) => Object.hasOwn(previous, key));
  const keeps = new Map<string, string>();
  if (had.length === 0) return keeps;
  const given = new Set<string>();
  for (const { key } of had) {
    const number = previous[key]!;
    if (isTaken(number) || given.has(number)) continue;
    given.add(number);
    keeps.set(key, number);
  }
  return keeps;
}

/** The highest ordinal per stem of voucher numbers, added to `last`. */
export function highestOf(vouchers: Iterable<string>, last = new Map<string, number>()): Map<string, number> {
  for (const voucher of vouchers) {
    const dash = voucher.lastIndexOf('-');
    const ordinal = voucher.slice(dash + 1);
    if (dash < 1 || !ORDINAL.test(ordinal)) continue;
    const stem = voucher.slice(0, dash);
    last.set(stem, Math.max(last.get(stem) ?? 0, Number(ordinal)));
  }
  return last;
}

const byDateThenDocument = (a: InvoiceDraft, b: InvoiceDraft): number =>
  compare(a.date, b.date) ||
  compare(a.documentDate, b.documentDate) ||
  compare(a.bravoDocument, b.bravoDocument) ||
  compare(a.key, b.key);
