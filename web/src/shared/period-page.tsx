import type { ReactNode } from 'react';
import { Page } from '../page/page.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { AppLink } from '../ui/link.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../ui/states.tsx';
import { type Period, PeriodLine, usePeriod, usePeriodSwitcher } from './period.tsx';

/** A page about the shown period: its line under the title, its switcher in the top bar, and what to do when there is none. */
export function PeriodPage({
  title,
  emptyHint,
  children,
}: {
  title: string;
  /** The next step for a person who finds this page without any period. */
  emptyHint: string;
  children: (period: Period) => ReactNode;
}) {
  const { period, periods, error, refetch } = usePeriod();
  usePeriodSwitcher(period, periods);
  return (
    <Page title={title} kind="list" description={period ? <PeriodLine period={period} /> : undefined}>
      {error && !period ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : null}
      {period === undefined && !error ? <SkeletonLines /> : null}
      {period === null ? (
        <EmptyState
          title="Chưa có kỳ phát hành nào."
          hint={emptyHint}
          action={
            <AppLink to={paths.home()} className={buttonClass('primary')}>
              Mở kỳ phát hành
            </AppLink>
          }
        />
      ) : null}
      {period ? children(period) : null}
    </Page>
  );
}
