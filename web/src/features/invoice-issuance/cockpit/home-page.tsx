import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Page } from '../../../page/page.tsx';
import { takeOpenForm } from '../../../shared/drafts/store.ts';
import { PERIOD_STATUS } from '../../../shared/invoices/invoice-words.ts';
import { NotFresh } from '../../../shared/not-fresh.tsx';
import { type Period, usePeriod, usePeriodSwitcher } from '../../../shared/period.tsx';
import { useFreshChecks } from '../../../shared/use-fresh-checks.ts';
import { useParam } from '../../../shared/use-param.ts';
import { Chip } from '../../../ui/chip.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { PeriodActions } from '../actions/period-actions.tsx';
import { usePeriodRuns } from '../actions/use-period-runs.ts';
import { ClosePeriodDialog } from '../periods/close-period-dialog.tsx';
import { PeriodDialog } from '../periods/period-dialog.tsx';
import { PeriodsList } from '../periods/periods-list.tsx';
import { ClosedCard } from './closed-card.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatenessCard } from './lateness-card.tsx';
import { PeriodTabs } from './period-tabs.tsx';
import { ProblemsCard } from './problems-card.tsx';
import { RegenerationCard } from './regeneration-card.tsx';
import { StepsCard } from './steps-card.tsx';
import { TieOutCard } from './tie-out-card.tsx';

/** The cockpit of a period: steps, tie-out, obstacles, coverage, invoices and shortages. */
export function HomePage() {
  const [view] = useParam('view');
  return view === 'periods' ? <PeriodsList /> : <CurrentPeriod />;
}

function CurrentPeriod() {
  const { period, periods, error, refetch } = usePeriod();
  usePeriodSwitcher(period, periods);
  const [creating, setCreating] = useState(() => takeOpenForm('period new') !== undefined);
  if (period)
    return (
      <Cockpit
        key={period.id}
        period={period}
        onNew={() => setCreating(true)}
        creating={creating}
        onDone={() => setCreating(false)}
      />
    );
  return (
    <Page title="Tổng quan">
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : null}
      {period === undefined && !error ? <SkeletonLines lines={8} /> : null}
      {period === null ? <FirstSteps onOpenPeriod={() => setCreating(true)} /> : null}
      {creating ? <PeriodDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}

function Cockpit({
  period,
  onNew,
  creating,
  onDone,
}: {
  period: Period;
  onNew: () => void;
  creating: boolean;
  onDone: () => void;
}) {
  const [closing, setClosing] = useState(false);
  // In the address, so that the remedy of a shortage can lead to it.
  const [settings, setSettings] = useParam('settings');
  const openSettings = () => setSettings('true');
  const stats = useCall('getPeriodStats', { params: { id: period.id } });
  const runs = usePeriodRuns(period);
  useFreshChecks(period.id);
  const status = PERIOD_STATUS[period.status];
  return (
    <Page
      title="Tổng quan"
      kind="wide"
      description={
        <span className="flex flex-wrap items-center gap-2">
          <strong className="text-title text-ink">{period.name}</strong>
          {formatDay(period.fromDate)} – {formatDay(period.toDate)}
          <Chip tone={status.tone} icon>
            {status.label}
          </Chip>
        </span>
      }
      actions={
        <PeriodActions
          period={period}
          stats={stats.data}
          runs={runs}
          onNew={onNew}
          onSettings={openSettings}
          onClosePeriod={() => setClosing(true)}
        />
      }
    >
      {stats.isError && !stats.data ? (
        <ErrorState message={stats.error.message} onRetry={() => void stats.refetch()} />
      ) : null}
      <div className="flex flex-col gap-3">
        <NotFresh of={stats} />
        <ClosedCard period={period} />
        <RegenerationCard period={period} runs={runs} />
        <TieOutCard stats={stats.data} period={period} />
        <div className="grid gap-3 xl:grid-cols-2">
          <StepsCard period={period} stats={stats.data} runs={runs} onSettings={openSettings} />
          <ProblemsCard period={period} onSettings={openSettings} />
        </div>
        <LatenessCard period={period} />
        <CoverageCard stats={stats.data} />
        <PeriodTabs period={period} stats={stats.data} />
      </div>
      {creating ? <PeriodDialog onClose={onDone} /> : null}
      {settings ? <PeriodDialog period={period} onClose={() => setSettings(undefined, true)} /> : null}
      {closing ? <ClosePeriodDialog period={period} stats={stats.data} onClose={() => setClosing(false)} /> : null}
    </Page>
  );
}
