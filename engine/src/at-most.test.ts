import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('lets so many go on at once, in order, and the next one after a failure', async () => {
  const limit = atMost(2);
  const log: string[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const works = gates.map((gate, index) =>
    limit(async () => {
      log.push(`start ${index}`);
      await gate.promise;
      return index;
    }),
  );
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  await turn();
  expect(log).toEqual(['start 0', 'start 1']);
  gates[1]!.reject(new Error('broken'));
  await expect(works[1]).rejects.toThrow('broken');
  await turn();
  expect(log).toEqual(['start 0', 'start 1', 'start 2']);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3]);
  expect(await limit(async () => 'free')).toBe('free');
});
