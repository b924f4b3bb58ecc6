import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';

/** Says that the network is away; when it is back, everything on screen is read again. */
export function OfflineBar() {
  const client = useQueryClient();
  const [away, setAway] = useState(() => !navigator.onLine);
  useEffect(() => {
    const gone = () => setAway(true);
    const back = () => {
      setAway(false);
      void client.invalidateQueries({ type: 'active' });
    };
    addEventListener('offline', gone);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', gone);
      removeEventListener('online', back);
    };
  }, [client]);
  return (
    <div role="status">
      {away ? (
        <p className="m-0 flex items-center gap-2 bg-amber-tint px-4 py-1.5 text-grid text-amber-ink print:hidden">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {strings.errors.offline}
        </p>
      ) : null}
    </div>
  );
}
