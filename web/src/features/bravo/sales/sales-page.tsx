import { Page } from '../../../layout/page.tsx';
import { paths } from '../../../paths.ts';
import { useParam } from '../../../shared/use-param.ts';
import { useGo } from '../../../ui/link.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { GivenTab } from './given-tab.tsx';
import { LiveTab } from './live-tab.tsx';

/** Sales beside the ledger of a period: what somebody gave, and Bravo's own book as it is now. */
export function SalesPage() {
  const go = useGo();
  const [tab] = useParam('tab');
  return (
    <Page title="Dòng bán hàng" kind="list">
      <Tabs
        label="Nguồn của dòng bán hàng"
        className="grow pt-1"
        value={tab === 'live' ? 'live' : 'given'}
        onChange={(next) => go(paths.salesLines({ tab: next === 'live' ? 'live' : undefined }))}
        items={[
          { value: 'given', label: 'Đưa thêm', panel: <GivenTab /> },
          { value: 'live', label: 'Xem thẳng Bravo', panel: <LiveTab /> },
        ]}
      />
    </Page>
  );
}
