import type { ProfileBooks } from '../books.ts';
import type { IssuanceInput } from '../types.ts';
import { cancelsAllowedOn, mayCancelOf } from './cancels.ts';
import { withLiveLedger } from './invoice-references.ts';

/** The books of every profile without the entries that are void. */
export function liveProfiles({
  profiles,
  kept,
  invoiceRules,
}: Pick<IssuanceInput, 'profiles' | 'kept' | 'invoiceRules'>): ProfileBooks[] {
  const isAllowedOn = cancelsAllowedOn(invoiceRules);
  return profiles.map((books) => {
    const own = () => kept.filter(({ profile }) => profile === books.terms.code);
    let vouchers: Set<string> | undefined;
    const isKept = (voucher: string): boolean => {
      vouchers ??= new Set(own().map(({ voucherNumber }) => voucherNumber));
      return vouchers.has(voucher);
    };
    return withLiveLedger(books, mayCancelOf(own, isAllowedOn), isKept);
  });
}
