import type { OutputOf } from '../../api/operations.ts';
import { paths } from '../../paths.ts';
import type { Period } from '../../shared/period.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cn } from '../../ui/cn.ts';
import { formatCount, formatPercent, formatVnd } from '../../ui/format/number.ts';
import { AppLink } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/states.tsx';

type Stats = OutputOf<'getPeriodStats'>;
type Part = 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded';

const PARTS: readonly {
  readonly part: Part;
  readonly label: string;
  readonly colour: string;
  readonly to: () => string;
}[] = [
  { part: 'invoiced', label: 'Lập hóa đơn', colour: 'bg-primary', to: () => paths.invoices() },
  {
    part: 'alreadyInvoiced',
    label: 'Đã xuất ở AMIS',
    colour: 'bg-primary/45',
    to: () => paths.reconciliation({ tab: 'parts', place: 'alreadyInvoiced' }),
  },
  { part: 'unallocated', label: 'Chưa xuất', colour: 'bg-amber-line', to: () => paths.home({ tab: 'shortages' }) },
  {
    part: 'excluded',
    label: 'Loại khỏi kỳ',
    colour: 'bg-ink-3/50',
    to: () => paths.reconciliation({ tab: 'parts', place: 'excluded' }),
  },
];

/** ledger = invoiced + already invoiced + unallocated + excluded, to the đồng, always on screen. */
export function TieOutCard({ stats, period }: { stats: Stats | undefined; period: Period }) {
  if (!stats) {
    return (
      <Card title="Cân đối với sổ Bravo">
        <Skeleton className="h-18 w-full" />
      </Card>
    );
  }
  const { tieOut, vatTieOut } = stats;
  const scale = PARTS.reduce((sum, { part }) => sum + Math.max(0, tieOut[part]), 0) || 1;
  const placed = PARTS.reduce((sum, { part }) => sum + tieOut[part], 0);
  const agrees = placed === tieOut.ledger;
  const share = (part: Part) => formatPercent(tieOut.ledger === 0 ? 0 : tieOut[part] / tieOut.ledger, 1);
  return (
    <Card
      title="Cân đối với sổ Bravo"
      actions={
        <>
          <Chip tone={agrees ? 'green' : 'red'} icon>
            {agrees ? 'Khớp đến từng đồng' : `Lệch ${formatVnd(tieOut.ledger - placed)} đồng`}
          </Chip>
          <AppLink to={paths.reconciliation()} className={cn(buttonClass('ghost', 'sm'), 'max-sm:hidden')}>
            Đối chiếu
          </AppLink>
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[auto_minmax(0,1fr)]">
        <div className="min-w-0">
          <span className="block text-small text-ink-2">Doanh thu theo sổ, trước thuế</span>
          <span className="tabular block text-title font-semibold">{formatVnd(tieOut.ledger)}</span>
          <span className="tabular block text-small text-ink-3">thuế {formatVnd(vatTieOut.ledger)}</span>
          <span className="tabular block text-small text-ink-3">
            {formatCount(stats.ledgerLines)} dòng, {formatCount(stats.ledgerDocuments)} chứng từ
          </span>
        </div>
        <div className="min-w-0">
          <div className="mb-2 flex h-2.5 gap-px overflow-hidden rounded-full bg-grey-tint" aria-hidden>
            {PARTS.map(({ part, colour }) =>
              tieOut[part] > 0 ? (
                <span key={part} className={colour} style={{ width: `${(100 * tieOut[part]) / scale}%` }} />
              ) : null,
            )}
          </div>
          <div className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
            {PARTS.map(({ part, label, colour, to }) => (
              <AppLink key={part} to={to()} className="group min-w-0 rounded-md text-ink no-underline">
                <span className="flex items-center gap-1.5 text-small text-ink-2 group-hover:underline">
                  <span aria-hidden className={cn('size-2 shrink-0 rounded-full', colour)} />
                  <span className="truncate">{label}</span>
                  <span className="tabular text-ink-3">{share(part)}</span>
                </span>
                <span
                  className={cn(
                    'tabular block text-base font-semibold',
                    part === 'unallocated' && tieOut.unallocated !== 0 && 'text-amber-ink',
                  )}
                >
                  {formatVnd(tieOut[part])}
                </span>
                <span className="tabular block text-small text-ink-3">thuế {formatVnd(vatTieOut[part])}</span>
              </AppLink>
            ))}
          </div>
        </div>
      </div>
      {period.generatedAt === null && stats.ledgerLines > 0 ? (
        <p className="m-0 mt-2 text-grid text-ink-2">Chưa sinh hóa đơn lần nào nên cả sổ còn là «chưa xuất».</p>
      ) : null}
    </Card>
  );
}
