import type { PartnerType } from '@khop/contract/amis/resources.ts';
import { UploadDialog } from '../../shared/upload/upload-dialog.tsx';
import { UploadMenu } from '../../shared/upload/upload-menu.tsx';

/** Product catalogue and purchase ledger of a profile. */
export function ProductUploads({ profileId, primary = false }: { profileId: string; primary?: boolean }) {
  return (
    <UploadMenu
      primary={primary}
      profileId={profileId}
      choices={[
        {
          label: 'Danh mục hàng hóa',
          layout: 'amis-products',
          dialog: (onClose) => (
            <UploadDialog
              title="Tải lên danh mục hàng hóa"
              hint="Tệp Excel xuất từ AMIS: Danh mục › Hàng hóa, dịch vụ. Giữ nguyên tệp, không cần sửa cột."
              operation="uploadAmisProducts"
              input={{ body: { profileId } }}
              invalidates={[
                'listAmisProducts',
                'getAmisProductFilters',
                'getProfileStats',
                'getProductConnectionStats',
              ]}
              onClose={onClose}
            />
          ),
        },
        {
          label: 'Sổ chi tiết mua hàng',
          layout: 'amis-purchase-ledger',
          dialog: (onClose) => (
            <UploadDialog
              title="Tải lên sổ chi tiết mua hàng"
              hint="Tệp Excel xuất từ AMIS: Báo cáo › Sổ chi tiết mua hàng. Giá mua và ngày nhập hàng được lấy từ đây."
              operation="uploadPurchaseLedger"
              input={{ body: { profileId } }}
              invalidates={['listAmisProducts', 'getAmisProduct', 'listAmisPurchases', 'getProfileStats']}
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  );
}

/** The list of customers or suppliers of a profile. */
export function PartnerUploads({
  profileId,
  type,
  primary = false,
}: {
  profileId: string;
  type: PartnerType;
  primary?: boolean;
}) {
  const what = type === 'customer' ? 'khách hàng' : 'nhà cung cấp';
  return (
    <UploadMenu
      primary={primary}
      profileId={profileId}
      choices={[
        {
          label: `Danh sách ${what}`,
          layout: type === 'customer' ? 'amis-customers' : 'amis-suppliers',
          dialog: (onClose) => (
            <UploadDialog
              title={`Tải lên danh sách ${what}`}
              hint={`Tệp Excel xuất từ AMIS: Danh mục › Đối tượng › ${type === 'customer' ? 'Khách hàng' : 'Nhà cung cấp'}. Giữ nguyên tệp.`}
              operation="uploadAmisPartners"
              input={{ body: { type, profileId } }}
              invalidates={[
                'listAmisPartners',
                'getAmisPartnerFilters',
                'getProfileStats',
                'getPartnerConnectionStats',
              ]}
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  );
}
