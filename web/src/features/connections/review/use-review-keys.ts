import { useEffect, useRef } from 'react';

export type ReviewKeys = {
  accept: () => void;
  reject: () => void;
  skip: () => void;
  back: () => void;
  forward: () => void;
  undo: () => void;
  factor: () => void;
  /** Accepts many at once. */
  acceptAll: () => void;
  /** The key that was pressed did not arrive: a typing program for Vietnamese has put other letters in its place. */
  rewritten: () => void;
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

/**
 * Typing programs for Vietnamese (UniKey and its like) work in every window: they take the letters of a word back with
 * Backspace and send others at once, so that a second A arrives as Backspace Â, a third as Backspace A A.
 */
const REWRITE_MS = 60;

/**
 * True when a typing program sent this key in the place of the one that was pressed. `backspaceAt`: the time of the
 * last Backspace.
 */
export const isRewritten = ({ key, timeStamp }: { key: string; timeStamp: number }, backspaceAt: number): boolean =>
  /^\p{L}$/u.test(key) && (!/^[a-z]$/i.test(key) || timeStamp - backspaceAt < REWRITE_MS);

/** The keys of the review; they rest while something is typed or another surface is open. */
export function useReviewKeys(keys: ReviewKeys, enabled: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    let backspaceAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || typing(event.target)) return;
      if (event.key === 'Backspace') backspaceAt = event.timeStamp;
      if (isRewritten(event, backspaceAt)) return latest.current.rewritten();
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

/** The action of a key, if it has any. */
export function actionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'repeat'>,
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
      return event.shiftKey ? keys.acceptAll : keys.accept;
    case 'r':
    case 'delete':
      return keys.reject;
    case 's':
      return keys.skip;
    case 'arrowleft':
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
