import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { fileOf, type Run } from '../../../api/runs.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RunChip } from '../../../ui/run-progress.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { reportOf } from './sending.ts';
import { TaxReport } from './tax-report.tsx';

const QUERY = { query: { kind: 'tax-invoices', limit: 50, offset: 0, sort: '-createdAt' } } as const;

/** Uploads of before, of everybody who works here, each with its report. */
export function EarlierUploads({ onClose }: { onClose: () => void }) {
  const runs = useCall('listRuns', QUERY, { staleMs: 0 });
  const [shown, setShown] = useState<Run>();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        if (shown) setShown(undefined);
        else onClose();
      }}
      title={shown ? 'Kết quả nạp hóa đơn' : 'Các lần nạp trước'}
      description={shown ? `${shown.createdBy} · ${formatInstant(shown.createdAt)}` : undefined}
      width={shown ? 'lg' : 'md'}
    >
      {shown ? (
        <Outcome run={shown} />
      ) : runs.isError && !runs.data ? (
        <ErrorState message={runs.error.message} onRetry={() => void runs.refetch()} />
      ) : !runs.data ? (
        <SkeletonLines />
      ) : runs.data.items.length === 0 ? (
        <EmptyState title="Chưa nạp hóa đơn lần nào." />
      ) : (
        <ul className="m-0 -mx-4 list-none divide-y divide-line p-0">
          {runs.data.items.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                onClick={() => setShown(run)}
                className="flex w-full flex-col gap-0.5 px-4 py-2 text-left hover:bg-hover"
              >
                <span className="flex w-full items-center gap-2">
                  <span className="min-w-0 grow truncate text-base font-medium">
                    <TheirText>{fileOf(run) || 'Tệp hóa đơn'}</TheirText>
                  </span>
                  <RunChip status={run.status} />
                </span>
                <span className="text-small text-ink-3">
                  {formatInstant(run.createdAt)} · {run.createdBy}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Outcome({ run }: { run: Run }) {
  const report = reportOf(run);
  if (report) return <TaxReport report={report} />;
  return <EmptyState title={run.message ?? 'Lần nạp này chưa xong hoặc đã bị dừng.'} />;
}
