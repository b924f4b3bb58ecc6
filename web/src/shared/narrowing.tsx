import { X } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** A filter that came with the link into the list: it says what it is, and goes when pressed. */
export function Narrowing({ label, value, onRemove }: { label: string; value: string; onRemove: () => void }) {
  return (
    <Button aria-label={`Bỏ lọc ${label}: ${value}`} onClick={onRemove}>
      <span className="max-w-48 truncate">
        {label}: {value}
      </span>
      <X aria-hidden className="size-3.5 text-ink-3" />
    </Button>
  );
}
