import type { ReactNode } from 'react';
import { Stat } from '../../../ui/card.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import type { Sums } from './words.ts';

/** The sum of each side, and how much of it is not explained yet: always in sight. */
export function Head({ sums, actions }: { sums: Sums; actions: ReactNode }) {
  const { all, unexplained, byState, asOf, comparedAt, comparedBy } = sums;
  const gap = all.tax.total - all.books.total;
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-2 px-3 pt-3 sm:px-4">
      <Stat label="Bravo đã giao" value={formatMoney(all.delivery.total)} />
      <Stat label="Sổ AMIS" value={formatMoney(all.books.total)} />
      <Stat label="Cơ quan thuế" value={formatMoney(all.tax.total)} />
      <Stat label="Thuế − AMIS" value={formatMoney(gap)} {...(gap !== 0 && { tone: 'amber' as const })} />
      <Stat
        label={`Chưa giải thích: ${formatCount(unexplained.rows)} dòng`}
        value={formatMoney(unexplained.atStake)}
        tone={unexplained.rows > 0 ? 'red' : 'green'}
      />
      <Stat
        label={`Chưa đủ dữ liệu: ${formatCount(byState.uncovered.rows)} dòng`}
        value={formatMoney(byState.uncovered.atStake)}
        {...(byState.uncovered.rows > 0 && { tone: 'amber' as const })}
      />
      <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      <p className="m-0 w-full text-small text-ink-3">
        Đối chiếu lúc {formatInstant(comparedAt)} bởi {comparedBy}, tính tuổi đến {asOf ? formatDay(asOf) : ''}
      </p>
    </div>
  );
}
