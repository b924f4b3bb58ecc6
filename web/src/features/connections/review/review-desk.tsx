import { ArrowLeft, Check, SkipForward, Undo2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatMoney } from '../../../ui/format/number.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FactorField, type TypedFactor, typedFactor } from '../factor-field.tsx';
import type { Kind } from '../kinds.ts';
import { Alternatives, useAlternatives } from './alternatives.tsx';
import { EvidenceList, scoreText } from './evidence.tsx';
import type { Suggestion } from './pair.ts';
import { PairView } from './pair-view.tsx';
import { outcomeWord } from './queue-list.tsx';
import { RejectMenu } from './reject-menu.tsx';
import type { Review } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { rejectionWords, whyNotBest } from './why-not-best.ts';

const FACTOR = 'review';

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
  const reasons = useCall(
    'listRejectionReasons',
    { query: { kind: kind.name } },
    { staleMs: Number.POSITIVE_INFINITY },
  );
  const labels = new Map(reasons.data?.items.map(({ code, label }) => [code, label]));
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
          <article
            aria-label="Cặp đang xem"
            className="mx-auto flex max-w-4xl flex-col gap-4 px-3 py-3 sm:px-6 sm:py-4"
          >
            <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <span className="tabular text-[22px] leading-7 font-semibold" title="Xác suất hai bản ghi là một">
                {scoreText(shown.score)}
              </span>
              {shown.unlockValue > 0 ? (
                <span className="tabular text-base text-ink-2">
                  mở ra <b className="font-semibold text-ink">{formatMoney(shown.unlockValue)}</b> chưa xuất hóa đơn
                </span>
              ) : null}
              <span className="flex flex-wrap gap-1.5">
                {shown !== current ? <Chip tone="amber">Cặp khác của bản ghi này</Chip> : null}
                {shown.status === 'rejected' ? (
                  <Chip tone="red" icon>
                    {[rejectionWords(shown, labels), shown.decidedBy].filter(Boolean).join(' · ')}
                  </Chip>
                ) : null}
                {shown.status === 'accepted' ? (
                  <Chip tone="green" icon>
                    {['Đã nối', shown.decidedBy].filter(Boolean).join(' · ')}
                  </Chip>
                ) : null}
                {outcome && shown === current ? (
                  <Chip tone={outcome === 'accepted' ? 'green' : outcome === 'rejected' ? 'red' : 'grey'} icon>
                    {outcomeWord(outcome)}
                  </Chip>
                ) : null}
              </span>
            </header>
            {whyNotBest(shown, others) ? <p className="m-0 text-grid text-ink-2">{whyNotBest(shown, others)}</p> : null}
            <PairView suggestion={shown} />
            <section aria-label="Vì sao có điểm này">
              <h2 className="m-0 mb-1.5 text-grid font-semibold">Vì sao có điểm này</h2>
              <EvidenceList suggestion={shown} />
            </section>
            {'suggestedFactor' in shown ? (
              <section aria-label="Hệ số quy đổi" className="grid gap-x-4 gap-y-2 sm:grid-cols-[240px_1fr]">
                <FactorField
                  key={shown.id}
                  id={FACTOR}
                  label={
                    <>
                      Hệ số quy đổi{' '}
                      <span aria-hidden className="max-md:hidden">
                        <Kbd>H</Kbd>
                      </span>
                    </>
                  }
                  value={factor}
                  onChange={(value) => setFactors((now) => ({ ...now, [shown.id]: value }))}
                  amisUnit={shown.amis.unit}
                  bravoUnit={shown.bravo.unit}
                />
                <ul className="m-0 flex list-none flex-col gap-1 self-center p-0 text-grid text-ink-2">
                  {shown.factorEvidence.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                  {shown.factorContradicted ? (
                    <li>
                      <Chip tone="amber" icon>
                        Giá mâu thuẫn với hệ số, hãy kiểm tra
                      </Chip>
                    </li>
                  ) : null}
                  {shown.suggestedFactor === null ? <li>Chưa đủ căn cứ để gợi ý hệ số.</li> : null}
                </ul>
              </section>
            ) : null}
            <section aria-label="Cặp khác">
              <h2 className="m-0 mb-1 text-grid font-semibold">Cặp khác của hai bản ghi này</h2>
              <Alternatives
                items={others}
                of={current}
                shownId={shown.id}
                onShow={(id) => setAlternative((now) => (now === id ? undefined : id))}
              />
            </section>
          </article>
        ) : (
          done
        )}
      </section>
      <footer data-foot className="flex items-center gap-2 border-t border-line bg-sunken px-3 py-2 sm:px-6">
        <Button
          variant="ghost"
          icon={<ArrowLeft aria-hidden />}
          disabled={queue.at === 0}
          onClick={() => review.goTo(queue.at - 1)}
        >
          <Label text="Quay lại" keys="←" />
        </Button>
        <Button variant="ghost" icon={<Undo2 aria-hidden />} disabled={queue.steps.length === 0} onClick={review.undo}>
          <Label text="Hoàn tác" keys="U" />
        </Button>
        <span className="grow" />
        {status === 'rejected' && current ? (
          <Button
            variant="primary"
            disabled={outcome !== undefined}
            onClick={() => void review.reopenRejected(current)}
          >
            Mở lại gợi ý
          </Button>
        ) : null}
        {deciding ? (
          <>
            <Button icon={<SkipForward aria-hidden />} disabled={!current} onClick={skip}>
              <Label text="Chưa chắc" keys="S" />
            </Button>
            <Button
              ref={rejectButton}
              icon={<X aria-hidden />}
              className="max-sm:[&>svg]:hidden"
              disabled={!open}
              aria-haspopup="menu"
              onClick={(event) => setRejecting(event.currentTarget)}
            >
              <Label text="Từ chối" keys="R" always />
            </Button>
            <Button
              variant="primary"
              icon={<Check aria-hidden />}
              className="max-sm:[&>svg]:hidden"
              disabled={!open}
              onClick={accept}
            >
              Chấp nhận
              <span className="max-md:hidden">
                <Kbd inverse>Enter</Kbd>
              </span>
            </Button>
          </>
        ) : null}
      </footer>
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

const suggestedFactor = (suggestion: Suggestion): string | null =>
  'suggestedFactor' in suggestion ? suggestion.suggestedFactor : null;

function focusFactor(): void {
  document.querySelector<HTMLInputElement>(`[data-factor="${FACTOR}"]`)?.focus();
}

function Label({ text, keys, always = false }: { text: string; keys: string; always?: boolean }) {
  return (
    <>
      <span className={always ? undefined : 'max-sm:sr-only'}>{text}</span>
      <span className="max-md:hidden">
        <Kbd>{keys}</Kbd>
      </span>
    </>
  );
}
