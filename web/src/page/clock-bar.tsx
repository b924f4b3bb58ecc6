import { Clock } from 'lucide-react';
import { useClockMinutes } from '../api/clock.ts';
import { strings } from '../strings.ts';

/** Says that this machine's clock is wrong: sessions end early and «today» is another day, and nothing else tells why. */
export function ClockBar() {
  const minutes = useClockMinutes();
  return (
    <div role="status">
      {minutes === 0 ? null : (
        <p className="m-0 flex items-center gap-2 bg-amber-tint px-4 py-1.5 text-grid text-amber-ink print:hidden">
          <Clock aria-hidden className="size-4 shrink-0" />
          {strings.errors.clock(minutes)}
        </p>
      )}
    </div>
  );
}
