import { Button } from '../../ui/button.tsx';
import { SIDE_WORDS } from './settlement-words.ts';

/** The two sides that a person may believe. */
export function SideButtons({
  busy,
  reason,
  onDecide,
}: {
  busy: boolean;
  reason: string;
  onDecide: (side: 'tax' | 'amis') => void;
}) {
  const isMissing = reason.trim() === '';
  return (['amis', 'tax'] as const).map((side) => (
    <Button
      key={side}
      variant={side === 'tax' ? 'primary' : 'secondary'}
      busy={busy}
      disabled={isMissing}
      onClick={() => onDecide(side)}
    >
      {SIDE_WORDS[side]}
    </Button>
  ));
}
