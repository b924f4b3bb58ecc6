import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { inPeriod } from '../../../shared/in-period.ts';
import type { Period } from '../../../shared/period.tsx';
import { SameMomentButton } from '../../../shared/same-moment-button.tsx';
import { arrivingAt } from '../../../ui/arrival.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Badge, Chip } from '../../../ui/chip.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { TextLink } from '../../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { usePrinting } from '../../../ui/use-printing.ts';
import { isDeclared, remedyAddress } from '../actions/remedy-address.ts';

const ICON = {
  block: <CircleX aria-label="Chặn" className="mt-0.5 size-4 shrink-0 text-red-ink" />,
  warn: <TriangleAlert aria-label="Lưu ý" className="mt-0.5 size-4 shrink-0 text-amber-ink" />,
  info: <Info aria-label="Thông tin" className="mt-0.5 size-4 shrink-0 text-ink-3" />,
};

const FIRST = 6;

/** A message that names every record of its own is cut to two lines: «n bản ghi» opens them all. */
const isLong = ({ message, count }: { message: string; count: number }): boolean => message.length > 400 && count > 0;

/** "Kiểm tra kỳ": every obstacle with its remedy, worst first; after a generation its warnings are counted in. */
export function ProblemsCard({ period, onSettings }: { period: Period; onSettings: () => void }) {
  const preflight = useCall('getPeriodPreflight', { params: { id: period.id } });
  const [all, setAll] = useState(false);
  // Paper cannot be pressed for the rest.
  const isPrinting = usePrinting();
  const problems = preflight.data?.problems ?? [];
  const blocking = problems.filter((problem) => problem.severity === 'block').length;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Kiểm tra kỳ
          {problems.length > 0 ? <Badge tone={blocking > 0 ? 'red' : 'amber'}>{problems.length}</Badge> : null}
        </span>
      }
      actions={
        problems.length > FIRST ? (
          <Button variant="ghost" size="sm" className="print:hidden" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Thu gọn' : `Xem cả ${formatCount(problems.length)}`}
          </Button>
        ) : null
      }
      flush
    >
      {preflight.isError && !preflight.data ? (
        <ErrorState message={preflight.error.message} onRetry={() => void preflight.refetch()} />
      ) : null}
      {preflight.isPending ? <SkeletonLines lines={6} /> : null}
      {preflight.data && problems.length === 0 ? (
        <p className="m-0 flex items-center gap-2 p-3 text-grid text-ink-2">
          <CircleCheck aria-hidden className="size-4 text-accent" /> Không có vướng mắc nào.
        </p>
      ) : null}
      <ul className="m-0 list-none divide-y divide-line p-0 text-grid">
        {(all || isPrinting ? problems : problems.slice(0, FIRST)).map((problem) => {
          const address = remedyAddress(problem, period);
          return (
            <li key={problem.key} className="flex items-start gap-2 px-3 py-1.5">
              {ICON[problem.severity]}
              <span className="min-w-0 grow">
                {problem.stops ? (
                  <>
                    <Chip tone="red">{problem.stops === 'export' ? 'Chặn xuất tệp' : 'Chặn sinh hóa đơn'}</Chip>{' '}
                  </>
                ) : null}
                <span className={isLong(problem) && !isPrinting ? 'line-clamp-2' : undefined}>{problem.message}</span>{' '}
                <span className="text-ink-3">{problem.remedy}</span>{' '}
                <SameMomentButton problem={problem} period={period} />
              </span>
              <span className="flex shrink-0 flex-col items-end text-right">
                {problem.count > 0 ? (
                  <TextLink to={inPeriod(arrivingAt(paths.finding(problem.key)), period.id)} className="tabular">
                    {formatCount(problem.count)} bản ghi
                  </TextLink>
                ) : null}
                {problem.amount ? (
                  <span className="tabular text-small text-ink-3">{formatVnd(problem.amount)} đ</span>
                ) : null}
                {isDeclared(problem, period) ? (
                  <Button variant="link" size="sm" className="h-auto" onClick={onSettings}>
                    Khai báo
                  </Button>
                ) : address ? (
                  <TextLink to={address} className="text-small">
                    Xử lý
                  </TextLink>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
