import type { KeyboardEvent } from 'react';

/** The letter or digit that a key types; undefined for keys that move, confirm or belong to a shortcut. */
export function letterOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | undefined {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey ? key : undefined;
}
