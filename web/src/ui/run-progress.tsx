import { strings } from '../strings.ts';
import { Chip, type Tone } from './chip.tsx';
import { formatDuration, formatRelative } from './format/time.ts';
import { Progress } from './progress.tsx';

/** The part of a run that is shown; any run of the service fits. */
export type RunView = {
  status: string;
  stage?: string;
  done?: number | null;
  total?: number | null;
  percent?: number | null;
  etaSeconds?: number | null;
  message?: string | null;
  startedAt?: string | null;
  finishedAt?: string | null;
};

const tones: Record<string, Tone> = {
  succeeded: 'green',
  failed: 'red',
  cancelled: 'grey',
  running: 'amber',
  queued: 'grey',
};

export const runStatusName = (status: string): string =>
  (strings.run as Readonly<Record<string, string>>)[status] ?? status;

/** The state of a run in a word. */
export function RunChip({ status }: { status: string }) {
  return (
    <Chip tone={tones[status] ?? 'grey'} icon={status === 'succeeded' || status === 'failed'}>
      {runStatusName(status)}
    </Chip>
  );
}

/** A run: its name and state; while it runs the bar with numbers and time left, afterwards when and how it ended. */
export function RunProgress({ run, name }: { run: RunView; name: string }) {
  const going = run.status === 'running' || run.status === 'queued';
  const took =
    run.startedAt && run.finishedAt ? (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000 : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <span className="truncate text-grid font-medium">{name}</span>
        <RunChip status={run.status} />
      </div>
      {going ? (
        <Progress
          label={run.stage || runStatusName(run.status)}
          percent={run.percent}
          done={run.done}
          total={run.total}
          etaSeconds={run.etaSeconds}
        />
      ) : (
        <p className="m-0 text-small text-ink-3">
          {[formatRelative(run.finishedAt), took === undefined ? '' : `trong ${formatDuration(took)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {run.status === 'failed' && run.message ? <p className="m-0 text-small text-red-ink">{run.message}</p> : null}
    </div>
  );
}
