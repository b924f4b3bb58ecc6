import { ClipboardCheck } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { toast } from '../../../ui/overlays/toast.tsx';

type Chosen = { readonly id: string; readonly version: number };

/** The most that one call takes. */
const AT_ONCE = 1000;

/** Marks chosen drafts as reviewed, or takes the mark away. */
export function ReviewButton({
  periodId,
  reviewed,
  choose,
  onDone,
}: {
  periodId: string;
  /** The mark that the drafts get: reviewed or not. */
  reviewed: boolean;
  choose: () => Promise<readonly Chosen[]>;
  onDone?: () => void;
}) {
  const review = useAction(
    async () => {
      const chosen = await choose();
      let changed = 0;
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const invoices = chosen.slice(from, from + AT_ONCE);
        const answer = await call('reviewInvoices', { params: { id: periodId }, body: { invoices, reviewed } });
        changed += answer.changed;
      }
      return changed;
    },
    {
      invalidates: [...PERIOD_READS, 'listRecordHistory'],
      onSuccess: (changed) => {
        toast.success(
          reviewed
            ? `Đã soát ${formatCount(changed)} hóa đơn: sinh lại sẽ giữ nguyên.`
            : `Đã bỏ dấu đã soát của ${formatCount(changed)} hóa đơn.`,
        );
        onDone?.();
      },
    },
  );
  return (
    <Button icon={<ClipboardCheck aria-hidden />} busy={review.isPending} onClick={() => review.mutate()}>
      {reviewed ? 'Đã soát' : 'Bỏ dấu đã soát'}
    </Button>
  );
}
