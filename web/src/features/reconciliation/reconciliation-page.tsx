import { useCall } from '../../api/query.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { type Period, PeriodLine, usePeriod, usePeriodSwitcher } from '../../shared/period.tsx';
import { useParam } from '../../shared/use-param.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { AppLink } from '../../ui/link.tsx';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ReviewsTab } from './reviews-tab.tsx';

/** Where every đồng of the ledger went, both ways down to the imported rows, and what waits for a person. */
export function ReconciliationPage() {
  const { period, periods, error, refetch } = usePeriod();
  usePeriodSwitcher(period, periods);
  return (
    <Page title="Đối chiếu" kind="list" description={period ? <PeriodLine period={period} /> : undefined}>
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : null}
      {period === undefined && !error ? <SkeletonLines /> : null}
      {period === null ? (
        <EmptyState
          title="Chưa có kỳ phát hành nào."
          hint="Mở một kỳ, nạp sổ bán hàng và tồn kho, rồi sinh hóa đơn."
          action={
            <AppLink to={paths.home()} className={buttonClass('primary')}>
              Mở kỳ phát hành
            </AppLink>
          }
        />
      ) : null}
      {period ? <Reconciliation key={period.id} period={period} /> : null}
    </Page>
  );
}

function Reconciliation({ period }: { period: Period }) {
  const [tab, setTab] = useParam('tab');
  const stats = useCall('getPeriodStats', { params: { id: period.id } });
  const pending = stats.data?.decisionsPending ?? 0;
  return (
    <>
      {pending > 0 ? (
        <Banner tone="warning" className="mx-3 mt-2 sm:mx-4">
          {formatCount(pending)} quyết định chưa tính vào hóa đơn: về Tổng quan và sinh lại kỳ.
        </Banner>
      ) : null}
      <Tabs
        label="Đối chiếu kỳ"
        className="grow pt-1"
        value={tab || 'reviews'}
        onChange={(value) => setTab(value === 'reviews' ? undefined : value)}
        items={[
          {
            value: 'reviews',
            label: 'Chờ quyết định',
            ...(stats.data && { count: formatCount(stats.data.reviewCount) }),
            panel: <ReviewsTab period={period} />,
          },
        ]}
      />
    </>
  );
}
