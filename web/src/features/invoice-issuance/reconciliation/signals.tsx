import { Chip } from '../../../ui/chip.tsx';
import type { Signal } from './agreement.ts';

/** The signals for and against an AMIS entry being lines of Bravo. */
export function Signals({ of }: { of: readonly Signal[] }) {
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {of.map(({ agrees, text }) => (
        <Chip key={text} tone={agrees ? 'green' : 'amber'} icon>
          {text}
        </Chip>
      ))}
    </div>
  );
}
