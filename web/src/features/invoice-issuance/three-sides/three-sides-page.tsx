import { Columns3, Download } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { download } from '../../../api/files.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import type { Period } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { useListSwitch } from '../../../shared/use-list-switch.ts';
import { useParam } from '../../../shared/use-param.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Head } from './head.tsx';
import { RowsTab } from './rows-tab.tsx';
import { SumsTab } from './sums-tab.tsx';

/** Bravo, AMIS and tax against each other, invoice by invoice, for the shown period. */
export function ThreeSidesPage() {
  return (
    <PeriodPage title={strings.nav.threeSides} emptyHint="Mở một kỳ, nạp sổ AMIS và hóa đơn điện tử, rồi đối chiếu.">
      {(period) => <ThreeSides key={period.id} period={period} />}
    </PeriodPage>
  );
}

const TAB = ['rows', 'sums'] as const;
const READS = ['getThreeSides', 'listThreeSides'] as const;

function ThreeSides({ period }: { period: Period }) {
  const params = { id: period.id };
  const sums = useCall('getThreeSides', { params, query: {} });
  const latest = useCall('listRuns', { query: { kind: 'three-sides', scope: period.id, limit: 1 } });
  const compare = useRunAction(() => call('startThreeSides', { params }), {
    invalidates: READS,
    resume: latest.data?.items[0] ?? null,
  });
  const save = useAction(() => download('downloadThreeSides', { params }, {}));
  const [asked] = useParam('tab');
  const shown = TAB.find((tab) => tab === asked) ?? 'rows';
  const show = useListSwitch(`three-sides ${period.id}`, shown);
  if (sums.isError && !sums.data)
    return <ErrorState message={sums.error.message} onRetry={() => void sums.refetch()} />;
  if (!sums.data) return <SkeletonLines />;
  const start = (
    <Button variant="primary" icon={<Columns3 aria-hidden />} busy={compare.busy} onClick={() => void compare.start()}>
      Đối chiếu
    </Button>
  );
  const going = compare.run && compare.busy ? <RunProgress run={compare.run} name="Đối chiếu ba bên" /> : null;
  if (sums.data.comparedAt === null)
    return (
      <>
        <div className="max-w-xl px-3 pt-3 sm:px-4">{going}</div>
        <EmptyState
          title="Kỳ này chưa được đối chiếu ba bên."
          hint="Khớp đặt cạnh nhau từng hóa đơn: Bravo đã giao gì, sổ AMIS ghi gì, hóa đơn điện tử và danh sách của cổng thuế nói gì. Nạp sổ bán hàng và sổ mua hàng AMIS, XML và danh sách hóa đơn vào «Kho hóa đơn», rồi bấm «Đối chiếu»."
          action={start}
        />
      </>
    );
  return (
    <>
      <Head
        sums={sums.data}
        actions={
          <>
            {start}
            <Button icon={<Download aria-hidden />} busy={save.isPending} onClick={() => save.mutate()}>
              Sổ đối chiếu
            </Button>
          </>
        }
      />
      {going ? <div className="max-w-xl px-3 pt-2 sm:px-4">{going}</div> : null}
      {sums.data.isOutdated && !compare.busy ? (
        <Banner tone="warning" className="mx-3 mt-2 sm:mx-4">
          Số liệu đã đổi sau lần đối chiếu này. Hãy đối chiếu lại.
        </Banner>
      ) : null}
      <Tabs
        label="Đối chiếu ba bên"
        className="grow pt-1"
        value={shown}
        onChange={(tab) => show(tab, { tab: tab === 'rows' ? undefined : tab }, true)}
        items={[
          { value: 'rows', label: 'Từng hóa đơn', panel: <RowsTab period={period} /> },
          { value: 'sums', label: 'Tổng hợp', panel: <SumsTab sums={sums.data} /> },
        ]}
      />
    </>
  );
}
