import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import type { Period } from '../../shared/period.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/chip.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { TextLink } from '../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';

const ICON = {
  block: <CircleX aria-label="Chặn" className="mt-0.5 size-4 shrink-0 text-red-ink" />,
  warn: <TriangleAlert aria-label="Lưu ý" className="mt-0.5 size-4 shrink-0 text-amber-ink" />,
  info: <Info aria-label="Thông tin" className="mt-0.5 size-4 shrink-0 text-ink-3" />,
};

const FIRST = 5;

/** "Kiểm tra kỳ": every obstacle with its remedy, and the generation's own warnings. */
export function ProblemsCard({ period, stats }: { period: Period; stats: OutputOf<'getPeriodStats'> | undefined }) {
  const preflight = useCall('getPeriodPreflight', { params: { id: period.id } });
  const [all, setAll] = useState(false);
  const problems = preflight.data?.problems ?? [];
  const warnings = stats?.warnings ?? [];
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Kiểm tra kỳ {problems.length > 0 ? <Badge tone="amber">{problems.length}</Badge> : null}
        </span>
      }
      flush
    >
      {preflight.isError ? (
        <ErrorState message={preflight.error.message} onRetry={() => void preflight.refetch()} />
      ) : null}
      {preflight.isPending ? <SkeletonLines lines={3} /> : null}
      {preflight.data && problems.length === 0 ? (
        <p className="m-0 flex items-center gap-2 p-3 text-grid text-ink-2">
          <CircleCheck aria-hidden className="size-4 text-accent" /> Không có vướng mắc nào.
        </p>
      ) : null}
      <ul className="m-0 list-none divide-y divide-line p-0 text-grid">
        {(all ? problems : problems.slice(0, FIRST)).map((problem) => (
          <li key={problem.code + problem.message} className="flex gap-2 px-3 py-2">
            {ICON[problem.severity]}
            <span className="min-w-0">
              {problem.message} <span className="text-ink-2">{problem.remedy}</span>{' '}
              {problem.link?.startsWith('/') && !problem.link.startsWith('/#') ? (
                <TextLink to={problem.link}>Mở</TextLink>
              ) : null}
            </span>
          </li>
        ))}
        {all
          ? warnings.map((warning) => (
              <li key={warning.code + warning.message} className="flex gap-2 px-3 py-2">
                {ICON.warn}
                <span className="min-w-0">{warning.message}</span>
              </li>
            ))
          : null}
      </ul>
      {problems.length > FIRST || warnings.length > 0 ? (
        <div className="border-t border-line p-1.5">
          <Button variant="ghost" size="sm" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Thu gọn' : `Xem tất cả (${formatCount(problems.length + (stats?.warningCount ?? 0))})`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
