import type { IdentityToken } from './identity.ts';

const LOCK = 'khop-token-refresh';
/** The time that a tab which has waited for another's refresh waits for its news before it refreshes by itself. */
const NEWS_WITHIN_MS = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type News = { uid: string; token: IdentityToken };

export type Tabs = {
  /** Runs the work while no other tab does the same; after having waited, only when the other's news is in. */
  exclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Tells the other tabs about a renewed token. */
  announce: (uid: string, token: IdentityToken) => void;
  onNews: (listener: (uid: string, token: IdentityToken) => void) => void;
};

/**
 * The tabs of this browser as one: Web Locks let one refresh at a time, BroadcastChannel carries the new token to the
 * others. Where a browser has no locks (pages that are not served securely) each tab refreshes for itself, which the
 * provider allows; without a channel a tab that waited refreshes once more.
 */
export function connectTabs(
  locks: LockManager | null = navigator.locks ?? null,
  channel: BroadcastChannel | null = typeof BroadcastChannel === 'function'
    ? new BroadcastChannel('khop-session')
    : null,
): Tabs {
  const nextNews = () =>
    new Promise<void>((resolve) => channel?.addEventListener('message', () => resolve(), { once: true }));
  return {
    exclusive: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!locks) return work();
      // Listening begins before the lock is asked for: news may come while this tab waits.
      const news = nextNews();
      const first = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
        lock ? { result: await work() } : undefined,
      );
      if (first) return first.result;
      const result = await locks.request(LOCK, async () => {
        if (channel) await Promise.race([news, pause(NEWS_WITHIN_MS)]);
        return { result: await work() };
      });
      return result.result;
    },
    announce: (uid, token) => channel?.postMessage({ uid, token } satisfies News),
    onNews: (listener) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<News>) => listener(data.uid, data.token)),
  };
}
