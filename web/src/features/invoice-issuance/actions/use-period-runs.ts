import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { refresh, useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { isFinished, type Run, useRun } from '../../../api/runs.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { formatCount } from '../../../ui/format/number.ts';

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

/** The outcome of a generation run in words, by its result. */
function generationWords({ change, preview, undone }: GenerationResult): string {
  if (undone) return 'Đã trở về bản trước lần sinh lại gần nhất.';
  if (preview) return `Xem trước: ${inWords(change)}. Áp dụng hoặc bỏ ở Tổng quan.`;
  return `Hóa đơn: ${inWords(change)}, giữ ${formatCount(change.kept)}.`;
}

/** The result of a load of sales; an earlier version counted less. */
type LoadedSales = { readonly lines: number; readonly twins?: number; readonly invoicedElsewhere?: number };

export const salesWords = ({ lines, twins = 0, invoicedElsewhere = 0 }: LoadedSales): string =>
  lines === 0
    ? 'Không có dòng bán hàng nào của những ngày này, ở Bravo lẫn ở tệp đã đưa. Chưa nối được Bravo thì đưa «Bảng kê bán hàng» ở «Nạp nhiều tệp», rồi nạp lại.'
    : [
        `Đã nạp ${formatCount(lines)} dòng sổ bán hàng.`,
        ...(twins > 0 ? [`${formatCount(twins)} dòng có ở cả Bravo lẫn phần đưa thêm: chỉ lấy một.`] : []),
        ...(invoicedElsewhere > 0
          ? [`${formatCount(invoicedElsewhere)} dòng đã có hóa đơn ở kỳ khác: chờ xem lại.`]
          : []),
      ].join(' ');

/** Files are loaded by colleagues and by programs too: it is asked this often whether one is. */
const ELSEWHERE_MS = 10_000;

/** The load of an AMIS file that is going on, wherever it was started; at its end the period's figures are read again. */
function useAmisLoad(operation: 'getAmisInventoryStatus' | 'getSalesLedgerStatus', id: string): Run | undefined {
  const client = useQueryClient();
  const { data } = useCall(operation, { params: { id } }, { refetchMs: ELSEWHERE_MS });
  const latest = data && 'id' in data && !isFinished(data.status) ? data.id : undefined;
  const { run } = useRun(latest, () => void refresh(client, [...PERIOD_READS, operation]));
  return run;
}

/** The two long works of a period, followed even when they were started elsewhere. */
export function usePeriodRuns(period: Period) {
  const params = { id: period.id };
  const salesStatus = useCall('getBravoSalesStatus', { params });
  const generationStatus = useCall('getInvoiceGenerationStatus', { params });
  const sales = useRunAction(() => call('loadBravoSales', { params }), {
    invalidates: [...PERIOD_READS, 'getBravoSalesStatus', 'listSalesLedgers'],
    resume: salesStatus.data,
    says: (run) => salesWords(run.result as LoadedSales),
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
  const inventory = useAmisLoad('getAmisInventoryStatus', period.id);
  const ledger = useAmisLoad('getSalesLedgerStatus', period.id);
  return { sales, generation, amis: inventory ?? ledger, lastSales: salesStatus.data };
}

export type PeriodRuns = ReturnType<typeof usePeriodRuns>;
