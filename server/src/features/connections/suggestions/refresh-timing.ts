/** When people or runs have asked for a refresh that has not begun yet: first and last, in milliseconds. */
type Asked = { readonly first: number; readonly last: number };

/** From when to when a run was at work, in milliseconds. */
type Ended = { readonly from: number; readonly to: number };

/** A person who changes records without a pause is waited for no longer than so many pauses. */
const MOST_PAUSES = 12;
/** A run that took no longer asks for no rest. */
const NO_REST_MS = 5000;
/** A run that its worker left lying looks longer than it was. */
const MOST_REST_MS = 10 * 60 * 1000;

/**
 * The moment from which a refresh may begin: when changes have paused, and when the service has rested from the last refresh for as
 * long as that took. So refreshes take half of the time at most, whatever people do.
 */
export function dueAt({ first, last }: Asked, ended: Ended | undefined, pauseMs: number): number {
  const paused = Math.min(last + pauseMs, first + MOST_PAUSES * pauseMs);
  if (!ended || ended.to - ended.from <= NO_REST_MS) return paused;
  return Math.max(paused, ended.to + Math.min(ended.to - ended.from, MOST_REST_MS));
}
