import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useRunAction } from '../../api/run-action.tsx';
import { PERIOD_READS } from '../../shared/invoice-words.ts';
import type { Period } from '../../shared/period.tsx';
import { formatCount } from '../../ui/format/number.ts';

type Change = { readonly added: number; readonly changed: number; readonly removed: number; readonly kept: number };

/** The two long works of a period, followed even when they were started elsewhere. */
export function usePeriodRuns(period: Period) {
  const params = { id: period.id };
  const salesStatus = useCall('getBravoSalesStatus', { params });
  const generationStatus = useCall('getInvoiceGenerationStatus', { params });
  const sales = useRunAction(() => call('loadBravoSales', { params }), {
    invalidates: [...PERIOD_READS, 'getBravoSalesStatus'],
    resume: salesStatus.data,
    says: (run) => `Đã nạp ${formatCount((run.result as { lines: number }).lines)} dòng sổ bán hàng.`,
  });
  const generation = useRunAction(
    (which: 'generate' | 'regenerate') =>
      which === 'generate'
        ? call('generateInvoices', { params, body: { version: period.version } })
        : call('regenerateInvoices', { params, body: { version: period.version } }),
    {
      invalidates: [...PERIOD_READS, 'getInvoiceGenerationStatus'],
      resume: generationStatus.data,
      says: (run) => {
        const { added, changed, removed, kept } = (run.result as { change: Change }).change;
        return `Hóa đơn: thêm ${formatCount(added)}, đổi ${formatCount(changed)}, bỏ ${formatCount(removed)}, giữ ${formatCount(kept)}.`;
      },
    },
  );
  return { sales, generation, lastSales: salesStatus.data };
}

export type PeriodRuns = ReturnType<typeof usePeriodRuns>;
