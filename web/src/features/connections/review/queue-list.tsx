import { Check, CircleSlash, SkipForward, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { chosen } from './batch.ts';
import { scoreText } from './pair/evidence.tsx';
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

/** The suggestions around the shown one, with what became of those before it; open ones can be chosen together. */
export function QueueList({ review, selectable }: { review: Review; selectable: boolean }) {
  const { queue } = review;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<number | undefined>(undefined);
  const isOpen = (id: string) => queue.outcomes[id] === undefined || queue.outcomes[id] === 'skipped';
  const chosenNow = [...selected].filter(isOpen).flatMap((id) => review.suggestionOf(id) ?? []);
  const select = (index: number, checked: boolean, range: boolean) => {
    const from = range && last.current !== undefined ? last.current : index;
    const next = new Set(selected);
    for (const id of queue.ids.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (checked && isOpen(id)) next.add(id);
      else next.delete(id);
    }
    last.current = index;
    setSelected(next);
  };
  const active = useRef<HTMLLIElement>(null);
  const from = Math.max(0, queue.at - BEFORE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the queue is the trigger
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [queue.at]);
  return (
    <>
      {chosenNow.length > 0 ? (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-1.5 border-b border-line bg-raised px-3 py-2">
          <Button
            size="sm"
            variant="primary"
            onClick={() => {
              review.acceptAll(chosen(chosenNow));
              setSelected(new Set());
            }}
          >
            Chấp nhận {formatCount(chosenNow.length)} cặp đã chọn
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setSelected(new Set())}>
            Bỏ chọn
          </Button>
        </div>
      ) : null}
      <ol aria-label="Hàng chờ" className="m-0 list-none p-0">
        {queue.ids.slice(from, queue.at + AFTER).map((id, offset) => {
          const index = from + offset;
          const suggestion = review.suggestionOf(id);
          if (!suggestion) return null;
          const outcome = queue.outcomes[id];
          const current = index === queue.at;
          return (
            <li
              key={id}
              ref={current ? active : undefined}
              className={cn('flex border-b border-line', current ? 'bg-tint text-tint-ink' : 'hover:bg-hover')}
            >
              {selectable ? (
                <input
                  type="checkbox"
                  aria-label={`Chọn ${suggestion.amis.name}`}
                  className="m-0 ml-3 size-4 shrink-0 self-center accent-(--color-accent)"
                  disabled={!isOpen(id)}
                  checked={selected.has(id) && isOpen(id)}
                  onChange={(event) => select(index, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
                />
              ) : null}
              <button
                type="button"
                aria-current={current ? 'true' : undefined}
                onClick={() => review.goTo(index)}
                className="flex min-w-0 grow flex-col gap-0.5 px-3 py-1.5 text-left"
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
    </>
  );
}

export const outcomeWord = (outcome: Outcome): string => outcomes[outcome].word;
