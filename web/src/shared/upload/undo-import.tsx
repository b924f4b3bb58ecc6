import type { ImportBatch } from '@khop/contract/runs.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { Banner } from '../../ui/states.tsx';
import { ConfirmUndo } from './confirm-undo.tsx';

/** Takes an import back, after saying what that does; or who has done so. */
export function UndoImport({ importId }: { importId: string }) {
  const { data: batch, isError } = useCall('getImport', { params: { id: importId } });
  const [open, setOpen] = useState(false);
  // The room of the button, so that the dialog does not grow under a hand that closes it.
  if (!batch) return isError ? null : <div aria-hidden className="h-control" />;
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
      {open ? <ConfirmUndoOfImport batch={batch} undo={batch.undo} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

const EFFECTS = [
  ['removes', 'bản ghi mới của tệp sẽ bị bỏ'],
  ['restores', 'bản ghi trở lại như trước khi tải'],
  ['returns', 'bản ghi mà tệp đã bỏ sẽ được lấy lại'],
] as const;

function ConfirmUndoOfImport({
  batch,
  undo,
  onClose,
}: {
  batch: ImportBatch;
  undo: NonNullable<ImportBatch['undo']>;
  onClose: () => void;
}) {
  const effects = EFFECTS.filter(([name]) => undo[name] > 0);
  return (
    <ConfirmUndo
      title="Hoàn tác lần tải tệp"
      fileName={batch.fileName}
      words={{
        act: 'Hoàn tác lần tải',
        done: `Đã hoàn tác lần tải «${batch.fileName}».`,
        refused: 'Không hoàn tác được lần tải này.',
      }}
      perform={() => call('undoImport', { params: { id: batch.id } })}
      onClose={onClose}
    >
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
    </ConfirmUndo>
  );
}
