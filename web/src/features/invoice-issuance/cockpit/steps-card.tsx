import { useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { OFF_AMIS } from '../../../shared/invoices/invoice-words.ts';
import { notSyncedWords } from '../../../shared/not-synced-words.ts';
import { type Period, periodQuery } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { formatInstant, formatRelative } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import type { PeriodRuns } from '../actions/use-period-runs.ts';
import { AmisFilesStep, LoadDialog, type LoadTarget } from './amis-files-step.tsx';
import { endOfPlan, planNote } from './plan-note.ts';
import { Step } from './step.tsx';

type Stats = OutputOf<'getPeriodStats'>;

/** The way through a period, step by step, each with its state and the next action. */
export function StepsCard({
  period,
  stats,
  runs,
  onSettings,
}: {
  period: Period;
  stats: Stats | undefined;
  runs: PeriodRuns;
  onSettings: () => void;
}) {
  const [upload, setUpload] = useState<LoadTarget>();
  const closed = period.status === 'closed';
  // Until the figures are here, and where they cannot be read, the branches tell that there is a ledger.
  const loaded = stats ? stats.ledgerLines > 0 : period.branches.length > 0;
  const { draft: drafts = 0, exported: waiting = 0, issued = 0 } = stats?.byStatus ?? {};
  const branchesOpen = period.branches.filter((branch) => !period.issuers[branch.code]?.length).length;
  return (
    <Card title="Các bước của kỳ" flush>
      <ol className="m-0 list-none divide-y divide-line p-0">
        <CatalogueStep />
        <Step
          done={loaded}
          title="Nạp sổ bán hàng Bravo"
          run={runs.sales.run}
          note={
            stats
              ? loaded
                ? `${formatCount(stats.ledgerLines)} dòng, ${formatCount(stats.ledgerDocuments)} chứng từ`
                : 'Chưa có dòng nào'
              : null
          }
          action={
            <Button
              size="sm"
              variant={loaded ? 'ghost' : 'primary'}
              busy={runs.sales.busy}
              disabled={closed}
              onClick={() => void runs.sales.start()}
            >
              {loaded ? 'Nạp lại' : 'Nạp sổ Bravo'}
            </Button>
          }
        />
        <Step
          done={loaded && branchesOpen === 0}
          warn={loaded && branchesOpen > 0}
          title="Khai báo hồ sơ xuất hóa đơn"
          note={
            loaded
              ? branchesOpen > 0
                ? `${branchesOpen} trong ${period.branches.length} chi nhánh chưa khai`
                : `${period.branches.length} chi nhánh đều đã khai`
              : 'Nạp sổ để biết các chi nhánh'
          }
          action={
            loaded && branchesOpen > 0 && !closed ? (
              <Button size="sm" variant="secondary" onClick={onSettings}>
                Khai báo
              </Button>
            ) : null
          }
        />
        <AmisFilesStep period={period} stats={stats} run={runs.amis} onLoad={setUpload} />
        <Step
          done={period.generatedAt !== null}
          title="Sinh và soát hóa đơn"
          run={runs.generation.run}
          onCancel={runs.generation.cancel}
          note={planNote(period, stats)}
          action={
            endOfPlan(period) && !closed ? (
              <TextLink to={paths.days(periodQuery(period.id))} className="px-2.5 py-1">
                Cửa ngày
              </TextLink>
            ) : null
          }
        />
        <Step
          done={period.exportedAt === null ? false : stats && drafts === 0}
          warn={period.exportedAt !== null && drafts > 0}
          title="Tải bộ tệp và nhập vào AMIS"
          note={
            period.exportedAt
              ? [
                  `Xuất lần đầu ${formatInstant(period.exportedAt)}`,
                  ...(drafts > 0 ? [`còn ${formatCount(drafts)} hóa đơn nháp`] : []),
                ].join(' · ')
              : 'Mỗi hồ sơ một tệp nhập, cùng bảng đối chiếu'
          }
        />
        <Step
          done={stats && issued > 0 && waiting === 0}
          warn={issued > 0 && waiting > 0}
          title="Nạp lại sổ AMIS để nhận số hóa đơn"
          note={
            stats && stats.invoices > 0
              ? [`${formatCount(issued)} / ${formatCount(stats.invoices)} đã phát hành`, ...offAmis(stats)].join(' · ')
              : null
          }
        />
      </ol>
      {upload ? <LoadDialog target={upload} period={period} onClose={() => setUpload(undefined)} /> : null}
    </Card>
  );
}

function CatalogueStep() {
  const items = useCall('getBravoItemsSyncStats', {});
  const partners = useCall('getBravoPartnersSyncStats', {});
  const unread = [items, partners].filter(({ data, isError }) => isError && !data);
  return (
    <Step
      done={items.data && partners.data && items.data.total > 0 && partners.data.total > 0}
      title={items.data?.isFilesOnly ? 'Đưa danh mục Bravo vào bằng tệp' : 'Đồng bộ danh mục Bravo'}
      note={
        <>
          {items.data ? <TextLink to={paths.bravoItems()}>{formatCount(items.data.active)} vật tư</TextLink> : null}
          {items.data && partners.data ? ', ' : null}
          {partners.data ? (
            <TextLink to={paths.bravoPartners()}>{formatCount(partners.data.active)} đối tượng</TextLink>
          ) : null}
          {/* With both links: one link beside more words than its own would have to be underlined. */}
          {items.data && partners.data
            ? ` · ${items.data.lastSyncedAt ? formatRelative(items.data.lastSyncedAt) : notSyncedWords(items.data, partners.data)}`
            : null}
          {unread.length > 0 ? <span>Không tải được số liệu danh mục. {unread[0]?.error?.message}</span> : null}
        </>
      }
      action={
        unread.length > 0 ? (
          <Button size="sm" onClick={() => void Promise.all(unread.map(({ refetch }) => refetch()))}>
            {strings.common.retry}
          </Button>
        ) : null
      }
    />
  );
}

/** "Lệch với AMIS: 2 hóa đơn, 1.000 đ", when there are any. */
function offAmis({ byProfile }: Stats): string[] {
  const count = byProfile.reduce((sum, one) => sum + one.amisDifferences, 0);
  const amount = byProfile.reduce((sum, one) => sum + one.amisDifference, 0);
  return count > 0 ? [`${OFF_AMIS}: ${formatCount(count)} hóa đơn, ${formatMoney(amount)}`] : [];
}
