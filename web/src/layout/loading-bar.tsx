import { useEffect, useState } from 'react';
import { LOADING_BAR_MS } from '../constants.ts';

export type NavigationEvents = {
  subscribe: (event: 'onBeforeLoad' | 'onResolved', listener: (event: { pathChanged?: boolean }) => void) => () => void;
};

/** The thin line at the top while another page is on its way: it fills within 2,000 ms and waits near the end. */
export function LoadingBar({ router }: { router: NavigationEvents }) {
  const [state, setState] = useState<'idle' | 'loading' | 'done'>('idle');
  useEffect(() => {
    let hide: ReturnType<typeof setTimeout> | undefined;
    const stopStart = router.subscribe('onBeforeLoad', (event) => {
      if (event.pathChanged === false) return;
      clearTimeout(hide);
      setState('loading');
    });
    const stopEnd = router.subscribe('onResolved', () => {
      setState((now) => (now === 'loading' ? 'done' : now));
      hide = setTimeout(() => setState('idle'), 150);
    });
    return () => {
      clearTimeout(hide);
      stopStart();
      stopEnd();
    };
  }, [router]);
  if (state === 'idle') return null;
  return (
    <div aria-hidden data-loading-bar className="pointer-events-none fixed inset-x-0 top-0 z-70 h-0.5">
      <div
        className="h-full origin-left bg-primary dark:bg-accent"
        style={
          state === 'loading'
            ? { animation: `loading-bar ${LOADING_BAR_MS}ms cubic-bezier(0.1, 0.7, 0.3, 1) forwards` }
            : undefined
        }
      />
    </div>
  );
}
