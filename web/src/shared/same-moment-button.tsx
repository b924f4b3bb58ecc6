import { call } from '../api/client.ts';
import type { OutputOf } from '../api/operations.ts';
import { useAction, useCall } from '../api/query.ts';
import { Button } from '../ui/button.tsx';
import { formatInstant } from '../ui/format/time.ts';
import { confirm } from '../ui/overlays/confirm.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import { PERIOD_READS } from './invoices/invoice-words.ts';
import type { Period } from './period.tsx';

type Problem = OutputOf<'getPeriodPreflight'>['problems'][number];

/** For a stock report older than its sales ledger: a person may state that it contains that ledger all the same. */
export function SameMomentButton({ problem, period }: { problem: Problem; period: Period }) {
  if (problem.code !== 'STOCK_OLDER_THAN_LEDGER' || period.status === 'closed') return null;
  return <StateButton of={problem.profileId} period={period} />;
}

function StateButton({ of, period }: { of: string | null; period: Period }) {
  const stats = useCall('getPeriodStats', { params: { id: period.id } });
  const own = stats.data?.byProfile.find(({ profileId }) => profileId === of);
  const state = useAction(
    (body: { profileId: string; salesLedgerMadeAt: string }) =>
      call('stateSameMoment', { params: { id: period.id }, body }),
    {
      invalidates: PERIOD_READS,
      onSuccess: () => toast.success('Đã ghi nhận. Bấm «Sinh lại» để lập lại theo tồn kho này.'),
    },
  );
  const { profileId = '', code = '', stockMadeAt = null, salesLedgerMadeAt = null } = own ?? {};
  if (!salesLedgerMadeAt) return null;
  const ask = async () => {
    const body = `Bạn xác nhận báo cáo tồn kho của ${code} (${formatInstant(stockMadeAt)}) đã trừ mọi chứng từ trên sổ bán hàng (${formatInstant(salesLedgerMadeAt)}): giữa hai báo cáo không ai nhập gì vào AMIS. Khớp sẽ không trừ thêm hàng của các chứng từ ấy; nếu không đúng, hàng đã bán có thể bị bán lần nữa. Lời xác nhận được lưu vào nhật ký cùng tên bạn, và hết hiệu lực khi nạp tồn kho mới.`;
    if (await confirm({ title: 'Hai báo cáo lấy cùng lúc?', body, action: 'Xác nhận lấy cùng lúc' }))
      state.mutate({ profileId, salesLedgerMadeAt });
  };
  return (
    <Button variant="link" size="sm" className="h-auto" busy={state.isPending} onClick={() => void ask()}>
      Hai báo cáo lấy cùng lúc
    </Button>
  );
}
