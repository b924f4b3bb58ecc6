import type { ItemOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import type { Period } from '../../../shared/period.tsx';
import { arrivingAt } from '../../../ui/arrival.ts';
import { customersToMark } from '../actions/remedy-address.ts';

export type GroupBy = 'item' | 'partner' | 'reason';
type Group = Pick<ItemOf<'listShortageGroups'>, 'key' | 'reason' | 'branchCode'>;

export const GROUPS: Readonly<Record<GroupBy, string>> = {
  item: 'Vật tư Bravo',
  partner: 'Khách hàng',
  reason: 'Lý do',
};

/** A name inside a sentence: only its first letter is small, for Bravo is a name. */
export const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The parts of a group, part by part: each opens its document, where it may be left out of the period. */
export const partsOfGroup = (by: GroupBy, { key }: Group): string =>
  arrivingAt(
    paths.home({
      tab: 'shortages',
      ...(by === 'item' ? { itemCode: key } : by === 'partner' ? { partnerCode: key } : { reason: key }),
    }),
  );

/** The page that mends the reason of most money of a group; undefined where only its documents tell. */
export function remedyOfGroup(
  by: GroupBy,
  { key, reason, branchCode }: Group,
  period: Pick<Period, 'id' | 'issuers' | 'profileIds'>,
): { readonly label: string; readonly to: string } | undefined {
  const issuer = period.issuers[branchCode]?.[0] ?? period.profileIds[0];
  const item = by === 'item' ? key : '';
  switch (reason) {
    case 'ITEM_NOT_CONNECTED':
      if (!issuer) return undefined;
      return item
        ? { label: 'Nối mã hàng', to: paths.productConnections(issuer, { new: 'true', bravo: item }) }
        : { label: 'Xem gợi ý nối', to: arrivingAt(paths.productSuggestions(issuer)) };
    case 'FACTOR_MISSING':
      if (item) return { label: 'Nhập hệ số', to: paths.bravoItems({ id: item }) };
      return issuer
        ? { label: 'Nhập hệ số', to: arrivingAt(paths.productConnections(issuer, { factorMissing: 'true' })) }
        : undefined;
    case 'NO_STOCK':
    case 'STOCK_AFTER_SALE':
    case 'TAKEN_BY_OTHERS':
    case 'VAT_RATE_UNKNOWN':
      // The item has its connections in every profile; the first issuer may have none of them.
      if (item) return { label: 'Xem mã đã nối', to: paths.bravoItems({ id: item }) };
      return issuer ? { label: 'Xem mã đã nối', to: arrivingAt(paths.productConnections(issuer)) } : undefined;
    case 'INVOICE_REQUIREMENT_UNSET':
      return {
        label: 'Đánh dấu khách',
        to: by === 'partner' ? paths.bravoPartners({ id: key }) : arrivingAt(customersToMark(period.id)),
      };
    case 'BUYER_INCOMPLETE':
      // AMIS knows the customer by another code, if at all.
      if (by === 'partner') return { label: 'Bổ sung thông tin khách', to: paths.bravoPartners({ id: key }) };
      return issuer ? { label: 'Bổ sung thông tin khách', to: arrivingAt(paths.customers(issuer)) } : undefined;
    case 'ISSUER_NOT_DECLARED':
      return { label: 'Khai báo hồ sơ xuất', to: paths.home({ settings: 'true' }) };
    case 'NO_BASIS':
      return { label: 'Khai báo căn cứ', to: paths.home({ settings: 'true' }) };
    case 'ISSUER_STOPPED':
      return { label: 'Xem ngày ngừng', to: paths.amisProfiles(issuer ? { edit: issuer } : {}) };
    case 'PROFILE_LOCKED':
      return { label: 'Xem ngày khóa sổ', to: paths.amisProfiles(issuer ? { edit: issuer } : {}) };
    case 'NEXT_YEAR':
      return { label: 'Xem ký hiệu', to: paths.amisProfiles(issuer ? { edit: issuer } : {}) };
    case 'NEEDS_REVIEW':
      return { label: 'Mở chờ quyết định', to: arrivingAt(paths.reconciliation({ tab: 'reviews' })) };
    default:
      return undefined;
  }
}
