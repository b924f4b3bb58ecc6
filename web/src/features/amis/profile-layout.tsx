import { Outlet } from '@tanstack/react-router';
import { isAbsent } from '../../api/errors.ts';
import { useCall } from '../../api/query.ts';
import { useCrumbs } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { useProfileId } from '../../shared/profile-id.ts';
import { strings } from '../../strings.ts';
import { formatCount } from '../../ui/format/number.ts';
import { TabLinks, TextLink } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** A profile: its name in the breadcrumb, its tabs with how much is in each, and the tab's page below. */
export function ProfileLayout() {
  const profileId = useProfileId();
  const profile = useCall('getProfile', { params: { id: profileId } });
  const stats = useCall('getProfileStats', { params: { id: profileId } });
  useCrumbs([
    { label: strings.nav.profiles, to: paths.amisProfiles() },
    { label: profile.data?.name ?? '…', to: paths.products(profileId) },
  ]);
  if (isAbsent(profile.error)) {
    return (
      <EmptyState
        title="Không tìm thấy hồ sơ này."
        hint="Có thể hồ sơ đã bị xóa."
        action={<TextLink to={paths.amisProfiles()}>Xem tất cả hồ sơ</TextLink>}
      />
    );
  }
  const { data } = stats;
  const count = (figure: number | undefined) => (figure ? { count: formatCount(figure) } : {});
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="shrink-0 print:hidden">
        <TabLinks
          label="Hồ sơ"
          items={[
            { to: paths.products(profileId), label: 'Hàng hóa', ...count(data?.products) },
            { to: paths.customers(profileId), label: 'Khách hàng', ...count(data?.customers) },
            { to: paths.suppliers(profileId), label: 'Nhà cung cấp', ...count(data?.suppliers) },
            { to: paths.productConnections(profileId), label: 'Liên kết hàng hóa', ...count(data?.connectedProducts) },
            { to: paths.partnerConnections(profileId), label: 'Liên kết đối tác', ...count(data?.connectedCustomers) },
            { to: paths.expectedLots(profileId), label: 'Hàng đang về' },
            { to: paths.supplierItems(profileId), label: 'Hàng nhà cung cấp' },
            { to: paths.sharedInventory(profileId), label: 'Kho dùng chung' },
          ]}
        />
      </div>
      <Outlet />
    </div>
  );
}
