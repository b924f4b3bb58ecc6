import { call } from '../../api/client.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useAction } from '../../api/query.ts';
import { PERIOD_READS } from '../../shared/invoice-words.ts';
import type { Period } from '../../shared/period.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { toast } from '../../ui/toast.tsx';

export type Review = ItemOf<'listReviews'>;
export type Decision = { readonly review: Review; readonly line: string | null };

/** Names an entry in lists and addresses. */
export const reviewKey = ({ profileId, entryKey }: Review): string => `${profileId}|${entryKey}`;

const refOf = ({ profileId, entryKey }: Review) => ({ profileId, entryKey });

/** Decides on entries at once and offers to take the decision back. */
export function useDecide(period: Period) {
  const params = { id: period.id };
  const undo = useAction(
    (reviews: readonly Review[]) => call('undoReviewDecisions', { params, body: { entries: reviews.map(refOf) } }),
    {
      invalidates: PERIOD_READS,
      onSuccess: ({ updated }) => toast.success(`Đã bỏ ${formatCount(updated)} quyết định. Sinh lại kỳ để tính lại.`),
    },
  );
  const decide = useAction(
    ({ decisions, note }: { decisions: readonly Decision[]; note?: string }) =>
      call('decideReviews', {
        params,
        body: {
          decisions: decisions.map(({ review, line }) => ({ ...refOf(review), line })),
          ...(note && { note }),
        },
      }),
    {
      invalidates: PERIOD_READS,
      onSuccess: (_, { decisions }) => {
        const what =
          decisions.length === 1
            ? `chứng từ ${decisions[0]!.review.voucherNumber}`
            : `${formatCount(decisions.length)} dòng sổ AMIS`;
        toast.undo(`Đã quyết định ${what}. Sinh lại kỳ để tính theo.`, () =>
          undo.mutate(decisions.map(({ review }) => review)),
        );
      },
    },
  );
  return { decide, undo };
}
