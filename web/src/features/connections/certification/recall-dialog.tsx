import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Certification } from './words.ts';

/** Withdraws a certificate, with the reason that the log keeps. */
export function RecallDialog({
  certification: { id, version, accepted },
  onDone,
  onClose,
}: {
  certification: Certification;
  onDone: () => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const recall = useAction(
    () => call('recallCertification', { params: { id }, body: { version, reason: reason.trim() } }),
    {
      invalidates: ['getCertificationPair', 'listCertifications', 'listProductConnections', 'listPartnerConnections'],
      onSuccess: () => {
        onDone();
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
      title="Thu hồi chứng chỉ"
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button variant="danger" type="submit" form="recall" busy={recall.isPending} disabled={reason.trim() === ''}>
            Thu hồi
          </Button>
        </>
      }
    >
      <form
        id="recall"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') recall.mutate();
        }}
      >
        <p className="m-0 text-grid text-ink-2">
          {formatCount(accepted)} liên kết của nhóm được đánh dấu «Soát lại». Không liên kết nào bị bỏ, hóa đơn đã xuất
          giữ nguyên.
        </p>
        <TextField label="Lý do" required value={reason} onChange={(event) => setReason(event.target.value)} />
      </form>
    </Dialog>
  );
}
