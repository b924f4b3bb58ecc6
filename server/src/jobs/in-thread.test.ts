import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { keptThread } from './in-thread.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'khop-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts its calls; 'die' throws, 'never' never answers. */
function counter(): URL {
  const file = path.join(folder, `${Math.random()}.ts`);
  const main = new URL('./thread-main.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { threadLoop } from ${JSON.stringify(main)};
     let calls = 0;
     threadLoop((input: string, progress) => {
       calls += 1;
       if (input === 'die') throw new Error('dead');
       if (input === 'never') for (progress(0, 1); ; );
       return calls;
     });`,
  );
  return pathToFileURL(file);
}

test('answers one call after another and remembers what it did before', async () => {
  const call = keptThread<string, number>(counter(), 60_000);
  expect(await Promise.all([call('a'), call('b'), call('c')])).toEqual([1, 2, 3]);
  expect(await call('d')).toBe(4);
});

test('starts afresh after a call that failed or was stopped, and lets those that wait go on', async () => {
  const call = keptThread<string, number>(counter(), 60_000);
  expect(await call('a')).toBe(1);
  const dead = call('die');
  const next = call('b');
  await expect(dead).rejects.toThrow('dead');
  expect(await next).toBe(1);
  const stop = new AbortController();
  const never = call('never', { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
  const after = call('c');
  await expect(never).rejects.toThrow('enough');
  expect(await after).toBe(1);
});

test('forgets everything when it is left alone', async () => {
  const call = keptThread<string, number>(counter(), 0);
  expect(await call('a')).toBe(1);
  await expect.poll(() => call('b').then(async (n) => n)).toBe(1);
});
