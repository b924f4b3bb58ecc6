import type { ItemOf } from '../../api/operations.ts';
import { paths } from '../../paths.ts';

type FoundRecord = ItemOf<'listFindingRecords'>;

/** What a kind of record is called. */
export const KIND: Readonly<Record<FoundRecord['kind'], string>> = {
  line: 'Dòng bán Bravo',
  document: 'Chứng từ Bravo',
  invoice: 'Hóa đơn',
  partner: 'Khách Bravo',
  item: 'Vật tư Bravo',
  product: 'Hàng hóa AMIS',
  stock: 'Tồn kho AMIS',
  connection: 'Nối mã hàng',
  entry: 'Dòng sổ bán hàng AMIS',
  new_customer: 'Khách mới',
  profile: 'Hồ sơ',
  rule: 'Quy tắc hóa đơn',
  period: 'Kỳ',
};

/** Where a record is opened: itself where it has a page or a drawer, else the list that it stands in, narrowed to it. */
export function placeOfRecord({ kind, id, targetId, profileId, item, reference }: FoundRecord): string | undefined {
  switch (kind) {
    case 'invoice':
      return targetId ? paths.invoice(targetId) : undefined;
    case 'line':
    case 'document':
      return targetId ? paths.bravoSale(targetId) : undefined;
    case 'partner':
      return paths.bravoPartners({ id });
    case 'item':
      return paths.bravoItems({ id });
    case 'product':
    case 'stock':
      return profileId ? paths.products(profileId, targetId ? { id: targetId } : { q: id }) : undefined;
    case 'connection':
      return profileId ? paths.productConnections(profileId, { q: item, factorMissing: 'true' }) : undefined;
    case 'entry':
      return paths.reconciliation({ tab: 'entries', q: reference });
    case 'new_customer':
      return paths.invoices({ buyerSource: 'new_customer', q: id });
    case 'profile':
      return targetId ? paths.amisProfiles({ edit: targetId }) : paths.amisProfiles();
    case 'rule':
      return paths.rules();
    case 'period':
      return paths.home({ settings: 'true' });
  }
}
