import { BUILD_POLL_MS, RELOAD_GUARD_MS } from './constants.ts';
import { strings } from './strings.ts';
import { keepTyped, tabStorage } from './typed-text.ts';
import { toast } from './ui/overlays/toast.tsx';

const RELOAD_KEY = 'khop.reload';
let newBuild: string | undefined;

/** The build that is served now, when it is another than the one this page came from. */
async function latestBuild(): Promise<string | undefined> {
  const response = await fetch('/builds/latest.json', { cache: 'no-store' });
  if (!response.ok) return undefined;
  const { id } = (await response.json()) as { id?: unknown };
  if (typeof id !== 'string' || id === __BUILD_ID__) return undefined;
  // The description of a build is published last: only a complete one counts.
  const meta = await fetch(`/builds/meta/${encodeURIComponent(id)}.json`, { cache: 'no-store' });
  return meta.ok ? id : undefined;
}

/** Loads the page again; what is typed is given back afterwards. */
function reload(): void {
  keepTyped();
  location.reload();
}

async function check(): Promise<boolean> {
  try {
    const found = await latestBuild();
    if (found && found !== newBuild) {
      newBuild = found;
      toast.info(strings.build.available, {
        id: 'new-build',
        description: strings.build.availableHint,
        timeoutMs: 0,
        action: { label: strings.build.reload, onSelect: reload },
      });
    }
  } catch {
    // Offline, or the server is being replaced: the next poll will tell.
  }
  return newBuild !== undefined;
}

function guarded(storage: Pick<Storage, 'getItem'>): Record<string, number> {
  try {
    return JSON.parse(storage.getItem(RELOAD_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** True when this path may reload now; a path reloads at most once in ten seconds. */
export function mayReload(
  path: string,
  now: number,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
): boolean {
  if (!storage) return false;
  const times = guarded(storage);
  if (now - (times[path] ?? Number.NEGATIVE_INFINITY) < RELOAD_GUARD_MS) return false;
  try {
    storage.setItem(RELOAD_KEY, JSON.stringify({ ...times, [path]: now }));
    return true;
  } catch {
    // Without a memory nothing would stop a page that reloads for ever.
    return false;
  }
}

/**
 * True when the server gives the chunk that the browser could not import. Browsers keep in mind that a module could not be
 * loaded, and never ask for it, or for what needs it, again while the page is open (Chromium up to 150 at least, Firefox
 * before 155; https://github.com/whatwg/html/pull/10327). Only those that name the chunk are asked about; Safari does not.
 */
async function isThereAgain(error: unknown): Promise<boolean> {
  const [chunk] = (error instanceof Error && /https?:\/\/\S+\.js$/.exec(error.message)) || [];
  if (!chunk) return false;
  try {
    return (await fetch(chunk, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * A chunk of this build could not be loaded. When a newer build is served, or the chunk can be had after all, the page
 * reloads once and this never settles; otherwise the failure is told in words.
 */
export async function chunkFailed(error: unknown): Promise<never> {
  if (((await check()) || (await isThereAgain(error))) && mayReload(location.pathname, Date.now(), tabStorage())) {
    reload();
    return new Promise<never>(() => undefined);
  }
  return chunkMissing(error);
}

/** Fails in words. Another error than the bundler's, so that the router does not reload on its own account. */
export async function chunkMissing(cause: unknown): Promise<never> {
  throw new Error(strings.build.chunkFailed, { cause });
}

/** Notices a newer build while the page stays open. */
export function watchBuilds(): void {
  if (__BUILD_ID__ === 'dev') return;
  setInterval(() => void check(), BUILD_POLL_MS);
}
