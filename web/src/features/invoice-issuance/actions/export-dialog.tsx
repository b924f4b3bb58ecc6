import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { download } from '../../../api/files.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { refresh, useAction, useCall } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner, Skeleton } from '../../../ui/states.tsx';
import { BlockedList } from './blocked-list.tsx';
import { blocking, mayGoOn } from './blocking.ts';
import { repeatKey } from './repeat-key.ts';
import { useAskedAnew } from './use-asked-anew.ts';

/** Says what the files will hold and what that means, before the invoices leave. */
export function ExportDialog({
  period,
  stats,
  onClose,
}: {
  period: Pick<Period, 'id' | 'status'>;
  stats: Pick<OutputOf<'getPeriodStats'>, 'byStatus'>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { admin } = useSession();
  const preflight = useCall('getPeriodPreflight', { params: { id: period.id } });
  const isClosed = period.status === 'closed';
  const drafts = stats.byStatus.draft ?? 0;
  const left = stats.byStatus.exported ?? 0;
  const [chosen, setChosen] = useState<'new' | 'all'>('new');
  // Drafts alone are asked for as such: those that a colleague has exported meanwhile are not handed over a second time unseen.
  const only = isClosed || drafts === 0 ? 'all' : left === 0 ? 'new' : chosen;
  const [reason, setReason] = useState('');
  const [keyOf] = useState(() => repeatKey(newIdempotencyKey));
  const problems = drafts === 0 ? [] : blocking(preflight.data?.problems ?? [], 'export');
  const exportZip = useAction(
    () => {
      const body = { only, ...(problems.length > 0 && { override: { reason: reason.trim() } }) };
      return download('downloadExcel', { params: { id: period.id }, body }, { idempotencyKey: keyOf(body) });
    },
    {
      invalidates: PERIOD_READS,
      onSuccess: () => {
        toast.success(
          isClosed
            ? 'Đã tải bộ tệp của kỳ đã đóng.'
            : 'Đã tải bộ tệp. Nhập từng tệp vào AMIS, rồi nạp lại sổ chi tiết bán hàng để nhận số hóa đơn.',
        );
        onClose();
      },
      // Said in the dialog: what a person is to do about it is not read in the seconds of a toast.
      onError: () => {
        // Its reason may be a colleague who was faster.
        void refresh(client, PERIOD_READS);
        return true;
      },
    },
  );
  const [refused, setRefused] = useState<string>();
  const { isAsking, ask } = useAskedAnew(period.id, setRefused);
  // A colleague may have changed something since: a press must not ask for a file that the service would then refuse.
  const press = async () => {
    setRefused(undefined);
    exportZip.reset();
    const asked = await ask();
    if (!asked) return;
    const found = drafts === 0 ? [] : blocking(asked, 'export');
    const seen = new Set(problems.map(({ key }) => key));
    if (found.every(({ key }) => seen.has(key)) && mayGoOn(found, admin, reason)) exportZip.mutate();
  };
  const failure = exportZip.isError ? errorMessage(exportZip.error) : refused;
  const count = only === 'new' ? drafts : drafts + left;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={drafts > 0 ? `Xuất ${formatCount(drafts)} hóa đơn nháp?` : 'Tải lại bộ tệp'}
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            busy={exportZip.isPending || isAsking}
            disabled={preflight.isPending || !mayGoOn(problems, admin, reason)}
            onClick={() => void press()}
          >
            {drafts > 0 ? 'Xuất và tải bộ tệp' : 'Tải bộ tệp'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        {left > 0 && drafts > 0 ? (
          <Select
            label="Tệp gồm"
            value={chosen}
            onChange={setChosen}
            options={[
              { value: 'new', label: `Chỉ ${formatCount(drafts)} hóa đơn mới` },
              { value: 'all', label: `Cả ${formatCount(left)} hóa đơn đã xuất mà AMIS chưa phát hành` },
            ]}
          />
        ) : null}
        {isClosed ? (
          <p className="m-0">
            Kỳ đã đóng: bộ tệp được lập lại đúng như đang lưu, kèm lời ghi nhận ở «Tổng hợp» của DoiChieu.xlsx. Không
            hóa đơn nào đổi trạng thái.
          </p>
        ) : null}
        <p className="m-0">
          {count === 0 && !isClosed
            ? 'Không còn hóa đơn nào để nhập vào AMIS: bộ tệp chỉ gồm các bảng kê, danh sách điều chỉnh hàng trả lại, chiết khấu nếu có. '
            : `Tệp có ${formatCount(count)} hóa đơn. `}
          {only === 'all' && left > 0
            ? `${formatCount(left)} hóa đơn đã có trong lần xuất trước: chỉ nhập lại vào AMIS nếu lần trước chưa nhập, kẻo trùng số chứng từ. `
            : ''}
          Hóa đơn AMIS đã phát hành, đã hủy hay đã điều chỉnh không bao giờ nằm trong tệp nhập. Bảng đối chiếu luôn là
          của cả kỳ.
        </p>
        {drafts > 0 ? (
          <p className="m-0">
            Hóa đơn đã xuất không sửa ở Khớp được nữa; sinh lại kỳ sẽ giữ nguyên chúng, và lần sinh lại trước không hoàn
            tác được nữa.
          </p>
        ) : null}
        {preflight.isPending ? <Skeleton className="h-6 w-full" /> : null}
        <BlockedList problems={problems} action="export" reason={reason} onReason={setReason} />
      </div>
    </Dialog>
  );
}
