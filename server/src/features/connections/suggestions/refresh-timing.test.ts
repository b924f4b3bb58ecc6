import { describe, expect, it } from 'vitest';
import { dueAt } from './refresh-timing.ts';

const PAUSE = 5000;
const MINUTE = 60_000;

describe('dueAt', () => {
  it('waits until changes have paused', () => {
    expect(dueAt({ first: 0, last: 0 }, undefined, PAUSE)).toBe(5000);
    expect(dueAt({ first: 0, last: 4000 }, undefined, PAUSE)).toBe(9000);
  });

  it('waits no longer than twelve pauses for a person who never pauses', () => {
    expect(dueAt({ first: 0, last: 59_000 }, undefined, PAUSE)).toBe(MINUTE);
    expect(dueAt({ first: 0, last: 10 * MINUTE }, undefined, PAUSE)).toBe(MINUTE);
  });

  it('rests after a run for as long as that took', () => {
    const ended = { from: 100_000, to: 130_000 };
    expect(dueAt({ first: 110_000, last: 110_000 }, ended, PAUSE)).toBe(160_000);
    expect(dueAt({ first: 170_000, last: 171_000 }, ended, PAUSE)).toBe(176_000);
  });

  it('needs no rest from a short run', () => {
    expect(dueAt({ first: 0, last: 0 }, { from: 0, to: 5000 }, 0)).toBe(0);
    expect(dueAt({ first: 0, last: 0 }, { from: 0, to: 5001 }, 0)).toBe(10_002);
  });

  it('does not take the hours of a worker that was away for work', () => {
    expect(dueAt({ first: 0, last: 0 }, { from: -600 * MINUTE, to: 0 }, PAUSE)).toBe(10 * MINUTE);
  });

  it('lets refreshes work for half of the time at most, however often people change something', () => {
    // A person changes a record every second for an hour; every run takes 40 seconds.
    const length = 40_000;
    let [worked, now, ended] = [0, 0, undefined as { from: number; to: number } | undefined];
    while (now < 60 * MINUTE) {
      const first = now;
      while (now < dueAt({ first, last: now }, ended, PAUSE)) now += 1000;
      ended = { from: now, to: now + length };
      now += length;
      worked += length;
    }
    expect(worked / now).toBeGreaterThan(0.35);
    expect(worked / now).toBeLessThanOrEqual(0.5);
  });
});
