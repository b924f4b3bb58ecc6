import { normaliseTaxCode } from '../../../tax-code.ts';
import type { ProfileBooks, ProfileTerms } from '../../books.ts';
import type { Finding } from '../../findings/finding.ts';
import type { IssuanceInput } from '../../types.ts';

/** Prefixes under which two profiles could give the same number: the number alone would not say whose invoice it is. */
export const sharedPrefixes = ({ profiles }: Pick<IssuanceInput, 'profiles'>): Finding[] =>
  shared(profiles, ({ voucherPrefix }) => voucherPrefix).map(([prefix, own]) => ({
    code: 'VOUCHER_PREFIX_SHARED',
    severity: 'warn',
    message: `${codesOf(own)} dùng chung tiền tố số chứng từ «${prefix}»: số chứng từ của hai hồ sơ có thể trùng nhau.`,
    remedy: 'Đặt tiền tố riêng cho từng hồ sơ.',
    ...about(own),
  }));

/**
 * Symbols in which two profiles of one seller would issue: their numbers run through each other, and as each keeps its own last
 * day, dates of the symbol may go back (law.md, N2). One that is out of use issues nothing.
 */
export const sharedSymbols = ({ profiles }: Pick<IssuanceInput, 'profiles'>): Finding[] =>
  shared(
    profiles.filter(({ terms }) => terms.isActive !== false),
    ({ taxCode, invoiceForm, invoiceSymbol }) =>
      taxCode === '' || invoiceSymbol === '' ? '' : `${normaliseTaxCode(taxCode)} ${invoiceForm}${invoiceSymbol}`,
  ).map(([key, own]) => {
    const [seller, symbol] = key.split(' ');
    return {
      code: 'INVOICE_SYMBOL_SHARED',
      severity: 'warn',
      message: `${codesOf(own)} cùng mã số thuế ${seller} và cùng ký hiệu hóa đơn ${symbol}: số hóa đơn của các hồ sơ xen nhau, và ngày hóa đơn trong ký hiệu có thể lùi, vì Khớp giữ ngày hóa đơn cuối của từng hồ sơ.`,
      remedy:
        'Đăng ký ký hiệu riêng cho từng hồ sơ rồi ghi ở hồ sơ; một đơn vị chỉ dùng một ký hiệu thì để một hồ sơ lập hóa đơn.',
      ...about(own),
    };
  });

/** Values that several profiles have in common, with these profiles. */
const shared = (
  profiles: readonly ProfileBooks[],
  of: (terms: ProfileTerms) => string,
): (readonly [string, readonly ProfileBooks[]])[] =>
  [...Map.groupBy(profiles, ({ terms }) => of(terms))].filter(([key, own]) => key !== '' && own.length > 1);

const codesOf = (own: readonly ProfileBooks[]): string => own.map(({ terms }) => `«${terms.code}»`).join(', ');

const about = (own: readonly ProfileBooks[]): Pick<Finding, 'count' | 'about'> => ({
  count: own.length,
  about: own.map(({ terms }) => ({ kind: 'profile', id: terms.code, profile: terms.code })),
});
