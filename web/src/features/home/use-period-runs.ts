import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useRunAction } from '../../api/run-action.tsx';
import { PERIOD_READS } from '../../shared/invoice-words.ts';
import type { Period } from '../../shared/period.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { toast } from '../../ui/toast.tsx';

type Change = { readonly added: number; readonly changed: number; readonly removed: number; readonly kept: number };

/** The runs tray tells the end of every run: under its id a page's own words take that place instead of a second toast. */
const sameAs = (run: { id: string }) => ({ id: `run-${run.id}` });

/** The two long works of a period, followed even when they were started elsewhere. */
export function usePeriodRuns(period: Period) {
  const params = { id: period.id };
  const salesStatus = useCall('getBravoSalesStatus', { params });
  const generationStatus = useCall('getInvoiceGenerationStatus', { params });
  const sales = useRunAction(() => call('loadBravoSales', { params }), {
    invalidates: [...PERIOD_READS, 'getBravoSalesStatus'],
    resume: salesStatus.data,
    onFinished: (run) => {
      if (run.status === 'succeeded')
        toast.success(`Đã nạp ${formatCount((run.result as { lines: number }).lines)} dòng sổ bán hàng.`, sameAs(run));
      if (run.status === 'failed') toast.error(run.message ?? 'Nạp sổ bán hàng không thành công.', sameAs(run));
    },
  });
  const generation = useRunAction(
    (which: 'generate' | 'regenerate') =>
      which === 'generate'
        ? call('generateInvoices', { params, body: { version: period.version } })
        : call('regenerateInvoices', { params, body: { version: period.version } }),
    {
      invalidates: [...PERIOD_READS, 'getInvoiceGenerationStatus'],
      resume: generationStatus.data,
      onFinished: (run) => {
        if (run.status === 'failed') toast.error(run.message ?? 'Sinh hóa đơn không thành công.', sameAs(run));
        if (run.status !== 'succeeded') return;
        const { added, changed, removed, kept } = (run.result as { change: Change }).change;
        toast.success(
          `Hóa đơn: thêm ${formatCount(added)}, đổi ${formatCount(changed)}, bỏ ${formatCount(removed)}, giữ ${formatCount(kept)}.`,
          sameAs(run),
        );
      },
    },
  );
  return { sales, generation, lastSales: salesStatus.data };
}

export type PeriodRuns = ReturnType<typeof usePeriodRuns>;
