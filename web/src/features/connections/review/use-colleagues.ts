import { useEffect, useRef } from 'react';
import { call } from '../../../api/client.ts';
import type { Kind } from '../kinds.ts';
import type { ReviewQuery } from './filters.ts';
import { type Queue, stillPending } from './queue.ts';

const LOOK_EVERY_MS = 20_000;
/** As many as one page holds; a longer queue is looked at again once it is shorter. */
const MOST = 500;

/**
 * Looks now and then which suggestions of the queue others have decided meanwhile. The service answers the first pending
 * ones in the queue's own order, so an open one that is missing among them is no longer pending.
 */
export function useColleagues(
  kind: Kind,
  query: ReviewQuery,
  queue: Queue,
  onDecided: (ids: readonly string[]) => void,
): void {
  const latest = useRef({ queue, onDecided });
  latest.current = { queue, onDecided };
  const queryKey = JSON.stringify(query);
  useEffect(() => {
    const look = async () => {
      const before = latest.current.queue;
      const limit = stillPending(before);
      if (document.hidden || limit === 0 || limit > MOST) return;
      const page = await call(kind.suggestions, { query: { ...(JSON.parse(queryKey) as ReviewQuery), limit } });
      const pending = new Set(page.items.map(({ id }) => id));
      const { queue: now } = latest.current;
      // A decision taken here while the answer was on its way is this person's own.
      const gone = before.ids.filter((id) => !pending.has(id) && now.outcomes[id] === before.outcomes[id]);
      latest.current.onDecided(gone.filter((id) => now.outcomes[id] === undefined || now.outcomes[id] === 'skipped'));
    };
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
    const onFocus = () => void look().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, [kind, queryKey]);
}
