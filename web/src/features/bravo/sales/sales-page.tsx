import { useCall } from '../../../api/query.ts';
import { Page } from '../../../page/page.tsx';
import { useListSwitch } from '../../../shared/use-list-switch.ts';
import { useParam } from '../../../shared/use-param.ts';
import { SkeletonLines } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { GivenTab } from './given-tab.tsx';
import { LiveTab } from './live-tab.tsx';

/**
 * Sales beside the ledger of a period: those that an accountant gave in a file, and Bravo's own book as it is now, where there is a Bravo
 * to read.
 */
export function SalesPage() {
  const [tab] = useParam('tab');
  const stats = useCall('getBravoItemsSyncStats', {});
  const isFilesOnly = stats.data?.isFilesOnly ?? false;
  const shown = tab === 'live' && !isFilesOnly ? 'live' : 'given';
  const show = useListSwitch('sales', shown);
  // One of the two comes at once: a menu that is open must not go with the tabs.
  if (stats.isLoading)
    return (
      <Page title="Dòng bán hàng" kind="list">
        <SkeletonLines />
      </Page>
    );
  if (isFilesOnly)
    return (
      <Page title="Dòng bán hàng" kind="list">
        <GivenTab isAll />
      </Page>
    );
  return (
    <Page title="Dòng bán hàng" kind="list">
      <Tabs
        label="Nguồn của dòng bán hàng"
        className="grow pt-1"
        value={shown}
        onChange={(next) => show(next, { tab: next === 'live' ? 'live' : undefined }, true)}
        items={[
          { value: 'given', label: 'Đưa thêm', panel: <GivenTab /> },
          { value: 'live', label: 'Xem thẳng Bravo', panel: <LiveTab /> },
        ]}
      />
    </Page>
  );
}
