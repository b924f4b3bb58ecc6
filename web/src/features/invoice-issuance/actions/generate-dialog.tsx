import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { BlockedList } from './blocked-list.tsx';
import { mayGoOn, type Problem } from './blocking.ts';

/** Shown instead of starting a generation that «Kiểm tra kỳ» would stop. */
export function GenerateDialog({
  problems,
  onClose,
  onGoOn,
}: {
  problems: readonly Problem[];
  onClose: () => void;
  onGoOn: (reason: string) => void;
}) {
  const { admin } = useSession();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Chưa sinh hóa đơn được"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.close}</Button>
          {admin && problems.every((one) => one.canOverride) ? (
            <Button
              variant="primary"
              disabled={!mayGoOn(problems, admin, reason)}
              onClick={() => onGoOn(reason.trim())}
            >
              Vẫn sinh hóa đơn
            </Button>
          ) : null}
        </>
      }
    >
      <BlockedList problems={problems} action="generation" reason={reason} onReason={setReason} />
    </Dialog>
  );
}
