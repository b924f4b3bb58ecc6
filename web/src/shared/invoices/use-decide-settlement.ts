import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { refresh, useAction } from '../../api/query.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { PERIOD_READS } from './invoice-words.ts';

/** A settlement as far as a decision on it names it. */
export type Decided = { readonly id: string; readonly version: number };

type Answer = { readonly side: 'tax' | 'amis' } | { readonly invoiceId: string | null };
export type SettlementDecision = Decided & { readonly reason: string; readonly answer: Answer };

const invalidates = [
  ...PERIOD_READS,
  'listTaxSettlements',
  'listTaxInvoices',
  'getTaxInvoice',
  'listRecordHistory',
] as const;

/** Decides what waits between a tax invoice, ours and the AMIS ledger; every decision can be taken back. */
export function useDecideSettlement() {
  const client = useQueryClient();
  // Refused because another person has decided meanwhile: what is there now is read.
  const onError = (): undefined => void refresh(client, invalidates);
  const undo = useAction(
    ({ id, version }: Decided) => call('undoTaxSettlement', { params: { id }, body: { version } }),
    { invalidates, onError, onSuccess: ({ number }) => toast.success(`Đã bỏ quyết định về hóa đơn số ${number}.`) },
  );
  const decide = useAction(
    ({ id, version, reason, answer }: SettlementDecision) =>
      call('decideTaxSettlement', { params: { id }, body: { version, reason, ...answer } }),
    {
      invalidates,
      onError,
      onSuccess: (saved) => toast.undo(`Đã quyết định hóa đơn số ${saved.number}.`, () => undo.mutate(saved)),
    },
  );
  return { decide, undo };
}
