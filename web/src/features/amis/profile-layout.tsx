import { Outlet, useParams } from '@tanstack/react-router';
import { useCall } from '../../api/query.ts';
import { useCrumbs } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { strings } from '../../strings.ts';
import { TabLinks } from '../../ui/link.tsx';

/** A profile: its name in the breadcrumb, its tabs, and the tab's page below. */
export function ProfileLayout() {
  const { profileId } = useParams({ strict: false }) as { profileId: string };
  const profile = useCall('getProfile', { params: { id: profileId } });
  useCrumbs([
    { label: strings.nav.profiles, to: paths.amisProfiles() },
    { label: profile.data?.name ?? '…', to: paths.products(profileId) },
  ]);
  return (
    <div className="flex min-h-0 grow flex-col">
      <TabLinks
        label="Hồ sơ"
        items={[
          { to: paths.products(profileId), label: 'Sản phẩm' },
          { to: paths.customers(profileId), label: 'Khách hàng' },
          { to: paths.suppliers(profileId), label: 'Nhà cung cấp' },
          { to: paths.productConnections(profileId), label: 'Liên kết sản phẩm' },
          { to: paths.partnerConnections(profileId), label: 'Liên kết đối tác' },
          { to: paths.sharedInventory(profileId), label: 'Kho dùng chung' },
        ]}
      />
      <Outlet />
    </div>
  );
}
