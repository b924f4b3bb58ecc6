import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** The part of an address after # that asks for the rows of a list. */
const ROWS = 'rows';

/**
 * A link to what a finding is about: where it leads, the rows (or the part named by `mark`) come into sight and have the
 * keyboard, also in a new tab.
 */
export const arrivingAt = (path: string, mark = ROWS): string => `${path}#${mark}`;

/** Brings a part of the page into sight and gives it the keyboard, once it is `ready`, when the address asks for it. */
export function useArrival(
  part: RefObject<HTMLElement | null>,
  ready: boolean,
  { mark = ROWS, onArrive }: { mark?: string; onArrive?: () => void } = {},
): void {
  // An entry of the history is arrived at once; a filter that is changed afterwards makes another one without a mark.
  const asked = useRouterState({
    select: ({ location: { hash, href, state } }) =>
      hash === mark ? ((state as { __TSR_key?: string }).__TSR_key ?? href) : '',
  });
  const waiting = useRef('');
  const done = useRef('');
  if (asked !== '' && asked !== done.current) waiting.current = asked;
  useEffect(() => {
    if (!ready || waiting.current === '') return;
    done.current = waiting.current;
    waiting.current = '';
    part.current?.scrollIntoView({ block: 'nearest' });
    part.current?.focus({ preventScroll: true });
    onArrive?.();
  });
}
