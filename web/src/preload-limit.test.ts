import { expect, test } from 'vitest';
import { limitPreloads } from './preload-limit.ts';

test('at most four routes are fetched ahead at once, and every one is', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const finish: (() => void)[] = [];
  const router = {
    preloadRoute: async (route: number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
      done.push(route);
      return route;
    },
  };
  limitPreloads(router);
  const all = Array.from({ length: 10 }, (_, route) => router.preloadRoute(route));
  while (done.length < 10) {
    await Promise.resolve();
    finish.shift()?.();
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(4);
});

test('a preload that fails gives its place to the next', async () => {
  const router = { preloadRoute: async (fails: boolean) => (fails ? Promise.reject(new Error('x')) : 'ok') };
  limitPreloads(router);
  const outcomes = await Promise.allSettled([true, true, true, true, false, false].map((f) => router.preloadRoute(f)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});
