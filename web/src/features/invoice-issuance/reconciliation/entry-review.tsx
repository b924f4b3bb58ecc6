import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import type { Period } from '../../../shared/period.tsx';
import { Drawer } from '../../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Entry } from './places.ts';
import { ReviewDrawer } from './review-drawer.tsx';
import { useDecide } from './use-decide.ts';

/** True for an entry about which a person decides, or has decided. */
export const isForPerson = ({ state, decided }: Entry): boolean =>
  decided || state === 'unmatched' || state === 'review';

/** An entry of the AMIS ledger beside the sales that it may be, also one for which no plan found any: a person says which, or none. */
export function EntryReview({
  period,
  entry: { profileId, entryKey, voucherNumber },
  onClose,
  onDecided,
}: {
  period: Period;
  entry: Entry;
  onClose: () => void;
  onDecided: () => void;
}) {
  const [q, onSearch] = useState('');
  const review = useCall(
    'getEntryReview',
    { params: { id: period.id }, query: { profileId, entryKey, ...(q && { q }) } },
    { keepPrevious: true },
  );
  const { decide, undo } = useDecide(period);
  if (review.data)
    return (
      <ReviewDrawer
        review={review.data}
        closed={period.status === 'closed'}
        busy={decide.isPending || undo.isPending}
        search={{ q, onSearch }}
        onClose={onClose}
        onDecide={(said, note) =>
          decide.mutate({ decisions: [{ review: review.data, ...said }], note }, { onSuccess: onDecided })
        }
        onUndo={() => undo.mutate([review.data], { onSuccess: onClose })}
      />
    );
  return (
    <Drawer
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Chứng từ AMIS ${voucherNumber}`}
    >
      {review.isError ? (
        <ErrorState message={review.error.message} onRetry={() => void review.refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Drawer>
  );
}
