import { Suspense, useSyncExternalStore } from 'react';
import { part } from '../part.ts';
import { subscribeToasts, toastsWanted } from './toast.tsx';

const Host = part(() => import('./toast-host.tsx'), 'ToastHost');

/** The place of toasts. Once, at the root. */
export function Toasts() {
  const wanted = useSyncExternalStore(subscribeToasts, toastsWanted);
  return wanted ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null;
}
