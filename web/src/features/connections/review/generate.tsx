import { Sparkles } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { isFinished } from '../../../api/runs.ts';
import { StopRun } from '../../../shared/stop-run.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatRelative } from '../../../ui/format/time.ts';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { changedBy, type Kind } from '../kinds.ts';

export type Generation = ReturnType<typeof useGeneration>;

/** The run that makes suggestions for a profile; found again after leaving the page. */
export function useGeneration(kind: Kind, profileId: string, onFinished: () => void) {
  const status = useCall(kind.status, { query: { profileId } });
  const latest = status.data && status.data.status !== 'idle' ? status.data : undefined;
  const action = useRunAction(() => call(kind.generate, { body: { profileId } }), {
    invalidates: [kind.status, ...changedBy(kind)],
    resume: latest,
    onFinished: (run) => {
      if (run.status === 'succeeded') onFinished();
    },
  });
  const learning = useRunAction(() => call(kind.refresh, { body: { profileId } }), {
    invalidates: [kind.quality, ...changedBy(kind)],
    onFinished: (run) => {
      if (run.status === 'succeeded') onFinished();
    },
  });
  const run = learning.busy ? learning.run : (action.run ?? latest);
  return {
    ...action,
    run,
    learn: () => void learning.start(),
    refreshing: learning.busy,
    never: status.isSuccess && run === undefined,
  };
}

/** A comparison in words, before there was one. */
export const comparison = ({ comparedBy, amisWord, bravoWord }: Kind): string =>
  `Khớp so sánh ${comparedBy} của ${amisWord} với ${bravoWord} rồi xếp các cặp theo xác suất đúng.`;

/** The last comparison in words, where it left nothing to look at: an empty list alone would look as if nothing had been done. */
export function lastComparison(kind: Kind, { run }: Pick<Generation, 'run'>): string | undefined {
  if (run?.status !== 'succeeded' || typeof run.result !== 'object' || run.result === null) return undefined;
  const { amisRecords, bravoRecords } = run.result as Readonly<Record<string, unknown>>;
  if (typeof amisRecords !== 'number' || typeof bravoRecords !== 'number') return undefined;
  const compared = `Lần sinh gần nhất (${formatRelative(run.finishedAt)}) so ${formatCount(amisRecords)} ${kind.amisWord} với ${formatCount(bravoRecords)} ${kind.bravoWord} đang dùng`;
  if (amisRecords === 0) return `${compared}: hãy nạp ${kind.amisWord} trước.`;
  if (bravoRecords === 0) return `${compared}: hãy nạp ${kind.bravoWord}, hoặc đánh dấu đang dùng, trước.`;
  return `${compared}; cặp đã nối hay đã từ chối không hiện lại.`;
}

export function GenerateButton({ generation, primary = false }: { generation: Generation; primary?: boolean }) {
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      icon={<Sparkles aria-hidden />}
      busy={generation.busy}
      onClick={() => void generation.start()}
    >
      Sinh gợi ý
    </Button>
  );
}

/** Progress of the run, or when suggestions were made last. */
export function GenerationStatus({ generation }: { generation: Generation }) {
  const { run } = generation;
  if (run && !isFinished(run.status)) {
    return (
      <div className="flex max-w-2xl items-end gap-2 px-3 pt-3 sm:px-4">
        <div className="min-w-0 grow">
          <RunProgress run={run} name="Sinh gợi ý" />
        </div>
        <StopRun run={run} cancel={generation.cancel} />
      </div>
    );
  }
  if (run?.status === 'failed') {
    return (
      <p role="alert" className="m-0 px-3 pt-2 text-grid text-red-ink sm:px-4">
        Lần sinh gợi ý gần nhất ({formatRelative(run.finishedAt)}) thất bại: {run.message}
      </p>
    );
  }
  return null;
}
