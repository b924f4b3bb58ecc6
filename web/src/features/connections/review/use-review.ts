import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import { refresh } from '../../../api/query.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { changedBy, type Kind } from '../kinds.ts';
import { asideScopeOf, readAside, writeAside } from './aside.ts';
import { acceptMany, type Choice, marksOf, undoMany } from './batch.ts';
import type { ReviewQuery } from './filters.ts';
import { acceptance, type Suggestion } from './pair/pair.ts';
import {
  closed,
  currentId,
  decided,
  failed,
  failedFor,
  movedTo,
  type Outcome,
  type Queue,
  reopened,
  type Step,
  undone,
} from './queue.ts';
import type { Rejection } from './reject-menu.tsx';
import { useQueue } from './use-queue.ts';

/** Refusals that say that the pair needs no decision any more. */
const GONE: ReadonlySet<string> = new Set(['SUGGESTION_CLOSED', 'CONNECTION_EXISTS', 'NOT_FOUND']);

/** Takes a step back; answers once the step itself has been carried out. */
type Undo = () => Promise<void>;

export type Review = ReturnType<typeof useReview>;

type Batch = Awaited<ReturnType<typeof acceptMany>>;

/** Suggestions that were refused are open again, or closed when a colleague was faster. */
function afterBatch(queue: Queue, step: Step, rows: Batch['rows']): Queue {
  const taken = new Set(rows.flatMap(({ suggestionId, errorCode }) => (errorCode ? [] : suggestionId)));
  const notTaken = Object.keys(step.marks).filter((id) => !taken.has(id));
  const gone = rows.flatMap(({ suggestionId, errorCode }) => (GONE.has(errorCode ?? '') ? suggestionId : []));
  return closed(failedFor(queue, step.key, notTaken), gone);
}

function tellOf({ rows, accepted }: Batch): void {
  const refused = rows.filter(({ errorCode }) => errorCode !== null);
  if (refused.length > 0)
    toast.warning(
      `Đã nối ${formatCount(accepted)}, không nối được ${formatCount(refused.length)}. ${refused[0]?.message ?? ''}`,
    );
  else toast.success(`Đã nối ${formatCount(accepted)} cặp. Phím U hoàn tác cả đợt.`);
}

/** Decisions show at once and are carried out behind; each can be taken back. */
function useDecisions(
  kind: Kind,
  { now, change, restart }: Pick<ReturnType<typeof useQueue>, 'now' | 'change' | 'restart'>,
  undos: RefObject<Map<number, Undo>>,
) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(0);
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

  const undo = () => {
    const back = undone(now.current);
    if (!back) return false;
    change(back.queue);
    const takeBack = undos.current.get(back.step.key);
    undos.current.delete(back.step.key);
    setBusy((count) => count + 1);
    void takeBack?.()
      .then(settled, (failure: unknown) => {
        // The person is back at the suggestion; what it is now, the service knows better.
        toast.error(`Không hoàn tác được: ${errorMessage(failure)}`);
        restart();
      })
      .finally(() => setBusy((count) => count - 1));
    return true;
  };

  return { decide, undo, settled, saving: busy > 0 };
}

/**
 * A review under way: the queue, the suggestions in it, and the decisions. A decision shows at once and is carried out
 * behind; what the service refuses is open again and told.
 */
export function useReview(kind: Kind, query: ReviewQuery, startAt: string | undefined) {
  const undos = useRef(new Map<number, Undo>());
  const forget = useCallback(() => undos.current.clear(), []);
  const held = useQueue(kind, query, startAt, forget);
  const { queue, now, change, suggestions, total, error, restart } = held;
  const { decide, undo, settled, saving } = useDecisions(kind, held, undos);
  const asideScope = asideScopeOf(kind, query.profileId);

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
    /** The number of suggestions that matched the filter when the review began; undefined until known. */
    total,
    error,
    saving,
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
        return async () => void (await call(kind.remove, { params: { id }, query: { undo: true } }));
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
    /** Accepts many as one batch. Rows that are refused are open again, or closed when a colleague was faster. */
    acceptAll: (choice: Choice) => {
      const shownNow = now.current.ids.flatMap((id) =>
        now.current.outcomes[id] ? [] : (suggestions.current.get(id) ?? []),
      );
      decide(marksOf(choice, shownNow), async (step) => {
        const batch = await acceptMany(kind, query.profileId, choice);
        change(afterBatch(now.current, step, batch.rows));
        tellOf(batch);
        return async () => {
          const kept = await undoMany(kind, batch.batchId);
          if (kept > 0)
            toast.warning(`${formatCount(kept)} liên kết đã được người khác sửa sau đợt này nên giữ nguyên.`);
        };
      });
    },
    undo,
  };
}
