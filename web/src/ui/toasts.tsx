import { lazy, Suspense, useSyncExternalStore } from 'react';
import { subscribeToasts, toastsWanted } from './toast.tsx';

const Host = lazy(() => import('./toast-host.tsx').then((module) => ({ default: module.ToastHost })));

/** The place of toasts. Once, at the root. */
export function Toasts() {
  const wanted = useSyncExternalStore(subscribeToasts, toastsWanted);
  return wanted ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null;
}
