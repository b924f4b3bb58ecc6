import { Check, CircleSlash, SkipForward, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '../../../ui/cn.ts';
import { formatMoney } from '../../../ui/format/number.ts';
import { scoreText } from './evidence.tsx';
import type { Outcome } from './queue.ts';
import type { Review } from './use-review.ts';

const BEFORE = 4;
const AFTER = 30;

const outcomes: Record<Outcome, { icon: React.ReactNode; word: string }> = {
  accepted: { icon: <Check aria-hidden className="text-accent" />, word: 'đã nối' },
  rejected: { icon: <X aria-hidden className="text-red-ink" />, word: 'đã từ chối' },
  skipped: { icon: <SkipForward aria-hidden className="text-ink-3" />, word: 'chưa chắc' },
  closed: { icon: <CircleSlash aria-hidden className="text-ink-3" />, word: 'người khác đã quyết định' },
};

/** The suggestions around the shown one, with what became of those before it. */
export function QueueList({ review }: { review: Review }) {
  const { queue } = review;
  const active = useRef<HTMLLIElement>(null);
  const from = Math.max(0, queue.at - BEFORE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the queue is the trigger
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [queue.at]);
  return (
    <ol aria-label="Hàng chờ" className="m-0 list-none p-0">
      {queue.ids.slice(from, queue.at + AFTER).map((id, offset) => {
        const index = from + offset;
        const suggestion = review.suggestionOf(id);
        if (!suggestion) return null;
        const outcome = queue.outcomes[id];
        const current = index === queue.at;
        return (
          <li key={id} ref={current ? active : undefined}>
            <button
              type="button"
              aria-current={current ? 'true' : undefined}
              onClick={() => review.goTo(index)}
              className={cn(
                'flex w-full flex-col gap-0.5 border-b border-line px-3 py-1.5 text-left',
                current ? 'bg-tint text-tint-ink' : 'hover:bg-hover',
              )}
            >
              <span className="flex w-full items-center gap-1.5 text-grid">
                <span className={cn('min-w-0 grow truncate', outcome && !current && 'text-ink-2')}>
                  {suggestion.amis.name}
                </span>
                {outcome ? (
                  <span className="flex shrink-0 [&_svg]:size-3.5">
                    {outcomes[outcome].icon}
                    <span className="sr-only">{outcomes[outcome].word}</span>
                  </span>
                ) : null}
              </span>
              <span className={cn('tabular flex w-full gap-2 text-small', current ? '' : 'text-ink-2')}>
                <span>{scoreText(suggestion.score)}</span>
                {suggestion.unlockValue > 0 ? (
                  <span className="ml-auto">{formatMoney(suggestion.unlockValue)}</span>
                ) : null}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export const outcomeWord = (outcome: Outcome): string => outcomes[outcome].word;
