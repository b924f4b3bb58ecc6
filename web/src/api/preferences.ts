import { connectMemory, type Memory } from '../ui/remembered.ts';
import { call } from './client.ts';
import { getSession, subscribeSession } from './session.ts';

type Values = Record<string, unknown>;
/** The preferences of one person: all values, and the names of those that the service has not got yet. */
type Kept = { values: Values; unsent: string[] };

export type PreferenceWorld = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  load: () => Promise<Values>;
  save: (name: string, value: unknown) => Promise<unknown>;
  /** Calls back after a pause in which more changes may come. */
  later: (work: () => void) => void;
};

export type Preferences = Memory & {
  /** Another person signed in, or the person signed out. */
  belongTo: (uid: string | undefined) => void;
};

const EMPTY: Kept = { values: {}, unsent: [] };

/**
 * The preferences of the person who is signed in: at once from this device, then from the service, which wins except
 * for values that it has not got yet. Two people at one machine do not share them, and they follow a person to another
 * machine.
 */
export function createPreferences({ storage, load, save, later }: PreferenceWorld): Preferences {
  const listeners = new Set<() => void>();
  let whose: string | undefined;
  let kept = EMPTY;
  let loaded = false;
  let waiting = false;

  const keep = (next: Kept) => {
    kept = next;
    try {
      storage.setItem(`khop.person.${whose}`, JSON.stringify(kept));
    } catch {
      // Without storage the service alone remembers.
    }
    for (const listener of listeners) listener();
  };
  const send = async () => {
    waiting = false;
    const owner = whose;
    for (const name of kept.unsent) {
      const value = kept.values[name];
      try {
        await save(name, value ?? null);
      } catch {
        // It stays unsent: the next change or the next visit tries again. One that is refused holds no other one up.
        if (whose !== owner) return;
        continue;
      }
      if (whose !== owner) return;
      if (kept.values[name] === value) keep({ ...kept, unsent: kept.unsent.filter((other) => other !== name) });
    }
  };
  const sendLater = () => {
    if (waiting || kept.unsent.length === 0) return;
    waiting = true;
    later(() => void send());
  };
  const fetchOnce = async () => {
    if (whose === undefined || loaded || listeners.size === 0) return;
    const owner = whose;
    loaded = true;
    const values = await load().catch(() => undefined);
    if (whose !== owner) return;
    if (values === undefined) {
      loaded = false;
      return;
    }
    const own = Object.fromEntries(kept.unsent.map((name) => [name, kept.values[name]]));
    keep({ ...kept, values: { ...same(kept.values, values), ...own } });
    sendLater();
  };

  return {
    read: (name) => kept.values[name],
    write: (name, value) => {
      const unsent = kept.unsent.includes(name) ? kept.unsent : [...kept.unsent, name];
      keep({ values: { ...kept.values, [name]: value }, unsent });
      sendLater();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      void fetchOnce();
      return () => listeners.delete(listener);
    },
    belongTo: (uid) => {
      if (uid === whose) return;
      whose = uid;
      loaded = false;
      kept = uid === undefined ? EMPTY : read(storage, uid);
      for (const listener of listeners) listener();
      void fetchOnce();
    },
  };
}

/** The new values, with the old objects in the place of equal ones, so that nothing is drawn anew for nothing. */
const same = (old: Values, fresh: Values): Values =>
  Object.fromEntries(
    Object.entries(fresh).map(([name, value]) => [
      name,
      JSON.stringify(old[name]) === JSON.stringify(value) ? old[name] : value,
    ]),
  );

function read(storage: PreferenceWorld['storage'], uid: string): Kept {
  try {
    const { values, unsent } = JSON.parse(storage.getItem(`khop.person.${uid}`) ?? '{}') as Partial<Kept>;
    if (typeof values === 'object' && values !== null && Array.isArray(unsent)) return { values, unsent };
  } catch {
    // Spoilt or unreadable: the service knows.
  }
  return EMPTY;
}

/** A drag of a column changes its width many times; it is sent once. */
const PAUSE_MS = 800;

/** Remembers what people set up on the screens, per person. Called once at the start. */
export function keepPreferences(): void {
  const preferences = createPreferences({
    storage: localStorage,
    load: async () => (await call('getPreferences')).values,
    save: (name, value) => call('savePreference', { params: { id: name }, body: { value } }),
    later: (work) => setTimeout(work, PAUSE_MS),
  });
  const follow = () => preferences.belongTo(getSession().user?.uid);
  follow();
  subscribeSession(follow);
  connectMemory(preferences);
}
