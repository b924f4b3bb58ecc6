import { paths } from '../../../paths.ts';
import { type Period, periodQuery } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cn } from '../../../ui/cn.ts';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { AppLink, TextLink } from '../../../ui/link.tsx';
import { DAY_STATE, type DayCell, type DayRow } from './days.ts';

const WEEKDAYS = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'];
const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!;

/** Days down, entities across; every figure leads to its records. */
export function DayTable({
  rows,
  period,
  today,
  toDo,
  onHandOver,
}: {
  rows: readonly DayRow[];
  period: Period;
  today: string;
  /** Days of which something can still be handed over. */
  toDo: ReadonlySet<string>;
  onHandOver: (through: string) => void;
}) {
  const hasUndeclared = rows.some(({ cells }) => cells.has(null));
  const columns = [
    ...period.profiles.map(({ id, code, name }) => ({ id, code, name })),
    ...(hasUndeclared ? [{ id: null, code: 'Chưa khai báo', name: 'Chi nhánh chưa khai báo hồ sơ' }] : []),
  ];
  return (
    <section
      aria-label="Cửa ngày của kỳ"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 overflow-auto border border-line print:overflow-visible"
    >
      <table className="w-full min-w-160 border-collapse bg-raised text-grid">
        <caption className="sr-only">Mỗi ngày bán đã đi đến đâu ở từng hồ sơ</caption>
        <thead className="sticky top-0 z-10 bg-head print:static">
          <tr className="border-b border-line text-left text-ink-2">
            <th className="px-3 py-1.5 font-medium">Ngày bán</th>
            {columns.map(({ id, code, name }) => (
              <th key={id} title={name} className="px-3 py-1.5 font-medium">
                {code}
              </th>
            ))}
            <th className="px-3 py-1.5 font-medium">
              <span className="sr-only">Việc</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ day, cells }) => (
            <tr key={day} className={cn('break-inside-avoid', day > today && 'text-ink-3')}>
              <th scope="row" className="px-3 py-1.5 text-left align-top font-medium whitespace-nowrap">
                <span className="inline-block w-7 text-ink-2">{weekdayOf(day)}</span>
                {formatDay(day)}
              </th>
              {columns.map(({ id }) => (
                <td key={id} className="px-3 py-1.5 align-top">
                  <Cell cell={cells.get(id)} period={period} today={today} />
                </td>
              ))}
              <td className="px-3 py-1 text-right align-top">
                {toDo.has(day) ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Bàn giao đến đây: ${formatDay(day)}`}
                    onClick={() => onHandOver(day)}
                  >
                    Bàn giao đến đây
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The state in a word; a day without any invoice of ours says why it has none. */
function wordOf({ profileId, state }: DayCell, invoices: number, left: number) {
  if (profileId === null) return { label: 'Chưa khai báo', tone: 'amber' } as const;
  if (invoices + left === 0) return { label: 'Không cần lập', tone: 'grey' } as const;
  return invoices === 0 && state === 'planned' ? ({ label: 'Chờ xử lý', tone: 'amber' } as const) : DAY_STATE[state];
}

function Cell({ cell, period, today }: { cell: DayCell | undefined; period: Period; today: string }) {
  if (!cell) return <span className="text-ink-3">–</span>;
  const { day, profileId, drafts, handedOver, issued, waiting, unplanned, late, isOverdue, signBy } = cell;
  const within = { ...periodQuery(period.id), fromDate: day, toDate: day };
  const count = drafts.count + handedOver.count + issued.count;
  const amount = drafts.amount + handedOver.amount + issued.amount;
  const left = waiting.documents + unplanned.documents;
  const { label, tone } = wordOf(cell, count, left);
  return (
    <div className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-1">
        <Chip tone={tone}>{label}</Chip>
        {isOverdue ? (
          <Chip tone="red" icon>
            Quá hạn ký
          </Chip>
        ) : null}
      </span>
      {count > 0 ? (
        <AppLink to={paths.invoices({ ...within, profileId })} className="whitespace-nowrap hover:underline">
          {formatCount(count)} hóa đơn · {formatVnd(amount)}
        </AppLink>
      ) : null}
      {/* Waiting has a reason to remove; not made yet only has a later day. */}
      {[
        { ...waiting, word: 'chờ' },
        { ...unplanned, word: 'chưa lập' },
      ].map(({ documents, amount: sum, word }) =>
        documents > 0 ? (
          <TextLink
            key={word}
            to={paths.bravoSales({ ...within, coverage: 'partly,uncovered' })}
            className="whitespace-nowrap"
          >
            {formatCount(documents)} chứng từ {word} · {formatVnd(sum)}
          </TextLink>
        ) : null,
      )}
      {late > 0 ? <span className="text-small text-amber-ink">{formatCount(late)} sai thời điểm</span> : null}
      {signBy !== null && signBy >= today && cell.state !== 'issued' ? (
        <span className="text-small text-ink-2">Ký đến hết {formatDay(signBy)}</span>
      ) : null}
    </div>
  );
}
