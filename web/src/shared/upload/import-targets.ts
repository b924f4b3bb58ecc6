import type { OperationId } from '../../api/operations.ts';
import { PERIOD_READS } from '../invoices/invoice-words.ts';

export type UploadOperation =
  | 'uploadAmisProducts'
  | 'uploadPurchaseLedger'
  | 'uploadAmisPartners'
  | 'uploadBravoItems'
  | 'uploadBravoPartners'
  | 'uploadInvoiceRequirements'
  | 'uploadGivenSales'
  | 'uploadProductConnections'
  | 'uploadPartnerConnections'
  | 'loadAmisInventory'
  | 'loadAmisSalesLedger'
  | 'loadSharedAmisInventory';

/** The target of a file: the call, the values that go with the file, and the reads that it changes. */
export type ImportTarget = {
  /** "Nạp tồn kho AMIS" */
  readonly title: string;
  readonly operation: UploadOperation;
  readonly input: { readonly params?: object; readonly query?: object; readonly body?: object };
  readonly invalidates: readonly OperationId[];
};

type Around = { readonly profileId: string | undefined; readonly periodId: string | undefined };

/** The reads that a file of Bravo's items or partners changes. */
export const ITEM_READS: readonly OperationId[] = [
  'listBravoItems',
  'getBravoItem',
  'getBravoItemFilters',
  'getBravoItemsSyncStats',
];
export const PARTNER_READS: readonly OperationId[] = [
  'listBravoPartners',
  'getBravoPartner',
  'getBravoPartnerFilters',
  'getBravoPartnersSyncStats',
];

/** The target of files of a layout; undefined when the profile or the period that it needs is not known here. */
export function importTargetOf(layout: string, { profileId, periodId }: Around): ImportTarget | undefined {
  if (layout === 'bravo-sales')
    return {
      title: 'Đưa thêm dòng bán hàng',
      operation: 'uploadGivenSales',
      input: {},
      invalidates: ['listSalesLedgers'],
    };
  if (layout === 'bravo-items')
    return {
      title: 'Đưa vật tư bằng tệp',
      operation: 'uploadBravoItems',
      input: {},
      invalidates: ITEM_READS,
    };
  if (layout === 'bravo-partners')
    return {
      title: 'Đưa đối tượng bằng tệp',
      operation: 'uploadBravoPartners',
      input: {},
      invalidates: PARTNER_READS,
    };
  if (layout === 'invoice-requirements')
    return {
      title: 'Đặt yêu cầu hóa đơn',
      operation: 'uploadInvoiceRequirements',
      input: {},
      invalidates: ['listBravoPartners', 'getBravoPartner'],
    };
  return profileId === undefined ? undefined : targetInProfile(layout, profileId, periodId);
}

function targetInProfile(layout: string, profileId: string, periodId: string | undefined): ImportTarget | undefined {
  const body = { profileId };
  switch (layout) {
    case 'amis-products':
      return {
        title: 'Tải lên danh mục hàng hóa',
        operation: 'uploadAmisProducts',
        input: { body },
        invalidates: ['listAmisProducts', 'getAmisProductFilters', 'getProfileStats', 'getProductConnectionStats'],
      };
    case 'amis-purchase-ledger':
      return {
        title: 'Tải lên sổ chi tiết mua hàng',
        operation: 'uploadPurchaseLedger',
        input: { body },
        invalidates: ['listAmisProducts', 'getAmisProduct', 'listAmisPurchases', 'getProfileStats'],
      };
    case 'amis-customers':
    case 'amis-suppliers': {
      const isCustomers = layout === 'amis-customers';
      return {
        title: `Tải lên danh sách ${isCustomers ? 'khách hàng' : 'nhà cung cấp'}`,
        operation: 'uploadAmisPartners',
        input: { body: { profileId, type: isCustomers ? 'customer' : 'supplier' } },
        invalidates: ['listAmisPartners', 'getAmisPartnerFilters', 'getProfileStats', 'getPartnerConnectionStats'],
      };
    }
    case 'product-connections':
    case 'partner-connections':
      return {
        title: 'Tải lên tệp liên kết',
        operation: layout === 'product-connections' ? 'uploadProductConnections' : 'uploadPartnerConnections',
        input: { query: { profileId } },
        invalidates:
          layout === 'product-connections'
            ? ['listProductConnections', 'getProductConnectionStats']
            : ['listPartnerConnections', 'getPartnerConnectionStats'],
      };
    case 'amis-inventory':
    case 'amis-sales-ledger':
      return periodId === undefined
        ? undefined
        : {
            title: layout === 'amis-inventory' ? 'Nạp tồn kho AMIS' : 'Nạp sổ chi tiết bán hàng AMIS',
            operation: layout === 'amis-inventory' ? 'loadAmisInventory' : 'loadAmisSalesLedger',
            input: { params: { id: periodId }, body },
            invalidates: PERIOD_READS,
          };
    default:
      return undefined;
  }
}

/** The profile that goes with a file, wherever its call takes it. */
export function profileOf(input: { readonly query?: unknown; readonly body?: unknown }): string | undefined {
  const of = (part: unknown) => (part as { profileId?: unknown } | undefined)?.profileId;
  const found = of(input.body) ?? of(input.query);
  return typeof found === 'string' ? found : undefined;
}
