import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import type { Period } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { useFreshChecks } from '../../../shared/use-fresh-checks.ts';
import { Button } from '../../../ui/button.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { DayTable } from './day-table.tsx';
import { daysToDo, dayToReach, rowsOf } from './days.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';

/** «Cửa ngày»: how far each day of sale has come in the books of each entity, and the way to the next step. */
export function DaysPage() {
  return (
    <PeriodPage title="Cửa ngày" emptyHint="Mở một kỳ, nạp sổ bán hàng và tồn kho, rồi lập và giao hóa đơn từng ngày.">
      {(period) => <Board key={period.id} period={period} />}
    </PeriodPage>
  );
}

function Board({ period }: { period: Period }) {
  const { data, error, refetch } = useCall('getPeriodPreflight', { params: { id: period.id } });
  const [through, setThrough] = useState<string>();
  useFreshChecks(period.id);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  const rows = rowsOf(data.days);
  const reach = dayToReach(data.days, data.today, data.completeThrough);
  const expired = data.days.reduce((sum, cell) => sum + cell.expired, 0);
  const isClosed = period.status === 'closed';
  return (
    <div className="flex min-h-0 flex-col gap-3 px-3 pb-3 md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="m-0 grow text-grid text-ink-2">
          Lập ngày {formatDay(data.today)}.{' '}
          {data.completeThrough
            ? `Bán hàng Bravo đã đủ đến hết ngày ${formatDay(data.completeThrough)}.`
            : 'Chưa nạp sổ bán hàng Bravo.'}{' '}
          {period.throughDate ? `Hóa đơn đang lập đến ngày ${formatDay(period.throughDate)}.` : ''}
        </p>
        {isClosed ? null : (
          <Button variant="primary" onClick={() => setThrough(reach ?? data.today)}>
            {reach ? `Lập và bàn giao đến ${formatDay(reach)}` : 'Nạp và lập hôm nay'}
          </Button>
        )}
      </div>
      {expired > 0 ? (
        <Banner tone="warning">
          {expired} hóa đơn đã giao AMIS chưa có số mà hạn ký đã qua: không nhập tệp cũ nữa. Nạp sổ bán hàng AMIS mới;
          hóa đơn nào AMIS chưa có thì thu hồi ở «Hóa đơn AMIS» rồi lập lại với ngày thật.
        </Banner>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title="Kỳ chưa có dòng bán hàng nào." hint="Bấm «Nạp và lập hôm nay» để đọc sổ bán hàng Bravo." />
      ) : (
        <DayTable
          rows={rows}
          period={period}
          today={data.today}
          toDo={new Set(isClosed ? [] : daysToDo(data.days, data.today))}
          onHandOver={setThrough}
        />
      )}
      {through !== undefined ? (
        <HandOverDialog
          period={period}
          days={data.days}
          today={data.today}
          first={through}
          onClose={() => setThrough(undefined)}
        />
      ) : null}
    </div>
  );
}
