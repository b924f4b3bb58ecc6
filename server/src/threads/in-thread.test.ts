import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { inThread } from './in-thread.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'khop-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts its calls; 'die' throws, 'refuse' refuses, 'never' never answers, 'grow' keeps 100 MB. */
function counter(): URL {
  const file = path.join(folder, `${Math.random()}.ts`);
  const main = new URL('./thread-main.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { threadMain } from ${JSON.stringify(main)};
     import { Problem } from ${JSON.stringify(import.meta.resolve('@khop/engine/problem.ts'))};
     let calls = 0;
     const kept: string[][] = [];
     threadMain((input: string, { progress }) => {
       calls += 1;
       if (input === 'die') throw new Error('dead');
       if (input === 'refuse') throw new Problem('REFUSED', 'no', { calls });
       if (input === 'grow') kept.push(Array.from({ length: 2_000_000 }, (_, n) => 'a text ' + n));
       if (input === 'never') for (progress(0, 1); ; );
       return calls;
     });`,
  );
  return pathToFileURL(file);
}

test('a thread that has answered or refused serves the next call of its module', async () => {
  const module = counter();
  expect(await inThread(module, 'a')).toBe(1);
  await expect(inThread(module, 'refuse')).rejects.toMatchObject({
    code: 'REFUSED',
    message: 'no',
    details: { calls: 2 },
  });
  expect(await inThread(module, 'a')).toBe(3);
  expect(await inThread(counter(), 'a')).toBe(1);
});

test('calls that are under way at once have a thread each', async () => {
  const module = counter();
  expect(await Promise.all(['a', 'b'].map((input) => inThread(module, input)))).toEqual([1, 1]);
});

test('a thread that has failed or was stopped serves no other call', async () => {
  const module = counter();
  expect(await inThread(module, 'a')).toBe(1);
  await expect(inThread(module, 'die')).rejects.toThrow('dead');
  expect(await inThread(module, 'a')).toBe(1);
  const stop = new AbortController();
  const stopped = inThread(module, 'never', { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
  await expect(stopped).rejects.toThrow('enough');
  expect(await inThread(module, 'a')).toBe(1);
});

test('a waiting thread ends after its time, and at once when it has become large', async () => {
  const module = counter();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    expect(await inThread(module, 'a')).toBe(1);
    vi.advanceTimersByTime(9_000);
    expect(await inThread(module, 'a')).toBe(2);
    vi.advanceTimersByTime(11_000);
    expect(await inThread(module, 'a')).toBe(1);
  } finally {
    vi.useRealTimers();
  }
  const large = counter();
  await inThread(large, 'grow');
  await vi.waitFor(async () => expect(await inThread(large, 'a')).toBe(1), 10_000);
});

test('only the last few threads wait', async () => {
  const modules = Array.from({ length: 7 }, counter);
  for (const module of modules) await inThread(module, 'a');
  expect(await inThread(modules.at(-1)!, 'a')).toBe(2);
  expect(await inThread(modules[0]!, 'a')).toBe(1);
});

test('parts of an answer arrive before it, and those of one call are not counted in the next', async () => {
  const file = path.join(folder, 'parts.ts');
  const main = new URL('./thread-main.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { threadMain } from ${JSON.stringify(main)};
     threadMain(async (count: number, { send, room }) => {
       for (let n = 1; n <= count; n += 1) {
         await room(2);
         send(n);
       }
       return count;
     });`,
  );
  const module = pathToFileURL(file);
  const call = async (count: number): Promise<number[]> => {
    const parts: number[] = [];
    const onPart = async (part: number) => {
      parts.push(part);
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await inThread<number, number, number>(module, count, { onPart });
    return parts;
  };
  for (const count of [5, 1, 5]) expect(await call(count)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  const gone = new Error('gone');
  await expect(inThread(module, 9, { onPart: () => Promise.reject(gone) })).rejects.toBe(gone);
  // Reads no further ahead than two parts, also in a thread that has served others.
  const waits = vi.fn(() => new Promise<void>(() => {}));
  await call(3);
  void inThread(module, 9, { onPart: waits }).catch(() => {});
  await vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(waits).toHaveBeenCalledTimes(2);
});
