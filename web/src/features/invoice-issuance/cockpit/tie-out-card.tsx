import type { OutputOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import type { Period } from '../../../shared/period.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cn } from '../../../ui/cn.ts';
import { formatCount, formatPercent, formatVnd } from '../../../ui/format/number.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/states.tsx';

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
  const { tieOut, vat } = stats;
  const scale = PARTS.reduce((sum, { part }) => sum + Math.max(0, tieOut[part]), 0) || 1;
  const share = (part: Part) => formatPercent(tieOut.ledger === 0 ? 0 : tieOut[part] / tieOut.ledger, 1);
  return (
    <Card
      title="Cân đối với sổ Bravo"
      actions={
        <>
          <TieOutBadge tieOut={tieOut} vat={vat} planned={period.generatedAt !== null} />
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
          <span className="tabular block text-small text-ink-3">thuế {formatVnd(vat.ledger)}</span>
          <VatDifference vat={vat} />
          <span className="tabular block text-small text-ink-3">
            {formatCount(stats.ledgerLines)} dòng, {formatCount(stats.ledgerDocuments)} chứng từ
          </span>
        </div>
        <div className="min-w-0">
          <div
            className="mb-2 flex h-2.5 forced-color-adjust-none gap-px overflow-hidden rounded-full bg-grey-tint"
            aria-hidden
          >
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
                  <span aria-hidden className={cn('size-2 shrink-0 rounded-full forced-color-adjust-none', colour)} />
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
                <span className="tabular block text-small text-ink-3">thuế {formatVnd(vat[part])}</span>
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

const sumOf = (figures: Readonly<Record<Part, number>>): number =>
  PARTS.reduce((sum, { part }) => sum + figures[part], 0);

/** Green only when revenue and VAT both tie out, VAT up to rounding. */
function TieOutBadge({ tieOut, vat, planned }: { tieOut: Stats['tieOut']; vat: Stats['vat']; planned: boolean }) {
  if (!planned) return <Chip tone="grey">Chưa sinh hóa đơn</Chip>;
  const off = tieOut.ledger - sumOf(tieOut);
  const offVat = vat.ledger - sumOf(vat) - vat.difference;
  if (off !== 0 || offVat !== 0) {
    return (
      <Chip tone="red" icon>
        {off !== 0 ? `Lệch ${formatVnd(off)} đồng` : `Lệch thuế ${formatVnd(offVat)} đồng`}
      </Chip>
    );
  }
  if (isRounding(vat)) {
    return (
      <Chip tone="green" icon>
        Khớp đến từng đồng
      </Chip>
    );
  }
  return (
    <Chip tone="amber" icon>
      Tiền hàng khớp, thuế chênh
    </Chip>
  );
}

const isRounding = ({ difference, beyondRounding }: Stats['vat']): boolean =>
  beyondRounding ? beyondRounding.invoices === 0 : difference === 0;

/** The difference between the VAT of the invoices and that of the ledger; it opens those invoices. */
function VatDifference({ vat }: { vat: Stats['vat'] }) {
  const { difference, beyondRounding } = vat;
  if (difference === 0 && isRounding(vat)) return null;
  const rounding = isRounding(vat);
  return (
    <AppLink
      to={paths.reconciliation({ tab: 'vat', ...(rounding ? {} : { beyondRounding: 'true' }) })}
      className={cn(
        'tabular block text-small hover:underline',
        rounding ? 'text-ink-3' : 'font-semibold text-amber-ink',
      )}
    >
      {rounding
        ? `làm tròn thuế ${formatVnd(Math.abs(difference))}`
        : `chênh thuế ${formatVnd(Math.abs(beyondRounding?.difference ?? difference))}${beyondRounding ? ` · ${formatCount(beyondRounding.invoices)} hóa đơn` : ''}`}
    </AppLink>
  );
}
