import { Lock } from 'lucide-react';
import { Chip } from '../../ui/chip.tsx';
import { FilterSelect } from '../../ui/fields/select.tsx';
import { formatDay, today } from '../../ui/format/time.ts';
import { monthsFrom, monthText, STATUSES } from './terms.ts';
import type { Month } from './use-month.ts';

const MONTHS_BACK = 24;

/** Chooses the month; the ones of the last two years, and the one of the address when it is older. */
export function MonthPicker({ month, setMonth }: Pick<Month, 'month' | 'setMonth'>) {
  const now = today().slice(0, 7);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => monthsFrom(now, -back));
  const options = [...new Set([...months, month])].map((value) => ({ value, label: monthText(value) }));
  return (
    <FilterSelect
      label="Tháng"
      value={month}
      allLabel="Mới nhất"
      onChange={(value) => setMonth(value || undefined)}
      options={options}
    />
  );
}

/** The state of the period: its status, and the day up to which each side's stock is. */
export function MonthFacts({ period }: Pick<Month, 'period'>) {
  if (!period) return null;
  const { name, tone } = STATUSES[period.status];
  const stock = (day: string | null) => (day ? `tồn đến ${formatDay(day)}` : 'chưa nạp');
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <Chip tone={tone} icon={period.status === 'locked' ? <Lock aria-hidden /> : false}>
        {name}
      </Chip>
      {period.amisAsOf !== null && period.amisAsOf === period.bravoAsOf ? (
        <span>Tồn hai bên đến {formatDay(period.amisAsOf)}</span>
      ) : (
        <>
          <span>AMIS: {stock(period.amisAsOf)}</span>
          <span>Bravo: {stock(period.bravoAsOf)}</span>
        </>
      )}
    </span>
  );
}
