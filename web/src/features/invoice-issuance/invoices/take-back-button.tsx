import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';

/** Takes chosen invoices back that were handed over and that AMIS does not have; the service looks whether it is so. */
export function TakeBackButton({
  periodId,
  choose,
  onDone,
}: {
  periodId: string;
  choose: () => Promise<readonly { readonly id: string; readonly version: number }[]>;
  onDone: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const takeBack = useAction(
    async () =>
      call('takeBackInvoices', {
        params: { id: periodId },
        body: { invoices: [...(await choose())], reason: reason.trim() },
      }),
    {
      invalidates: [...PERIOD_READS, 'listRecordHistory'],
      onSuccess: ({ changed }) => {
        toast.success(`Đã thu hồi ${formatCount(changed)} hóa đơn. Sinh lại để lập với ngày thật.`);
        setIsOpen(false);
        onDone();
      },
    },
  );
  return (
    <>
      <Button icon={<Undo2 aria-hidden />} onClick={() => setIsOpen(true)}>
        Thu hồi
      </Button>
      {isOpen ? (
        <Dialog
          open
          onOpenChange={setIsOpen}
          title="Thu hồi hóa đơn đã giao?"
          footer={
            <>
              <Button onClick={() => setIsOpen(false)}>{strings.common.cancel}</Button>
              <Button
                variant="primary"
                busy={takeBack.isPending}
                disabled={reason.trim() === ''}
                onClick={() => takeBack.mutate()}
              >
                Thu hồi
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-3">
            <p className="m-0">
              Chỉ thu hồi được hóa đơn mà sổ bán hàng AMIS xuất sau lúc giao không có. Xóa tệp cũ: nhập nó sau khi thu
              hồi thì một lần bán có hai hóa đơn.
            </p>
            <TextField label="Lý do" value={reason} onChange={(event) => setReason(event.target.value)} required />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
