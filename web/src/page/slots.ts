import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** Places of the top bar that a feature fills without the shell knowing it. */
export type SlotName = 'period';

let slots: Partial<Record<SlotName, { token: symbol; content: ReactNode }>> = {};
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const change = (next: typeof slots) => {
  slots = next;
  for (const listener of listeners) listener();
};

export const useSlot = (name: SlotName): ReactNode =>
  useSyncExternalStore(subscribe, () => slots[name]?.content ?? null);

/** Fills a place while the calling component is mounted: `useFillSlot('period', <PeriodSwitcher />)`. */
export function useFillSlot(name: SlotName, content: ReactNode): void {
  useEffect(() => {
    const token = Symbol(name);
    change({ ...slots, [name]: { token, content } });
    return () => {
      if (slots[name]?.token === token) change({ ...slots, [name]: undefined });
    };
  }, [name, content]);
}
