import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatVnd } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';
import { InView } from '../../ui/in-view.tsx';
import { AppLink } from '../../ui/link.tsx';
import { part } from '../../ui/part.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';

type Stats = OutputOf<'getPeriodStats'>;

/** The chart comes only when it is looked at. */
const DayChart = part(() => import('./day-chart.tsx'), 'DayChart');

const cell = 'tabular py-1 pl-3 text-right whitespace-nowrap';
const head = 'py-1 pl-3 text-right font-medium whitespace-nowrap';

const sum = (stats: Stats, field: 'invoices' | 'amount' | 'vatAmount'): number =>
  stats.byProfile.reduce((total, profile) => total + profile[field], 0);

/** How much of the ledger each profile invoices, and how each day stands. */
export function CoverageCard({ stats }: { stats: Stats | undefined }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <Card title="Theo hồ sơ">
        {stats ? (
          <div className="overflow-x-auto">
            <table className="w-full border-collapse text-grid">
              <thead>
                <tr className="border-b border-line text-ink-2">
                  <th className="min-w-32 py-1 text-left font-medium">Hồ sơ</th>
                  <th className={head}>Hóa đơn</th>
                  <th className={head}>Tiền hàng</th>
                  <th className={head}>Thuế trên HĐ</th>
                </tr>
              </thead>
              <tbody>
                {stats.byProfile.map((profile) => (
                  <tr key={profile.profileId} title={profile.name}>
                    <td className="w-full max-w-0 truncate py-1">
                      <AppLink
                        to={paths.invoices({ profileId: profile.profileId })}
                        className="text-ink hover:underline"
                      >
                        {profile.code} <span className="text-ink-3">{profile.name}</span>
                      </AppLink>
                    </td>
                    <td className={cell}>{formatCount(profile.invoices)}</td>
                    <td className={cell}>{formatVnd(profile.amount)}</td>
                    <td className={cell}>{formatVnd(profile.vatAmount)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr className="border-t border-line font-semibold">
                  <td className="py-1">Tổng cộng</td>
                  <td className={cell}>{formatCount(sum(stats, 'invoices'))}</td>
                  <td className={cell}>{formatVnd(sum(stats, 'amount'))}</td>
                  <td className={cell}>{formatVnd(sum(stats, 'vatAmount'))}</td>
                </tr>
              </tfoot>
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
          <InView fallback={<Skeleton className="h-44 w-full" />}>
            <DayChart days={stats.byDay} />
          </InView>
        )}
      </Card>
    </div>
  );
}

function DayTable({ stats }: { stats: Stats }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="max-h-64 overflow-auto pr-3" aria-label="Số liệu theo ngày" tabIndex={0}>
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="sticky top-0 border-b border-line bg-raised text-ink-2">
            <th className="py-1 text-left font-medium">Ngày</th>
            <th className={head}>Sổ Bravo</th>
            <th className={head}>Lập hóa đơn</th>
            <th className={head}>Xuất ở AMIS</th>
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
