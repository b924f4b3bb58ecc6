import type { OutputOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import type { Reason } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';

export type Remedy = Readonly<{ label: string; to: string }>;
type Where = Readonly<{
  reason: Reason;
  sale: Pick<OutputOf<'getPeriodSale'>, 'branchCode' | 'partnerCode'>;
  itemCode: string;
  period: Pick<Period, 'issuers' | 'profiles'>;
}>;

/** The screens where the remedy of a shortage is carried out, those of the profiles that may issue for its branch first. */
export function remediesOf({ reason, sale, itemCode, period }: Where): Remedy[] {
  const issuers = (period.issuers[sale.branchCode] ?? []).flatMap(
    (id) => period.profiles.find((profile) => profile.id === id) ?? [],
  );
  const each = (label: string, to: (profileId: string) => string): Remedy[] =>
    issuers.map(({ id, code }) => ({ label: `${label} ${code}`, to: to(id) }));
  switch (reason) {
    case 'ITEM_NOT_CONNECTED':
      return each('Nối với mã hàng của', (id) => paths.productConnections(id, { new: 'true', bravo: itemCode }));
    case 'FACTOR_MISSING':
      return each('Nhập hệ số ở', (id) => paths.productConnections(id, { q: itemCode, factorMissing: 'true' }));
    case 'NO_STOCK':
    case 'STOCK_AFTER_SALE':
    case 'TAKEN_BY_OTHERS':
    case 'VAT_RATE_UNKNOWN':
      return each('Các mã đã nối ở', (id) => paths.productConnections(id, { q: itemCode }));
    case 'INVOICE_REQUIREMENT_UNSET':
      return [{ label: `Đánh dấu khách ${sale.partnerCode}`, to: paths.bravoPartners({ q: sale.partnerCode }) }];
    case 'BUYER_INCOMPLETE':
      return each('Khách hàng của', (id) => paths.customers(id));
    case 'ISSUER_NOT_DECLARED':
      return [{ label: `Khai báo hồ sơ xuất cho chi nhánh ${sale.branchCode}`, to: paths.home({ settings: 'true' }) }];
    case 'NO_BASIS':
      return [{ label: `Khai báo căn cứ cho chi nhánh ${sale.branchCode}`, to: paths.home({ settings: 'true' }) }];
    case 'ISSUER_STOPPED':
      return [{ label: 'Xem ngày ngừng sử dụng hóa đơn', to: paths.amisProfiles() }];
    case 'PROFILE_LOCKED':
      return [{ label: 'Xem ngày khóa sổ của hồ sơ', to: paths.amisProfiles() }];
    case 'NEXT_YEAR':
      return [{ label: 'Xem ký hiệu của hồ sơ', to: paths.amisProfiles() }];
    default:
      return [];
  }
}
