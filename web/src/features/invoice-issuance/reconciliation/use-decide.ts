import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { refresh, useAction } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { inSlices, PartlyDone } from './in-slices.ts';

export type Review = ItemOf<'listReviews'>;
/** The line that an entry is, with others where it gathers several; null: none of the period. */
export type Said = { readonly line: string | null; readonly otherLines?: readonly string[] };
export type Decision = Said & { readonly review: Review };

/** Decisions that one request takes. */
const MOST = 500;

/** Names an entry in lists and addresses. */
export const reviewKey = ({ profileId, entryKey }: Review): string => `${profileId}|${entryKey}`;

type Ref = Pick<Review, 'profileId' | 'entryKey'>;
/** An entry with as much of its decision as a person has seen. */
type Decided = Ref & { readonly decision: { readonly at: string } | null };

const refOf = ({ profileId, entryKey }: Ref) => ({ profileId, entryKey });

/** Only entries without a decision are decided: one of a colleague meanwhile is not replaced unseen. */
const decisionOf = ({ review, line, otherLines }: Decision) => ({
  ...{ ...refOf(review), line, seen: null },
  ...(otherLines && { otherLines: [...otherLines] }),
});

/** The decision that is taken back is the one that was seen: one of a colleague after it stays. */
const undoneOf = ({ decision, ...entry }: Decided) => ({ ...refOf(entry), ...(decision && { seen: decision.at }) });

/** Decides on entries at once and offers to take the decision back; `done` says how many of many are through. */
export function useDecide(period: Period) {
  const params = { id: period.id };
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  // Decisions made before a later request failed stay made, so the lists are read again all the same.
  // What is not there any more was taken back elsewhere.
  const onError = (error: Error): undefined => {
    if (error instanceof PartlyDone || (error instanceof ApiError && error.code === 'NOT_FOUND'))
      void refresh(client, PERIOD_READS);
  };
  const undo = useAction(
    (reviews: readonly Decided[]) =>
      inSlices(
        reviews,
        MOST,
        (some) => call('undoReviewDecisions', { params, body: { entries: some.map(undoneOf) } }),
        setDone,
      ),
    {
      invalidates: PERIOD_READS,
      onSuccess: (_, reviews) =>
        toast.success(`Đã bỏ ${formatCount(reviews.length)} quyết định. Sinh lại kỳ để tính lại.`),
      onError,
    },
  );
  const decide = useAction(
    async ({ decisions, note }: { decisions: readonly Decision[]; note?: string }) => {
      const decided: Decided[] = [];
      await inSlices(
        decisions,
        MOST,
        async (some) => {
          const body = { decisions: some.map(decisionOf), ...(note && { note }) };
          const { at } = await call('decideReviews', { params, body });
          decided.push(...some.map(({ review }) => ({ ...refOf(review), decision: { at } })));
        },
        setDone,
      );
      return decided;
    },
    {
      invalidates: PERIOD_READS,
      onError,
      onSuccess: (decided, { decisions }) => {
        const what =
          decisions.length === 1
            ? `chứng từ ${decisions[0]!.review.voucherNumber}`
            : `${formatCount(decisions.length)} dòng sổ AMIS`;
        toast.undo(`Đã quyết định ${what}. Sinh lại kỳ để tính theo.`, () => undo.mutate(decided));
      },
    },
  );
  return { decide, undo, done };
}
