import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, errorMessage, isAbort } from '../../../api/errors.ts';
import { refresh } from '../../../api/query.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { toast } from '../../../ui/toast.tsx';
import { changedBy, type Kind } from '../kinds.ts';
import { readAside, writeAside } from './aside.ts';
import { acceptMany, type Choice, marksOf, undoMany } from './batch.ts';
import type { ReviewQuery } from './filters.ts';
import { acceptance, type Suggestion } from './pair.ts';
import {
  appended,
  closed,
  currentId,
  decided,
  EMPTY_QUEUE,
  failed,
  failedFor,
  movedTo,
  type Outcome,
  openAhead,
  putAside,
  type Queue,
  reopened,
  type Step,
  stillPending,
  undone,
} from './queue.ts';
import type { Rejection } from './reject-menu.tsx';
import { useColleagues } from './use-colleagues.ts';

const PAGE = 100;
/** The next page is asked for when fewer than this are left. */
const AHEAD = 20;

/** Refusals that say that the pair needs no decision any more. */
const GONE: ReadonlySet<string> = new Set(['SUGGESTION_CLOSED', 'CONNECTION_EXISTS', 'NOT_FOUND']);

/** How a step is taken back; answers once the step itself has been carried out. */
type Undo = () => Promise<void>;

export type Review = ReturnType<typeof useReview>;

/**
 * A review under way: the queue, the suggestions in it, and the decisions. A decision shows at once and is carried out
 * behind; what the service refuses is open again and told.
 */
