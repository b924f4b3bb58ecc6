import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/errors.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { keyOf, refresh, useAction } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { toast } from '../../../ui/overlays/toast.tsx';

type Changed = OutputOf<'updateInvoiceRules'>;

/**
 * A change of the rules: told with the periods that must be made again, and everything that shows rules is read again.
 * When a colleague was first, the newer rules are shown and `onStale` is called, so that the same can be saved upon
 * them.
 */
export function useSaveRules<Variables>(
  send: (variables: Variables) => Promise<Changed>,
  says: string,
  options: { onDone: () => void; onStale: () => void; onError?: (error: Error) => boolean },
) {
  const client = useQueryClient();
  return useAction(send, {
    invalidates: ['getInvoiceRules', 'listInvoiceRuleChanges', 'listAuditEvents', ...PERIOD_READS],
    onSuccess: ({ periods }) => {
      toast.success(periods.length > 0 ? `${says} Hãy sinh lại hóa đơn của kỳ ${periods.join(', ')}.` : says);
      options.onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') {
        // The refusal brings the newer rules with it: the next save is upon them, however soon it is pressed.
        client.setQueryData(keyOf('getInvoiceRules', {}), error.details);
        void refresh(client, ['listInvoiceRuleChanges']);
        options.onStale();
        return true;
      }
      return options.onError?.(error);
    },
  });
}
