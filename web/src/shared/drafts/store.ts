import { getSession, subscribeSession } from '../../api/session.ts';
import { tabStorage } from '../../typed-text.ts';

/** The unsaved text of one form; `openAt`: the page on which the form was open when its page or session ended. */
type Draft = { values: unknown; openAt?: string };
type Kept = { person: string; drafts: Record<string, Draft> };

const KEY = 'khop.drafts';
/** More forms than a person leaves unfinished in one tab; the oldest are forgotten. */
const MOST_KEPT = 30;

/** Names of the forms that are on screen now. */
const shown = new Set<string>();

const person = (): string | undefined => getSession().user?.uid;
const here = (): string => location.pathname + location.search;

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(tabStorage()?.getItem(KEY) ?? 'null') as Kept | null;
    return kept && typeof kept.drafts === 'object' ? kept : undefined;
  } catch {
    return undefined;
  }
}

function write(kept: Kept | undefined): void {
  try {
    if (kept && Object.keys(kept.drafts).length > 0) tabStorage()?.setItem(KEY, JSON.stringify(kept));
    else tabStorage()?.removeItem(KEY);
  } catch {
    // Storage is full or forbidden: forms go on without drafts.
  }
}

/** The drafts of the person who is signed in; those of another person are never read. */
function mine(): Record<string, Draft> {
  const kept = read();
  return kept && kept.person === person() ? kept.drafts : {};
}

function change(drafts: Record<string, Draft>): void {
  const whose = person();
  if (whose !== undefined) write({ person: whose, drafts });
}

export const draftOf = (name: string): unknown => mine()[name]?.values;

export function keepDraft(name: string, values: unknown): void {
  const { [name]: _, ...others } = mine();
  const newest = Object.entries(others).slice(1 - MOST_KEPT);
  change({ ...Object.fromEntries(newest), [name]: { values } });
}

export function dropDraft(name: string): void {
  const { [name]: had, ...others } = mine();
  if (had) change(others);
}

/** Says that a form is on screen, so that it opens again where it was. @returns says that it is gone. */
export function showForm(name: string): () => void {
  shown.add(name);
  return () => shown.delete(name);
}

/**
 * The form whose name begins so and that was open on this very page when the page or the session ended; asked once.
 * @returns the rest of its name.
 */
export function takeOpenForm(prefix: string): string | undefined {
  const drafts = mine();
  const found = Object.entries(drafts).find(([name, { openAt }]) => name.startsWith(prefix) && openAt === here());
  if (!found) return undefined;
  const [name, { values }] = found;
  change({ ...drafts, [name]: { values } });
  return name.slice(prefix.length);
}

/** Writes down which forms are open, in the name of the person whose they are. */
function markOpen(): void {
  const kept = read();
  if (!kept) return;
  const marked = Object.entries(kept.drafts).map(([name, draft]) => [
    name,
    shown.has(name) ? { values: draft.values, openAt: here() } : draft,
  ]);
  write({ person: kept.person, drafts: Object.fromEntries(marked) });
}

/**
 * Drafts outlive a reload and a session that ended by itself; signing out and another person end them. Once, at the start.
 */
export function watchDrafts(): void {
  subscribeSession(() => {
    const { ended, user } = getSession();
    if (ended === 'left') write(undefined);
    else if (ended !== null) markOpen();
    else if (user && read()?.person !== user.uid) write(undefined);
  });
  addEventListener('pagehide', markOpen);
}
