import { useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Banner } from '../../../ui/states.tsx';
import { useSaveRules } from './use-save-rules.ts';

export const STALE = 'Người khác vừa sửa quy tắc. Bản mới đã được nạp: xem lại rồi lưu lần nữa.';

/** Asks why, and does it. */
export function ReasonDialog({
  title,
  body,
  action,
  says,
  danger = false,
  send,
  onClose,
}: {
  title: string;
  body: string;
  action: string;
  says: string;
  danger?: boolean;
  send: (reason: string) => Promise<OutputOf<'updateInvoiceRules'>>;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [isStale, setIsStale] = useState(false);
  const save = useSaveRules(send, says, { onDone: onClose, onStale: () => setIsStale(true) });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            form="rule-reason"
            busy={save.isPending}
            disabled={!reason.trim()}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id="rule-reason"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(reason.trim());
        }}
      >
        {isStale ? <Banner tone="warning">{STALE}</Banner> : null}
        <p className="m-0 text-grid">{body}</p>
        <TextArea
          label="Lý do"
          required
          hint="Vào lịch sử quy tắc và nhật ký"
          value={reason}
          maxLength={2000}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
