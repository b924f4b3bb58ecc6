import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { ConfirmUndo } from '../../../shared/upload/confirm-undo.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
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
      {open ? <ConfirmUndoOfList list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ConfirmUndoOfList({ list, onClose }: { list: List; onClose: () => void }) {
  return (
    <ConfirmUndo
      title="Bỏ danh sách đã nạp"
      fileName={list.fileName}
      words={{
        act: 'Bỏ danh sách',
        done: `Đã bỏ danh sách «${list.fileName}».`,
        refused: 'Không bỏ được danh sách này.',
      }}
      perform={() => call('undoTaxList', { params: { id: list.id }, body: { version: list.version } })}
      onClose={onClose}
    >
      <p className="m-0">
        Danh sách {SIDE[list.side].toLowerCase()} của {list.profileCode}, {formatDay(list.fromDate)} –{' '}
        {formatDay(list.toDate)}: điều nó nói về {formatCount(list.rowCount)} hóa đơn trở lại như trước khi nạp, và các
        ngày ấy không còn được nó phủ. Hóa đơn có XML vẫn ở kho.
      </p>
      <p className="m-0 text-grid text-ink-2">
        Tệp vẫn ở đây, ghi «Đã bỏ» kèm người và lúc làm, và nạp lại được, cho đúng hồ sơ.
      </p>
    </ConfirmUndo>
  );
}
