import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useRunAction } from '../../api/run-action.tsx';
import { PERIOD_READS } from '../../shared/invoice-words.ts';
import type { Period } from '../../shared/period.tsx';
import { formatCount } from '../../ui/format/number.ts';

type Change = { readonly added: number; readonly changed: number; readonly removed: number; readonly kept: number };
type GenerationResult = { readonly change: Change; readonly preview?: true; readonly undone?: true };
type GenerationStep = {
  readonly step: 'generate' | 'preview' | 'apply' | 'undo';
  /** «Chỉ thêm, không đổi»: drafts stay, invoices are only added. */
  readonly addOnly?: boolean;
  /** An admin's word over what «Kiểm tra kỳ» blocks. */
  readonly override?: { readonly reason: string };
};

const inWords = ({ added, changed, removed }: Change): string =>
  `thêm ${formatCount(added)}, đổi ${formatCount(changed)}, bỏ ${formatCount(removed)}`;

/** What a generation run has done, by its result. */
function generationWords({ change, preview, undone }: GenerationResult): string {
  if (undone) return 'Đã trở về bản trước lần sinh lại gần nhất.';
  if (preview) return `Xem trước: ${inWords(change)}. Áp dụng hoặc bỏ ở Tổng quan.`;
  return `Hóa đơn: ${inWords(change)}, giữ ${formatCount(change.kept)}.`;
}

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
  const begin = ({ step, addOnly, override }: GenerationStep): Promise<{ runId: string }> => {
    const body = { version: period.version, ...(override && { override }) };
    if (step === 'generate') return call('generateInvoices', { params, body });
    if (step === 'preview')
      return call('regenerateInvoices', { params, body: { ...body, preview: true, ...(addOnly && { addOnly }) } });
    return step === 'apply' ? call('applyRegeneration', { params }) : call('undoRegeneration', { params });
  };
  const generation = useRunAction(begin, {
    invalidates: [...PERIOD_READS, 'getInvoiceGenerationStatus'],
    resume: generationStatus.data,
    says: (run) => generationWords(run.result as GenerationResult),
  });
  return { sales, generation, lastSales: salesStatus.data };
}

export type PeriodRuns = ReturnType<typeof usePeriodRuns>;
