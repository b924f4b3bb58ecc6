import { compareTaxCodes } from '../tax-code.ts';
import type { TaxInvoice } from './tax-invoice.ts';

/** A profile and its tax code. */
export type OwnTaxCode = { readonly profileCode: string; readonly taxCode: string };

/**
 * The side of an invoice that is ours: `sale` of the profiles in `sellers`, `purchase` of those in `buyers`, `both` between two
 * profiles; else it belongs to none of them and is refused, with the sentence.
 */
export type TaxDirection =
  | {
      readonly direction: 'sale' | 'purchase' | 'both';
      readonly sellers: readonly string[];
      readonly buyers: readonly string[];
    }
  | { readonly direction: 'nobody'; readonly message: string };

/** Whole codes are compared: a branch is neither its parent nor another branch. */
export function directionOf(
  { identity, buyer }: Pick<TaxInvoice, 'identity' | 'buyer'>,
  own: readonly OwnTaxCode[],
): TaxDirection {
  const profilesWith = (taxCode: string | null): string[] =>
    own.filter((one) => compareTaxCodes(one.taxCode, taxCode) === 'same').map(({ profileCode }) => profileCode);
  const [sellers, buyers] = [profilesWith(identity.sellerTaxCode), profilesWith(buyer.taxCode)];
  if (sellers.length > 0) return { direction: buyers.length > 0 ? 'both' : 'sale', sellers, buyers };
  if (buyers.length > 0) return { direction: 'purchase', sellers, buyers };
  const related = own.filter((one) =>
    [identity.sellerTaxCode, buyer.taxCode].some((code) => compareTaxCodes(one.taxCode, code) === 'same_entity'),
  );
  const hint =
    related.length === 0
      ? 'Hãy kiểm tra lại tệp, hoặc khai mã số thuế ấy ở hồ sơ AMIS.'
      : `Cùng pháp nhân với ${related.map(({ profileCode, taxCode }) => `«${profileCode}» ${taxCode}`).join(', ')} nhưng khác chi nhánh.`;
  return {
    direction: 'nobody',
    message: `Hóa đơn của người bán ${identity.sellerTaxCode} cho người mua ${buyer.taxCode ?? 'không có mã số thuế'} không thuộc hồ sơ nào. ${hint}`,
  };
}
