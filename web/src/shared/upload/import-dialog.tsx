import { useCall } from '../../api/query.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { ImportReportView } from './import-report.tsx';

/** The report of an upload that was taken in before. */
export function ImportDialog({ importId, onClose }: { importId: string; onClose: () => void }) {
  const batch = useCall('getImport', { params: { id: importId } });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Kết quả tải tệp"
      description={batch.data ? `${batch.data.createdBy} · ${formatInstant(batch.data.createdAt)}` : undefined}
      width="lg"
    >
      {batch.isError && !batch.data ? (
        <ErrorState message={batch.error.message} onRetry={() => void batch.refetch()} />
      ) : batch.data ? (
        <ImportReportView report={batch.data.report} onLeave={onClose} />
      ) : (
        <SkeletonLines />
      )}
    </Dialog>
  );
}
