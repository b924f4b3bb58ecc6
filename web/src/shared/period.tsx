import { useNavigate } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { ItemOf, OutputOf } from '../api/operations.ts';
import { useCall } from '../api/query.ts';
import { useFillSlot } from '../page/slots.ts';
import { usePageSearch } from '../search.ts';
import { Button } from '../ui/button.tsx';
import { formatDay } from '../ui/format/time.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { PERIOD_STATUS } from './invoices/invoice-words.ts';

export type Period = ItemOf<'listPeriods'>;

/** Name of the period in the address of every page that shows one, so that a link shows its reader the same month. */
const IN_ADDRESS = 'ky';
/** The period that a person looked at last, for addresses that name none; kept for the tab. */
const KEY = 'khop.period';
/** The latest ones are offered in the menu; an earlier one is read when an address names it. */
const LATEST = { query: { limit: 100, sort: '-fromDate' } } as const;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const read = (): string => sessionStorage.getItem(KEY) ?? '';

function remember(id: string): void {
  if (read() === id) return;
  sessionStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

/** Shows another period on the page: a step that the browser's "back" undoes. */
export function useChoosePeriod(): (id: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (id) => {
      remember(id);
      void navigate({ to: '.', search: withPeriod(id), resetScroll: false });
    },
    [navigate],
  );
}

const withPeriod = (id: string) => ((now: Record<string, unknown>) => ({ ...now, [IN_ADDRESS]: id })) as never;

/** The query that names a period, for a link to a page that shows it. */
export const periodQuery = (id: string) => ({ [IN_ADDRESS]: id });

/** Of all periods the one that the screens show: the one in the address or chosen last, else the latest open one, else the latest. */
const shownPeriod = (periods: readonly Period[], chosen: string): Period | null =>
  periods.find(({ id }) => id === chosen) ?? periods.find(({ status }) => status !== 'closed') ?? periods[0] ?? null;

/** The period that the screens showed last, read once for what is no screen. */
export async function readShownPeriod(signal: AbortSignal): Promise<Period | null> {
  const list = await call('listPeriods', LATEST, { signal });
  const chosen = read();
  if (chosen === '' || !isBeyond(list, chosen)) return shownPeriod(list.items, chosen);
  try {
    return await call('getPeriod', { params: { id: chosen } }, { signal });
  } catch (error) {
    if (isNone(error)) return shownPeriod(list.items, '');
    throw error;
  }
}

/** True for a period that the list of the latest ones does not reach. */
const isBeyond = ({ items, total }: OutputOf<'listPeriods'>, id: string): boolean =>
  total > items.length && !items.some((one) => one.id === id);

const isNone = (error: unknown): boolean =>
  error instanceof ApiError && ['NOT_FOUND', 'VALIDATION'].includes(error.code);

/** The period that the screens show; null when there is none at all, undefined until it is known. */
export function usePeriod() {
  const remembered = useSyncExternalStore(subscribe, read);
  const named = usePageSearch()[IN_ADDRESS];
  const list = useCall('listPeriods', LATEST);
  const earlier = useEarlier(list.data, named ?? remembered);
  const latest = list.data?.items;
  const periods = useMemo(
    () => (earlier.isLoading || earlier.error ? undefined : earlier.data ? latest?.concat(earlier.data) : latest),
    [latest, earlier.isLoading, earlier.error, earlier.data],
  );
  const isNamed = periods?.some(({ id }) => id === named);
  const period = periods && shownPeriod(periods, isNamed && named ? named : remembered);
  const refetch = earlier.error ? earlier.refetch : list.refetch;
  return { period, periods, error: list.error ?? earlier.error, refetch };
}

/** A period that the list of the latest ones does not reach: the month of a link must not become another one. Without data when there is none. */
function useEarlier(list: OutputOf<'listPeriods'> | undefined, id: string) {
  const isAsked = list !== undefined && id !== '' && isBeyond(list, id);
  const { data, isLoading, error, refetch } = useCall('getPeriod', { params: { id } }, { enabled: isAsked });
  // Others ask for a period too, and what they have heard is here as well, asked or not.
  if (!isAsked) return { data: undefined, isLoading: false, error: null, refetch };
  return { data, isLoading, error: isNone(error) ? null : error, refetch };
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

/** Puts the switcher of periods into the top bar, and the shown one into the address, while the page is shown. */
export function usePeriodSwitcher(period: Period | null | undefined, periods: readonly Period[] | undefined): void {
  const choose = useChoosePeriod();
  usePeriodInAddress(period?.id, (periods?.length ?? 0) > 1);
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
                onChange: choose,
                closes: true,
              },
            ]}
          />
        ) : null,
      [period, periods, choose],
    ),
  );
}

/** Names the shown period in the address, once there is another that it could be mistaken for, or in place of a wrong name. */
function usePeriodInAddress(id: string | undefined, isOneOfSeveral: boolean): void {
  const navigate = useNavigate();
  const named = usePageSearch()[IN_ADDRESS];
  useEffect(() => {
    if (id === undefined) return;
    remember(id);
    if (named !== id && (isOneOfSeveral || named !== undefined))
      void navigate({ to: '.', search: withPeriod(id), replace: true, resetScroll: false });
  }, [id, isOneOfSeveral, named, navigate]);
}
