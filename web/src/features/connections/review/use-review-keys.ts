import { useEffect, useRef } from 'react';

export type ReviewKeys = {
  accept: () => void;
  reject: () => void;
  skip: () => void;
  back: () => void;
  forward: () => void;
  undo: () => void;
  factor: () => void;
  /** Takes the n-th alternative into view, from 0. */
  alternative: (index: number) => void;
};

/** Places where keys mean something else. A menu that is closing still has the focus, but no longer the keys. */
const ELSEWHERE = [
  'input',
  'textarea',
  'select',
  '[contenteditable]',
  ...['dialog', 'menu', 'listbox'].map((role) => `[role="${role}"]:not([data-closed])`),
].join(', ');

const typing = (target: EventTarget | null): boolean => target instanceof Element && target.closest(ELSEWHERE) !== null;

const pressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary, [role="button"], [role="checkbox"]') !== null;

/** The keys of the review; they rest while something is typed or another surface is open. */
export function useReviewKeys(keys: ReviewKeys, enabled: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || typing(event.target)) return;
      const act = actionOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // Before the closing menu, which would take the key for its own search.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [enabled]);
}

/** What a key means, if anything. */
export function actionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'repeat'>,
  keys: ReviewKeys,
): (() => void) | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return key === 'z' ? keys.undo : undefined;
  // A held key must not decide a whole list.
  if (event.altKey || event.repeat) return undefined;
  if (/^[1-9]$/.test(key)) return () => keys.alternative(Number(key) - 1);
  switch (key) {
    case 'enter':
      return pressable(event.target) ? undefined : keys.accept;
    case 'a':
      return keys.accept;
    case 'r':
      return keys.reject;
    case 's':
      return keys.skip;
    case 'arrowleft':
    case 'backspace':
      return keys.back;
    case 'arrowright':
      return keys.forward;
    case 'u':
      return keys.undo;
    case 'h':
      return keys.factor;
    default:
      return undefined;
  }
}