export function useReview(kind: Kind, query: ReviewQuery, startAt: string | undefined) {
  const client = useQueryClient();
  const [queue, setQueue] = useState<Queue>(EMPTY_QUEUE);
  const [total, setTotal] = useState<number>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(0);
  const now = useRef(queue);
  const suggestions = useRef(new Map<string, Suggestion>());
  const undos = useRef(new Map<number, Undo>());
  const loading = useRef<AbortController | undefined>(undefined);
  const complete = useRef(false);
  const wanted = useRef(startAt);
  const asideScope = `${kind.name}.${query.profileId}`;
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
      const before = now.current;
      let next = appended(
        before,
        items.map(({ id }) => id),
      );
      const place = wanted.current === undefined ? -1 : next.ids.indexOf(wanted.current);
      if (before.ids.length === 0 && place > 0) next = movedTo(next, place);
      wanted.current = undefined;
      if (before.at >= before.ids.length && before.ids.length > 0) next = movedTo(next, before.ids.length);
      if (before.ids.length === 0) setTotal(page.total);
      setError(undefined);
      const aside = readAside(asideScope);
      change(
        putAside(
          next,
          items.flatMap(({ id }) => (aside.has(id) && id !== startAt ? id : [])),
        ),
      );
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
    undos.current.clear();
    setTotal(undefined);
    change(EMPTY_QUEUE);
    void load();
  }, [load, change]);

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

  const settled = useCallback(() => void refresh(client, changedBy(kind)), [client, kind]);

  /** Decides now and does the work behind; `work` answers how to take it back. */
  const decide = (marks: Readonly<Record<string, Outcome>>, work: (step: Step) => Promise<Undo>): void => {
    const { queue: next, step } = decided(now.current, marks);
    change(next);
    carryOut(step, work);
  };

  const carryOut = (step: Step, work: (step: Step) => Promise<Undo>) => {
    setBusy((count) => count + 1);
    const done = work(step).finally(() => setBusy((count) => count - 1));
    undos.current.set(step.key, async () => (await done)());
    done.then(settled, (failure: unknown) => {
      const code = failure instanceof ApiError ? failure.code : '';
      change(failed(now.current, step.key));
      if (GONE.has(code)) change(closed(now.current, Object.keys(step.marks)));
      if (GONE.has(code)) toast.warning('Người khác đã quyết định gợi ý này trước bạn.');
      else
        toast.error(`Chưa lưu được quyết định. ${errorMessage(failure)}`, {
          id: 'review-not-saved',
          description: 'Những cặp chưa lưu vẫn ở hàng chờ.',
        });
    });
  };

  const shown = currentId(queue);
  const marksFor = (suggestion: Suggestion, outcome: Outcome): Record<string, Outcome> => {
    const place = currentId(now.current);
    // Another pair of the same record was taken: the one in the queue has been dealt with as well.
    return place !== undefined && place !== suggestion.id && outcome === 'accepted'
      ? { [place]: 'skipped', [suggestion.id]: outcome }
      : { [suggestion.id]: outcome };
  };

  return {
    queue,
    current: shown === undefined ? undefined : suggestions.current.get(shown),
    suggestionOf: (id: string) => suggestions.current.get(id),
    /** How many matched the filter when the review began; undefined until known. */
    total,
    error,
    saving: busy > 0,
    restart,
    goTo: (index: number) => change(movedTo(now.current, index)),
    reopen: () => {
      writeAside(asideScope, new Set());
      change(reopened(now.current));
    },
    /** Not sure: passed over for now, remembered for this sitting, offered again at the end. */
    skip: (id: string) => {
      writeAside(asideScope, readAside(asideScope).add(id));
      decide({ [id]: 'skipped' }, async () => async () => {
        const aside = readAside(asideScope);
        aside.delete(id);
        writeAside(asideScope, aside);
      });
    },
    accept: (suggestion: Suggestion, factor: string | null | undefined) =>
      decide(marksFor(suggestion, 'accepted'), async () => {
        const { id } = await call(kind.create, { body: acceptance(suggestion, factor) as never });
        return async () => void (await call(kind.remove, { params: { id } }));
      }),
    reject: (suggestion: Suggestion, rejection: Rejection) =>
      decide(marksFor(suggestion, 'rejected'), async () => {
        await call(kind.reject, { params: { id: suggestion.id }, body: rejection });
        return async () => void (await call(kind.restore, { params: { id: suggestion.id } }));
      }),
    /** Opens a rejected suggestion again. */
    reopenRejected: async (suggestion: Suggestion) => {
      try {
        await call(kind.restore, { params: { id: suggestion.id } });
        toast.success('Gợi ý đã mở lại.');
        settled();
      } catch (failure) {
        toast.error(errorMessage(failure));
      }
      change(closed(now.current, [suggestion.id]));
    },
    /** Accepts many as one batch. Rows that are refused are open again, or closed when somebody else was faster. */
    acceptAll: (choice: Choice) => {
      const shownNow = now.current.ids.flatMap((id) =>
        now.current.outcomes[id] ? [] : (suggestions.current.get(id) ?? []),
      );
      decide(marksOf(choice, shownNow), async (step) => {
        const batch = await acceptMany(kind, query.profileId, choice);
        const refused = batch.rows.filter(({ errorCode }) => errorCode !== null);
        const taken = new Set(batch.rows.flatMap(({ suggestionId, errorCode }) => (errorCode ? [] : suggestionId)));
        const notTaken = Object.keys(step.marks).filter((id) => !taken.has(id));
        change(failedFor(now.current, step.key, notTaken));
        change(
          closed(
            now.current,
            refused.flatMap(({ suggestionId, errorCode }) => (GONE.has(errorCode ?? '') ? suggestionId : [])),
          ),
        );
        if (refused.length > 0)
          toast.warning(
            `Đã nối ${formatCount(batch.accepted)}, không nối được ${formatCount(refused.length)}. ${refused[0]?.message ?? ''}`,
          );
        else toast.success(`Đã nối ${formatCount(batch.accepted)} cặp. Phím U hoàn tác cả đợt.`);
        return async () => {
          const kept = await undoMany(kind, batch.batchId);
          if (kept > 0)
            toast.warning(`${formatCount(kept)} liên kết đã được người khác sửa sau đợt này nên giữ nguyên.`);
        };
      });
    },
    undo: () => {
      const back = undone(now.current);
      if (!back) return false;
      change(back.queue);
      const undo = undos.current.get(back.step.key);
      undos.current.delete(back.step.key);
      setBusy((count) => count + 1);
      void undo?.()
        .then(settled, (failure: unknown) => {
          // The person is back at the suggestion; what it is now, the service knows better.
          toast.error(`Không hoàn tác được: ${errorMessage(failure)}`);
          restart();
        })
        .finally(() => setBusy((count) => count - 1));
      return true;
    },
  };
}
