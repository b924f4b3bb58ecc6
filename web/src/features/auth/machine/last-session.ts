const KEY = 'khop.session';

/** The last session of this browser: whose it was, and whether it was ended from outside or by time. */
export type LastSession = { email: string; revoked: boolean; expired?: boolean };

/**
 * Outlives the page, because the provider forgets a revoked person at the next start without telling the reason.
 * Kept until an ordinary sign-out; shared by the tabs.
 */
export type LastSessionStore = { read: () => LastSession | null; write: (session: LastSession | null) => void };

/** The store in localStorage; where that is blocked, nothing is kept and sessions go on without it. */
export const lastSessionStore: LastSessionStore = {
  read: () => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
      if (typeof kept !== 'object' || kept === null) return null;
      const { email, revoked, expired } = kept as Record<string, unknown>;
      return typeof email === 'string'
        ? { email, revoked: revoked === true, ...(expired === true && { expired }) }
        : null;
    } catch {
      return null;
    }
  },
  write: (session) => {
    try {
      if (session) localStorage.setItem(KEY, JSON.stringify(session));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is blocked or full.
    }
  },
};
