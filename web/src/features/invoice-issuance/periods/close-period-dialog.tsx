import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, Skeleton } from '../../../ui/states.tsx';

/** Closes a period. With uninvoiced revenue left, an admin says in writing that it is known. */
export function ClosePeriodDialog({
  period,
  stats,
  onClose,
}: {
  period: Period;
  stats: OutputOf<'getPeriodStats'> | undefined;
  onClose: () => void;
}) {
  const { admin } = useSession();
  const [text, setText] = useState('');
  const left = stats?.tieOut.unallocated ?? 0;
  // Parts of opposite signs may add up to nothing; they are asked about all the same.
  const isAsked = left !== 0 || (stats?.shortages.length ?? 0) > 0;
  const blocked = isAsked && !admin;
  const close = useAction(
    () =>
      call('updatePeriod', {
        params: { id: period.id },
        body: { version: period.version, status: 'closed', ...(text.trim() && { acknowledgement: text.trim() }) },
      }),
    {
      invalidates: PERIOD_READS,
      onSuccess: () => {
        toast.success(`Đã đóng kỳ «${period.name}».`);
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
      title={`Đóng kỳ «${period.name}»`}
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            disabled={!stats || blocked || (isAsked && !text.trim())}
            busy={close.isPending}
            onClick={() => close.mutate()}
          >
            Đóng kỳ
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="m-0">Kỳ đã đóng không nạp, sinh hay xuất thêm được. Quản trị viên có thể mở lại.</p>
        {isAsked ? (
          <Banner tone="warning">
            {left !== 0
              ? `Còn ${formatVnd(left)} đồng doanh thu chưa xuất hóa đơn.`
              : 'Còn phần chưa xuất hóa đơn, dù cộng lại bằng 0 đồng.'}{' '}
            {blocked
              ? 'Chỉ quản trị viên đóng được kỳ này, kèm lời ghi nhận.'
              : 'Hãy ghi nhận vì sao vẫn đóng; lời này được lưu vào nhật ký và bảng đối chiếu.'}
          </Banner>
        ) : null}
        {blocked ? null : !stats ? (
          <Skeleton className="h-18 w-full" />
        ) : (
          <TextArea
            label={isAsked ? 'Lời ghi nhận' : 'Ghi chú (không bắt buộc)'}
            required={isAsked}
            value={text}
            maxLength={2000}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
