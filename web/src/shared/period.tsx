import { CalendarRange } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import type { ItemOf } from '../api/operations.ts';
import { useCall } from '../api/query.ts';
import { useFillSlot } from '../layout/slots.ts';
import { Button } from '../ui/button.tsx';
import { formatDay } from '../ui/format/time.ts';
import { Menu } from '../ui/menu.tsx';
import { PERIOD_STATUS } from './invoice-words.ts';

export type Period = ItemOf<'listPeriods'>;

/** The period that a person looks at, when it is not the current one; kept for the tab. */
const KEY = 'khop.period';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const read = (): string => sessionStorage.getItem(KEY) ?? '';

export function choosePeriod(id: string): void {
  sessionStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

/** Of all periods the one that the screens show: the chosen one, else the current one, else the latest. */
export const shownPeriod = (periods: readonly Period[], chosen = read()): Period | null =>
  periods.find(({ id }) => id === chosen) ?? periods.find(({ status }) => status !== 'closed') ?? periods[0] ?? null;

/** The period that the screens show; null when there is none at all, undefined until it is known. */
export function usePeriod() {
  const chosen = useSyncExternalStore(subscribe, read);
  const list = useCall('listPeriods', { query: { limit: 100, sort: '-fromDate' } });
  const periods = list.data?.items;
  const period = periods && shownPeriod(periods, chosen);
  return { period, periods, error: list.error, refetch: list.refetch };
}

/** The period in one line, under the title of a page that shows it. */
export const PeriodLine = ({ period }: { period: Period }) => (
  <>
    {period.name} · {formatDay(period.fromDate)} – {formatDay(period.toDate)} · {PERIOD_STATUS[period.status].label}
  </>
);

/** The period's profiles as choices of a filter. */
export const profileOptions = ({ profiles }: Period) =>
  profiles.map(({ id, code, name }) => ({ value: id, label: code, hint: name }));

/** Puts the switcher of periods into the top bar while the page is shown. */
export function usePeriodSwitcher(period: Period | null | undefined, periods: readonly Period[] | undefined): void {
  useFillSlot(
    'period',
    useMemo(
      () =>
        period && periods ? (
          <Menu
            trigger={
              <Button variant="ghost" icon={<CalendarRange aria-hidden />} aria-label={`Kỳ phát hành: ${period.name}`}>
                <span className="max-w-40 truncate max-sm:hidden">{period.name}</span>
              </Button>
            }
            entries={[
              {
                kind: 'radio' as const,
                label: 'Kỳ phát hành',
                value: period.id,
                options: periods.map((one) => ({
                  value: one.id,
                  label: `${one.name} · ${formatDay(one.fromDate)}–${formatDay(one.toDate)} · ${PERIOD_STATUS[one.status].label}`,
                })),
                onChange: choosePeriod,
              },
            ]}
          />
        ) : null,
      [period, periods],
    ),
  );
}
