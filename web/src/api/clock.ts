import { useSyncExternalStore } from 'react';

/** Less is no trouble to anybody, and a slow line looks like it. */
const NOTICED_MS = 120_000;

let minutes = 0;
const listeners = new Set<() => void>();

/**
 * Compares this machine's clock with the service's by an answer: it was made between `sentAt` and `receivedAt`. Tokens,
 * «today» and deadlines all go wrong where they disagree, and nothing else says why.
 */
export function compareClocks(date: string | null, sentAt: number, receivedAt: number): void {
  const madeAt = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(madeAt)) return;
  const aheadMs = madeAt < sentAt ? sentAt - madeAt : Math.min(0, receivedAt - madeAt);
  const next = Math.abs(aheadMs) < NOTICED_MS ? 0 : Math.round(aheadMs / 60_000);
  if (next === minutes) return;
  minutes = next;
  for (const listener of listeners) listener();
}

/** By how many minutes this machine is ahead of the service; behind when negative, 0 while nobody would notice. */
export const clockMinutes = (): number => minutes;

export function useClockMinutes(): number {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, clockMinutes);
}
