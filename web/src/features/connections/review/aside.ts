import type { Kind } from '../kinds.ts';

/** One set for each kind in each profile. */
export const asideScopeOf = (kind: Kind, profileId: string): string => `${kind.name}.${profileId}`;

/**
 * The suggestions that this reviewer was not sure about, kept for the browser's sitting: a reload does not bring them
 * to the front again.
 */
const keyOf = (scope: string): string => `khop.review.aside.${scope}`;

export function readAside(scope: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(scope)) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function writeAside(scope: string, ids: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(keyOf(scope), JSON.stringify([...ids]));
  } catch {
    // Without storage it lasts until the page is left.
  }
}
