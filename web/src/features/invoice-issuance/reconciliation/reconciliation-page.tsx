import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import type { Period } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { useListSwitch } from '../../../shared/use-list-switch.ts';
import { useParam } from '../../../shared/use-param.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Banner } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { EntriesTab } from './entries-tab.tsx';
import { PartsTab } from './parts-tab.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { TotalsTab } from './totals-tab.tsx';
import { VatReturnTab } from './vat/vat-return-tab.tsx';
import { VatTab } from './vat/vat-tab.tsx';

/**
 * The place of every đồng of the ledger, both ways down to the imported rows, and the entries that wait for a person.
 */
export function ReconciliationPage() {
  return (
    <PeriodPage title="Đối chiếu" emptyHint="Mở một kỳ, nạp sổ bán hàng và tồn kho, rồi sinh hóa đơn.">
      {(period) => <Reconciliation key={period.id} period={period} />}
    </PeriodPage>
  );
}

const TAB = ['totals', 'parts', 'entries', 'reviews', 'vat', 'return'] as const;

function Reconciliation({ period }: { period: Period }) {
  const [asked] = useParam('tab');
  const shown = TAB.find((tab) => tab === asked) ?? 'totals';
  const show = useListSwitch(`reconciliation ${period.id}`, shown);
  const stats = useCall('getPeriodStats', { params: { id: period.id } });
  const pending = stats.data?.decisionsPending ?? 0;
  return (
    <>
      {pending > 0 ? (
        <Banner tone="warning" className="mx-3 mt-2 sm:mx-4">
          {formatCount(pending)} quyết định chưa tính vào hóa đơn:{' '}
          <AppLink to={paths.home()} className="text-inherit underline">
            về Tổng quan
          </AppLink>{' '}
          và sinh lại kỳ.
        </Banner>
      ) : null}
      <Tabs
        label="Đối chiếu kỳ"
        className="grow pt-1"
        value={shown}
        onChange={(tab) => show(tab, { tab: tab === 'totals' ? undefined : tab }, true)}
        items={[
          { value: 'totals', label: 'Tổng hợp', panel: <TotalsTab period={period} /> },
          { value: 'parts', label: 'Từng phần', panel: <PartsTab period={period} /> },
          { value: 'entries', label: 'Sổ AMIS', panel: <EntriesTab period={period} /> },
          {
            value: 'reviews',
            label: 'Chờ quyết định',
            ...(stats.data && { count: formatCount(stats.data.reviewCount) }),
            panel: <ReviewsTab period={period} />,
          },
          { value: 'vat', label: 'Thuế GTGT', panel: <VatTab period={period} /> },
          { value: 'return', label: 'Tờ khai (nháp)', panel: <VatReturnTab period={period} /> },
        ]}
      />
    </>
  );
}
