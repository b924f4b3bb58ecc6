import { useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { InView } from '../../../ui/in-view.tsx';
import { part } from '../../../ui/part.ts';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { usePrinting } from '../../../ui/use-printing.ts';
import { ProfileCoverageChart } from './profile-coverage.tsx';

type Stats = OutputOf<'getPeriodStats'>;

/** The chart comes only when it is looked at. */
const DayChart = part(() => import('./day-chart.tsx'), 'DayChart');

const cell = 'tabular py-1 pl-3 text-right whitespace-nowrap';
const head = 'py-1 pl-3 text-right font-medium whitespace-nowrap';

/** The share of the ledger that each profile invoices, and the parts of each day. */
export function CoverageCard({ stats }: { stats: Stats | undefined }) {
  const [asTable, setAsTable] = useState(false);
  // On paper as well: a chart that was not looked at yet is not here.
  const isPrinting = usePrinting();
  const [profilesAsTable, setProfilesAsTable] = useState(false);
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <Card
        title="Theo hồ sơ"
        actions={
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={profilesAsTable}
            onClick={() => setProfilesAsTable(!profilesAsTable)}
          >
            {profilesAsTable ? 'Xem biểu đồ' : 'Xem bảng số'}
          </Button>
        }
      >
        {!stats ? (
          <Skeleton className="h-44 w-full" />
        ) : profilesAsTable ? (
          <ProfileTable stats={stats} />
        ) : (
          <ProfileCoverageChart stats={stats} />
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
        ) : asTable || isPrinting ? (
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

/** The ledger by who has invoiced it or may: the rows add up to the tie-out. */
function ProfileTable({ stats }: { stats: Stats }) {
  const rowOf = new Map(stats.byProfile.map((profile) => [profile.profileId, profile]));
  const { tieOut } = stats;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="overflow-x-auto" aria-label="Số liệu theo hồ sơ" tabIndex={0}>
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th className="min-w-32 py-1 text-left font-medium">Được xuất bởi</th>
            <th className={head}>Hóa đơn</th>
            <th className={head}>Lập hóa đơn</th>
            <th className={head}>Thuế trên HĐ</th>
            <th className={head}>Đã xuất ở AMIS</th>
            <th className={head}>Chưa xuất</th>
          </tr>
        </thead>
        <tbody>
          {stats.coverage.map((row) => {
            const own = row.profileIds.length === 1 ? rowOf.get(row.profileIds[0]!) : undefined;
            return (
              <tr key={row.profileIds.join(' ')}>
                <td className="py-1" title={own?.name}>
                  {row.profileIds.map((id) => rowOf.get(id)?.code).join(' hoặc ') || 'Chưa khai báo hồ sơ xuất'}
                </td>
                <td className={cell}>{own ? formatCount(own.invoices) : ''}</td>
                <td className={cell}>{own ? formatVnd(row.invoiced) : ''}</td>
                <td className={cell}>{own ? formatVnd(own.vatAmount) : ''}</td>
                <td className={cell}>{own ? formatVnd(row.alreadyInvoiced) : ''}</td>
                <td className={cell}>{formatVnd(row.unallocated)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="border-t border-line font-semibold">
            <td className="py-1">Tổng cộng</td>
            <td className={cell}>{formatCount(stats.byProfile.reduce((sum, { invoices }) => sum + invoices, 0))}</td>
            <td className={cell}>{formatVnd(tieOut.invoiced)}</td>
            <td className={cell}>{formatVnd(stats.byProfile.reduce((sum, { vatAmount }) => sum + vatAmount, 0))}</td>
            <td className={cell}>{formatVnd(tieOut.alreadyInvoiced)}</td>
            <td className={cell}>{formatVnd(tieOut.unallocated)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function DayTable({ stats }: { stats: Stats }) {
  return (
    <section
      className="max-h-64 overflow-auto pr-3 print:max-h-none print:overflow-visible"
      aria-label="Số liệu theo ngày"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="sticky top-0 border-b border-line bg-raised text-ink-2 print:static">
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
