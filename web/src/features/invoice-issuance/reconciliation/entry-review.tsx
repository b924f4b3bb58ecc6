import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import type { Period } from '../../../shared/period.tsx';
import { Drawer } from '../../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { Entry } from './places.ts';
import { ReviewDrawer } from './review-drawer.tsx';
import { useDecide } from './use-decide.ts';

/** Names an entry in lists. */
export const entryKey = ({ profileId, entryKey: key }: Entry): string => `${profileId}|${key}`;

const waits = ({ state, decided }: Entry): boolean => !decided && (state === 'unmatched' || state === 'review');

/** True for an entry about which a person decides, or has decided; or may say otherwise, as another period has it. */
export const isForPerson = (entry: Entry): boolean => entry.decided || waits(entry) || entry.takenBy.length > 0;

/** The entry after one that waits for a person, of the rows that a list has read; none after one that it does not have. */
export function nextForPerson(rows: readonly (Entry | undefined)[], entry: Entry): Entry | undefined {
  const at = rows.findIndex((row) => row && entryKey(row) === entryKey(entry));
  return at < 0 ? undefined : rows.slice(at + 1).find((row) => row && waits(row));
}

/** An entry of the AMIS ledger beside the sales that it may be, also one for which no plan found any: a person says which, or none. */
export function EntryReview({
  period,
  entry: { profileId, entryKey, voucherNumber, takenBy },
  next,
  onClose,
  onDecided,
}: {
  period: Period;
  entry: Entry;
  /** The entry to decide after this one. */
  next: () => Entry | undefined;
  onClose: () => void;
  onDecided: (next: Entry | undefined) => void;
}) {
  const [q, onSearch] = useState('');
  const review = useCall(
    'getEntryReview',
    { params: { id: period.id }, query: { profileId, entryKey, ...(q && { q }) } },
    { keepPrevious: true },
  );
  const { decide, undo } = useDecide(period);
  // A search that fails takes neither the drawer away nor the note that was typed in it.
  const [read, setRead] = useState(review.data);
  if (review.data && review.data !== read) setRead(review.data);
  const failed = review.isError ? { message: review.error.message, onRetry: () => void review.refetch() } : undefined;
  if (read)
    return (
      <ReviewDrawer
        review={read}
        takenBy={takenBy}
        closed={period.status === 'closed'}
        busy={decide.isPending || undo.isPending}
        search={{ q, onSearch }}
        failed={failed}
        onClose={onClose}
        onDecide={(said, note) => {
          // A list of what waits no longer has this entry once it is decided, and so not its place.
          const after = next();
          decide.mutate({ decisions: [{ review: read, ...said }], note }, { onSuccess: () => onDecided(after) });
        }}
        onUndo={() => undo.mutate([read], { onSuccess: onClose })}
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
      {failed ? <ErrorState {...failed} /> : <SkeletonLines lines={8} />}
    </Drawer>
  );
}
