import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { queryClient, useAction } from '../../../api/query.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner } from '../../../ui/states.tsx';
import { SIDE } from '../words.ts';

type List = ItemOf<'listTaxLists'>;

/** Takes a list back that was loaded by mistake, after saying what that does; or who has done so. */
export function UndoList({ list }: { list: List }) {
  const [open, setOpen] = useState(false);
  if (list.undoneAt !== null)
    return (
      <span className="text-small">
        Đã bỏ {formatInstant(list.undoneAt)}
        <span className="block">{list.undoneBy}</span>
      </span>
    );
  if (!list.isUndoable) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<Undo2 aria-hidden />}
        aria-label={`Bỏ danh sách ${list.fileName}`}
        onClick={() => setOpen(true)}
      >
        Bỏ
      </Button>
      {open ? <ConfirmUndo list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ConfirmUndo({ list, onClose }: { list: List; onClose: () => void }) {
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const action = useAction(() => call('undoTaxList', { params: { id: list.id }, body: { version: list.version } }), {
    invalidates: ['listTaxLists'],
    onSuccess: () => {
      toast.success(`Đã bỏ danh sách «${list.fileName}».`);
      onClose();
      // The words of a list are in the room, its cover, the expected lots and the three sides.
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'IMPORT_IN_USE') return false;
      setReasons((error.details as { reasons: string[] }).reasons);
      return true;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Bỏ danh sách đã nạp"
      description={list.fileName}
      footer={
        <>
          <Button onClick={onClose}>{reasons.length > 0 ? strings.common.close : strings.common.cancel}</Button>
          <Button
            variant="danger"
            busy={action.isPending}
            disabled={reasons.length > 0}
            onClick={() => action.mutate()}
          >
            Bỏ danh sách
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="m-0">
          Danh sách {SIDE[list.side].toLowerCase()} của {list.profileCode}, {formatDay(list.fromDate)} –{' '}
          {formatDay(list.toDate)}: điều nó nói về {formatCount(list.rowCount)} hóa đơn trở lại như trước khi nạp, và
          các ngày ấy không còn được nó phủ. Hóa đơn có XML vẫn ở kho.
        </p>
        <p className="m-0 text-grid text-ink-2">
          Tệp vẫn ở đây, ghi «Đã bỏ» kèm người và lúc làm, và nạp lại được, cho đúng hồ sơ.
        </p>
        {reasons.length > 0 ? (
          <Banner tone="error">
            <p className="m-0 font-medium">Không bỏ được danh sách này.</p>
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
