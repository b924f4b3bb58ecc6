import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { isAbort } from '../../../api/errors.ts';
import type { Kind } from '../kinds.ts';
import { asideScopeOf, readAside } from './aside.ts';
import type { ReviewQuery } from './filters.ts';
import type { Suggestion } from './pair/pair.ts';
import { closed, currentId, EMPTY_QUEUE, openAhead, putAside, type Queue, stillPending, withPage } from './queue.ts';
import { useColleagues } from './use-colleagues.ts';

const PAGE = 100;
/** The next page is asked for when fewer than this are left. */
const AHEAD = 20;

/**
 * The queue of a review and the suggestions in it: more are fetched as the open ones run out, and what others decide is
 * closed. `onRestart` stays the same function.
 */
export function useQueue(kind: Kind, query: ReviewQuery, startAt: string | undefined, onRestart: () => void) {
  const [queue, setQueue] = useState<Queue>(EMPTY_QUEUE);
  const [total, setTotal] = useState<number>();
  const [error, setError] = useState<unknown>();
  const now = useRef(queue);
  const suggestions = useRef(new Map<string, Suggestion>());
  const loading = useRef<AbortController | undefined>(undefined);
  const complete = useRef(false);
  const wanted = useRef(startAt);
  const asideScope = asideScopeOf(kind, query.profileId);
  const queryKey = JSON.stringify(query);

  const change = useCallback((next: Queue) => {
    now.current = next;
    setQueue(next);
  }, []);

  const load = useCallback(async () => {
    if (loading.current || complete.current) return;
    const controller = new AbortController();
    loading.current = controller;
    try {
      const offset = stillPending(now.current);
      const page = await call(
        kind.suggestions,
        { query: { ...(JSON.parse(queryKey) as ReviewQuery), limit: PAGE, offset } },
        { signal: controller.signal },
      );
      const items: readonly Suggestion[] = page.items;
      for (const item of items) suggestions.current.set(item.id, item);
      complete.current = items.length < PAGE;
      const isFirst = now.current.ids.length === 0;
      const aside = readAside(asideScope);
      const passed = items.flatMap(({ id }) => (aside.has(id) && id !== startAt ? id : []));
      const ids = items.map(({ id }) => id);
      change(putAside(withPage(now.current, ids, wanted.current), passed));
      wanted.current = undefined;
      if (isFirst) setTotal(page.total);
      setError(undefined);
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    } finally {
      if (loading.current === controller) loading.current = undefined;
    }
  }, [kind, queryKey, change, asideScope, startAt]);

  /** Starts again with what the service holds now, at the suggestion that was shown if it is still there. */
  const restart = useCallback(() => {
    wanted.current = currentId(now.current) ?? wanted.current;
    loading.current?.abort();
    loading.current = undefined;
    complete.current = false;
    suggestions.current.clear();
    onRestart();
    setTotal(undefined);
    change(EMPTY_QUEUE);
    void load();
  }, [load, change, onRestart]);

  // Another filter or order begins at its own first suggestion.
  useEffect(() => {
    now.current = EMPTY_QUEUE;
    restart();
    return () => loading.current?.abort();
  }, [restart]);

  const ahead = openAhead(queue);
  useEffect(() => {
    if (total !== undefined && ahead < AHEAD) void load();
  }, [ahead, total, load]);

  useColleagues(kind, query, queue, (ids) => {
    if (ids.length > 0) change(closed(now.current, ids));
  });

  return { queue, now, change, suggestions, total, error, restart };
}
