import { ArrowLeft, Check, SkipForward, Undo2, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import type { Review } from './use-review.ts';

/** The actions on the pair, as buttons with their keys. */
export function DeskFooter({
  review,
  status,
  open,
  rejectButton,
  onAccept,
  onReject,
  onSkip,
}: {
  review: Review;
  status: 'pending' | 'accepted' | 'rejected';
  /** The pair waits for a decision. */
  open: boolean;
  rejectButton: RefObject<HTMLButtonElement | null>;
  onAccept: () => void;
  onReject: (button: HTMLElement) => void;
  onSkip: () => void;
}) {
  const { queue, current } = review;
  const outcome = current ? queue.outcomes[current.id] : undefined;
  return (
    <footer data-foot className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-3 py-2 sm:px-6">
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
      {/* Together, so that on the narrowest screens they have a line of their own. */}
      <div className="ml-auto flex items-center gap-2">
        {status === 'rejected' && current ? (
          <Button
            variant="primary"
            disabled={outcome !== undefined}
            onClick={() => void review.reopenRejected(current)}
          >
            Mở lại gợi ý
          </Button>
        ) : null}
        {status === 'pending' ? (
          <>
            <Button icon={<SkipForward aria-hidden />} disabled={!current} onClick={onSkip}>
              <Label text="Chưa chắc" keys="S" />
            </Button>
            <Button
              ref={rejectButton}
              icon={<X aria-hidden />}
              className="max-sm:[&>svg]:hidden"
              disabled={!open}
              aria-haspopup="menu"
              onClick={(event) => onReject(event.currentTarget)}
            >
              <Label text="Từ chối" keys="R" always />
            </Button>
            <Button
              variant="primary"
              icon={<Check aria-hidden />}
              className="max-sm:[&>svg]:hidden"
              disabled={!open}
              onClick={onAccept}
            >
              Chấp nhận
              <span className="max-md:hidden">
                <Kbd inverse>Enter</Kbd>
              </span>
            </Button>
          </>
        ) : null}
      </div>
    </footer>
  );
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
