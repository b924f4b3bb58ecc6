import { lazy, Suspense, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatVnd } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';

type Stats = OutputOf<'getPeriodStats'>;

/** The chart brings its library along, so it comes only when it is shown. */
const DayChart = lazy(() => import('./day-chart.tsx').then((module) => ({ default: module.DayChart })));

const cell = 'tabular py-1 pl-4 text-right whitespace-nowrap';
const head = 'py-1 pl-4 text-right font-medium';

/** How much of the ledger each profile invoices, and how each day stands. */
export function CoverageCard({ stats }: { stats: Stats | undefined }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Card title="Theo hồ sơ">
        {stats ? (
          <div className="overflow-x-auto">
            <table className="w-full border-collapse text-grid">
              <thead>
                <tr className="border-b border-line text-ink-2">
                  <th className="py-1 text-left font-medium">Hồ sơ</th>
                  <th className={head}>Hóa đơn</th>
                  <th className={head}>Tiền hàng</th>
                  <th className={head}>Tiền thuế</th>
                </tr>
              </thead>
              <tbody>
                {stats.byProfile.map((profile) => (
                  <tr key={profile.profileId} title={profile.name}>
                    <td className="max-w-48 truncate py-1">
                      {profile.code} <span className="text-ink-3">{profile.name}</span>
                    </td>
                    <td className={cell}>{formatCount(profile.invoices)}</td>
                    <td className={cell}>{formatVnd(profile.amount)}</td>
                    <td className={cell}>{formatVnd(profile.vatAmount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <Skeleton className="h-20 w-full" />
        )}
      </Card>
      <Card
        title="Theo ngày bán"
        actions={
          <Button size="sm" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Xem biểu đồ' : 'Xem bảng số'}
          </Button>
        }
      >
        {!stats ? (
          <Skeleton className="h-44 w-full" />
        ) : stats.byDay.length === 0 ? (
          <EmptyState title="Chưa nạp sổ bán hàng." />
        ) : asTable ? (
          <DayTable stats={stats} />
        ) : (
          <Suspense fallback={<Skeleton className="h-44 w-full" />}>
            <DayChart days={stats.byDay} />
          </Suspense>
        )}
      </Card>
    </div>
  );
}

function DayTable({ stats }: { stats: Stats }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="max-h-64 overflow-auto" aria-label="Số liệu theo ngày" tabIndex={0}>
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th className="py-1 text-left font-medium">Ngày</th>
            <th className={head}>Sổ Bravo</th>
            <th className={head}>Lập hóa đơn</th>
            <th className={head}>Đã xuất ở AMIS</th>
            <th className={head}>Chưa xuất</th>
            <th className={head}>Loại</th>
          </tr>
        </thead>
        <tbody>
          {stats.byDay.map((day) => (
            <tr key={day.day}>
              <td className="tabular py-1">{formatDay(day.day)}</td>
              <td className={cell}>{formatVnd(day.ledger)}</td>
              <td className={cell}>{formatVnd(day.invoiced)}</td>
              <td className={cell}>{formatVnd(day.alreadyInvoiced)}</td>
              <td className={cell}>{formatVnd(day.unallocated)}</td>
              <td className={cell}>{formatVnd(day.excluded)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
