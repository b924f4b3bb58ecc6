import type { ImportBatch } from '@khop/contract/runs.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { queryClient, useAction, useCall } from '../../api/query.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { Banner } from '../../ui/states.tsx';

/** Takes an import back, after saying what that does; or who has done so. */
export function UndoImport({ importId }: { importId: string }) {
  const { data: batch } = useCall('getImport', { params: { id: importId } });
  const [open, setOpen] = useState(false);
  if (!batch) return null;
  if (batch.undoneAt)
    return (
      <Banner tone="warning">
        Đã hoàn tác lúc {formatInstant(batch.undoneAt)} bởi {batch.undoneBy}: dữ liệu đã trở lại như trước lần tải này.
      </Banner>
    );
  if (!batch.undo) return null;
  return (
    <div>
      <Button icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
        Hoàn tác
      </Button>
      {open ? <ConfirmUndo batch={batch} undo={batch.undo} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

const EFFECTS = [
  ['removes', 'bản ghi mới của tệp sẽ bị bỏ'],
  ['restores', 'bản ghi trở lại như trước khi tải'],
  ['returns', 'bản ghi mà tệp đã bỏ sẽ được lấy lại'],
] as const;

function ConfirmUndo({
  batch,
  undo,
  onClose,
}: {
  batch: ImportBatch;
  undo: NonNullable<ImportBatch['undo']>;
  onClose: () => void;
}) {
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const action = useAction(() => call('undoImport', { params: { id: batch.id } }), {
    onSuccess: () => {
      toast.success(`Đã hoàn tác lần tải «${batch.fileName}».`);
      onClose();
      // A file may have changed any list, count or check that is on the screen.
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'IMPORT_IN_USE') return false;
      setReasons((error.details as { reasons: string[] }).reasons);
      return true;
    },
  });
  const effects = EFFECTS.filter(([name]) => undo[name] > 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Hoàn tác lần tải tệp"
      description={batch.fileName}
      footer={
        <>
          <Button onClick={onClose}>{reasons.length > 0 ? strings.common.close : strings.common.cancel}</Button>
          <Button
            variant="danger"
            busy={action.isPending}
            disabled={reasons.length > 0}
            onClick={() => action.mutate()}
          >
            Hoàn tác lần tải
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {effects.length > 0 ? (
          <ul className="m-0 pl-5">
            {effects.map(([name, what]) => (
              <li key={name}>
                <strong className="tabular">{formatCount(undo[name])}</strong> {what}
              </li>
            ))}
          </ul>
        ) : (
          <p className="m-0">Tệp này không đổi bản ghi nào; lần tải sẽ được ghi là đã hoàn tác.</p>
        )}
        <p className="m-0 text-grid text-ink-2">
          Tệp vẫn ở danh sách các lần tải, ghi «Đã hoàn tác» kèm người và lúc làm, và có thể tải lại.
        </p>
        {reasons.length > 0 ? (
          <Banner tone="error">
            <p className="m-0 font-medium">Không hoàn tác được lần tải này.</p>
            {reasons.map((reason) => (
              <p key={reason} className="m-0">
                {reason}
              </p>
            ))}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
