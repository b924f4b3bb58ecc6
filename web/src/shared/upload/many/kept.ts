import type { Entry } from './entry.ts';

/** The states of the files outlive a reload of the page in this tab; the files themselves cannot. */
const KEY = 'khop.uploads';

export function keepEntries(entries: readonly Entry[]): void {
  try {
    if (entries.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Not remembered without storage, or with reports that do not fit in it.
  }
}

/** The files as they were kept: what was not sent yet is lost, and has to be chosen again. */
export function keptEntries(): readonly Entry[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly Entry[];
    return kept.map(afterReload);
  } catch {
    return [];
  }
}

const UNSENT: ReadonlySet<string> = new Set(['reading', 'ready', 'elsewhere', 'waiting', 'sending']);

export const afterReload = (entry: Entry): Entry =>
  UNSENT.has(entry.state) ? { ...entry, state: 'lost', share: undefined, problem: undefined } : entry;
