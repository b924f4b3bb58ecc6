import { useEffect, useRef } from 'react';
import type { Judgement } from './words.ts';

type Keys = { readonly judge: (judgement: Judgement) => void; readonly back: () => void };

const BY_KEY: Readonly<Record<string, Judgement>> = { '1': 'right', '2': 'wrong', '3': 'unsure' };

/** Places where keys mean something else. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], [role="dialog"]:not([data-closed])';

/** The action of a key, if it has any. Digits, which no typing program for Vietnamese changes where nothing is typed. */
export function judgingAction(
  { key, ctrlKey, metaKey, altKey, repeat }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>,
  keys: Keys,
): (() => void) | undefined {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' ? keys.back : undefined;
  // A held key must not judge a whole sample.
  if (altKey || repeat) return undefined;
  if (key === 'ArrowLeft' || key.toLowerCase() === 'u') return keys.back;
  const judgement = BY_KEY[key];
  return judgement && (() => keys.judge(judgement));
}

/** The keys of judging; they rest while something is typed or another surface is open. */
export function useJudgingKeys(keys: Keys, enabled: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      const elsewhere = event.target instanceof Element && event.target.closest(ELSEWHERE) !== null;
      if (event.defaultPrevented || event.isComposing || elsewhere) return;
      const act = judgingAction(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [enabled]);
}
