import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';

/** As many lines as one request takes. */
const PER_REQUEST = 1000;

/** Asks why given lines go, and takes them away. */
export function RemoveDialog({
  ids,
  clear,
  onClose,
}: {
  ids: readonly string[];
  clear: () => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const remove = useAction(
    async () => {
      let removed = 0;
      for (let from = 0; from < ids.length; from += PER_REQUEST) {
        const body = { ids: ids.slice(from, from + PER_REQUEST), reason: reason.trim() };
        removed += (await call('removeGivenSales', { body })).removed;
      }
      return removed;
    },
    {
      invalidates: ['listSalesLedgers', ...PERIOD_READS],
      onSuccess: (removed) => {
        toast.success(`Đã bỏ ${formatCount(removed)} dòng bán hàng.`);
        clear();
        onClose();
      },
    },
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Bỏ ${formatCount(ids.length)} dòng bán hàng`}
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button variant="danger" type="submit" form="remove-given" busy={remove.isPending} disabled={!reason.trim()}>
            Bỏ
          </Button>
        </>
      }
    >
      <form
        id="remove-given"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate();
        }}
      >
        <p className="m-0 text-grid">Các dòng này rời cả kỳ đang mở. Dòng đã có hóa đơn không bỏ được.</p>
        <TextArea
          label="Lý do"
          required
          hint="Được ghi vào nhật ký"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
