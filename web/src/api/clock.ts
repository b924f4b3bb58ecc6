import { useSyncExternalStore } from 'react';

/** A smaller difference does no harm, and a slow line looks like it. */
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

/**
 * The minutes by which this machine is ahead of the service; negative when it is behind, 0 while the difference does no
 * harm.
 */
export const clockMinutes = (): number => minutes;

export function useClockMinutes(): number {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, clockMinutes);
}
