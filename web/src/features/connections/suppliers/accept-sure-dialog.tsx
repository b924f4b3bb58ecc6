import { useState } from 'react';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

const THRESHOLDS = [
  { value: '0.99', label: '99%' },
  { value: '0.95', label: '95%' },
  { value: '0.9', label: '90%' },
] as const;

/** Connects every item whose best suggestion is sure enough, after saying which. One undo takes it back. */
export function AcceptSureDialog({ onAccept, onClose }: { onAccept: (minScore: number) => void; onClose: () => void }) {
  const [threshold, setThreshold] = useState<(typeof THRESHOLDS)[number]['value']>('0.99');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Nối hàng loạt"
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onAccept(Number(threshold));
              onClose();
            }}
          >
            Nối
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select label="Điểm từ" value={threshold} onChange={setThreshold} options={THRESHOLDS} />
        <p className="m-0 text-grid text-ink-2">
          Nối mọi mặt hàng chưa nối có gợi ý tốt nhất từ mức này, đã có hệ số, giá không mâu thuẫn với hệ số, và chỉ có
          một tên dưới mã của nhà cung cấp. Những mặt hàng khác để bạn xem từng cái. Hoàn tác được cả đợt bằng phím U.
        </p>
      </div>
    </Dialog>
  );
}
