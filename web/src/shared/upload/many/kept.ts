import { getSession } from '../../../api/session.ts';
import type { Entry } from './entry.ts';

/** The states of the files outlive a reload of the page in this tab; the files themselves cannot. */
const KEY = 'khop.uploads';

type Kept = { readonly person?: string | undefined; readonly entries: readonly Entry[] };

const NOTHING: Kept = { entries: [] };

export function keepEntries(entries: readonly Entry[]): void {
  try {
    // A run that goes on after the session has ended is still of its person.
    const person = getSession().user?.uid ?? keptPerson();
    if (entries.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ person, entries } satisfies Kept));
  } catch {
    // Not remembered without storage, or with reports that do not fit in it.
  }
}

function kept(): Kept {
  try {
    const found = sessionStorage.getItem(KEY);
    return found === null ? NOTHING : (JSON.parse(found) as Kept);
  } catch {
    return NOTHING;
  }
}

/** The person whose files were kept. */
export const keptPerson = (): string | undefined => kept().person;

/** The files as they were kept: what was not sent yet is lost, and has to be chosen again. */
export const keptEntries = (): readonly Entry[] => kept().entries.map(afterReload);

const UNSENT: ReadonlySet<string> = new Set(['reading', 'ready', 'elsewhere', 'waiting', 'sending']);

export const afterReload = (entry: Entry): Entry =>
  UNSENT.has(entry.state) || entry.unasked
    ? { ...entry, state: 'lost', share: undefined, problem: undefined, unasked: undefined }
    : entry;
