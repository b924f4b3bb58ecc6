import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { type TypedFactor, typedFactor } from '../factor-field.tsx';
import type { Kind } from '../kinds.ts';
import { DeskFooter } from './desk-footer.tsx';
import { useAlternatives } from './pair/alternatives.tsx';
import type { Suggestion } from './pair/pair.ts';
import { focusFactor, PairArticle } from './pair-article.tsx';
import { RejectMenu } from './reject-menu.tsx';
import type { Review } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';

/** The pair that is looked at, why it was suggested, and what can be done with it. */
export function ReviewDesk({
  kind,
  review,
  status,
  paused,
  onAcceptAll,
  done,
}: {
  kind: Kind;
  review: Review;
  status: 'pending' | 'accepted' | 'rejected';
  /** Keys rest while something lies over the desk. */
  paused: boolean;
  onAcceptAll: () => void;
  /** Shown past the last suggestion. */
  done: ReactNode;
}) {
  const { queue, current } = review;
  const labels = useReasonWords(kind);
  const following = queue.ids[queue.at + 1];
  const others = useAlternatives(kind, current, following === undefined ? undefined : review.suggestionOf(following));
  const [alternative, setAlternative] = useState<string>();
  const [factors, setFactors] = useState<Readonly<Record<string, TypedFactor>>>({});
  const [rejecting, setRejecting] = useState<HTMLElement | null>(null);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const currentId = current?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another suggestion is the trigger
  useEffect(() => {
    setAlternative(undefined);
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [currentId]);

  const deciding = status === 'pending';
  const shown = others.find(({ id }) => id === alternative) ?? current;
  const outcome = current ? queue.outcomes[current.id] : undefined;
  const factor = shown ? (factors[shown.id] ?? typedFactor(suggestedFactor(shown))) : undefined;
  const open = deciding && shown !== undefined && (outcome === undefined || outcome === 'skipped' || shown !== current);

  const accept = () => {
    if (!shown || !open || !factor) return;
    if (factor.factor === undefined) return focusFactor();
    // An empty field where nothing was suggested leaves it to the units.
    review.accept(shown, factor.factor ?? (suggestedFactor(shown) === null ? undefined : null));
  };
  const skip = () => {
    if (current && open) review.skip(current.id);
    else review.goTo(queue.at + 1);
  };
  useReviewKeys(
    {
      accept,
      reject: () => {
        if (open) setRejecting(rejectButton.current);
      },
      skip,
      back: () => review.goTo(queue.at - 1),
      forward: () => review.goTo(queue.at + 1),
      undo: review.undo,
      factor: focusFactor,
      acceptAll: onAcceptAll,
      rewritten: () =>
        toast.warning('Bộ gõ tiếng Việt đang đổi phím chữ, nên chưa làm gì.', {
          id: 'review-typing-program',
          description: 'Hãy tắt bộ gõ, hoặc dùng Enter để chấp nhận, Delete để từ chối, → để sang cặp sau.',
        }),
      alternative: (index) => {
        const other = others[index];
        if (other) setAlternative((now) => (now === other.id ? undefined : other.id));
      },
    },
    !paused && rejecting === null,
  );

  return (
    <div className="flex min-w-0 grow flex-col">
      <section
        ref={scroller}
        aria-label="Nội dung cặp"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2"
      >
        {shown && current && factor ? (
          <PairArticle
            shown={shown}
            current={current}
            others={others}
            labels={labels}
            outcome={outcome}
            factor={factor}
            onFactor={(value) => setFactors((now) => ({ ...now, [shown.id]: value }))}
            onShow={(id) => setAlternative((now) => (now === id ? undefined : id))}
          />
        ) : (
          done
        )}
      </section>
      <DeskFooter
        review={review}
        status={status}
        open={open}
        rejectButton={rejectButton}
        onAccept={accept}
        onReject={setRejecting}
        onSkip={skip}
      />
      <RejectMenu
        anchor={rejecting}
        kind={kind.name}
        onClose={() => setRejecting(null)}
        onReject={(rejection) => {
          if (shown) review.reject(shown, rejection);
        }}
      />
    </div>
  );
}

/** Words of the reasons for a rejection, by their code. */
function useReasonWords(kind: Kind): ReadonlyMap<string, string> {
  const reasons = useCall(
    'listRejectionReasons',
    { query: { kind: kind.name } },
    { staleMs: Number.POSITIVE_INFINITY },
  );
  return new Map(reasons.data?.items.map(({ code, label }) => [code, label]));
}

const suggestedFactor = (suggestion: Suggestion): string | null =>
  'suggestedFactor' in suggestion ? suggestion.suggestedFactor : null;
