import { afterEach, expect, it, vi } from 'vitest';
import { createShares } from './fair-shares.ts';

const LIMITS = { perPerson: 2, atOnce: 3, mostWaiting: 4, longestWaitMs: 5_000 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

let present = new AbortController();
const asked: Promise<void>[] = [];
afterEach(async () => {
  vi.useRealTimers();
  // Requests that still wait would be refused in the middle of another file.
  const left = Promise.allSettled(asked.splice(0));
  present.abort();
  await left;
  present = new AbortController();
});

/** Requests that go on until they are told to end, and the order in which they were let in. */
function world(limits = LIMITS) {
  const shares = createShares(limits);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (person: string, name: string, gone = present.signal) => {
    const served = shares.enter(person, gone).then((done) => {
      order.push(name);
      ends.set(name, done);
    });
    asked.push(served);
    return served;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { ask, order, end };
}

it('lets one person have so many at once and no more, and another one in beside them', async () => {
  const { ask, order, end } = world();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('an', name);
  void ask('binh', 'b1');
  await settled();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(order.slice(3)).toEqual(['a3']);
});

it('serves people in turn, however many requests of one of them came first', async () => {
  const { ask, order, end } = world({ ...LIMITS, perPerson: 1, atOnce: 1 });
  void ask('an', 'a1');
  for (const name of ['a2', 'a3', 'a4']) void ask('an', name);
  for (const name of ['b1', 'b2']) void ask('binh', name);
  void ask('chi', 'c1');
  await settled();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

it('refuses a request that has waited too long, and gives no place to one that has left', async () => {
  vi.useFakeTimers();
  const { ask, order } = world({ ...LIMITS, perPerson: 1 });
  void ask('an', 'a1');
  const waited = expect(ask('an', 'a2')).rejects.toMatchObject({ code: 'SERVER_BUSY', status: 503 });
  const leaves = new AbortController();
  const left = expect(ask('an', 'a3', leaves.signal)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  leaves.abort();
  await left;
  await vi.advanceTimersByTimeAsync(5_000);
  await waited;
  expect(order).toEqual(['a1']);
  expect(vi.getTimerCount()).toBe(0);
});

it('refuses at once behind a long queue, and only the person whose queue it is', async () => {
  const { ask, order } = world({ ...LIMITS, perPerson: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('an', name);
  await expect(ask('an', 'a6')).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  await ask('binh', 'b1');
  expect(order).toEqual(['a1', 'b1']);
});

it('keeps nothing of a person whose requests have all ended', async () => {
  const { ask, order, end } = world({ ...LIMITS, perPerson: 1, atOnce: 1 });
  for (let n = 0; n < 5; n++) {
    await ask(`người ${n}`, String(n));
    await end(String(n));
  }
  expect(order).toEqual(['0', '1', '2', '3', '4']);
});
