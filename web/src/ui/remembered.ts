import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Keeps what a person set up on the screens, by name: columns, saved views. */
export type Memory = {
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Until a memory is connected, things last as long as the page does. */
function forThisPage(): Memory {
  const values = new Map<string, unknown>();
  const listeners = new Set<() => void>();
  return {
    read: (name) => values.get(name),
    write: (name, value) => {
      values.set(name, value);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

let memory = forThisPage();

/** The app says where things are kept and whose they are; called once, before anything is drawn. */
export function connectMemory(connected: Memory): void {
  memory = connected;
}

/** A remembered value: what is kept under the name, read by `parse` (undefined when nothing is), and how to change it. */
export function useRemembered<T>(
  name: string,
  parse: (kept: unknown) => T,
): readonly [T, (change: (now: T) => T) => void] {
  const kept = useSyncExternalStore(memory.subscribe, () => memory.read(name));
  const value = useMemo(() => parse(kept), [kept, parse]);
  const change = useCallback((to: (now: T) => T) => memory.write(name, to(parse(memory.read(name)))), [name, parse]);
  return [value, change];
}
