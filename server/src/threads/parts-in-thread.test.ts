import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { partsInThread } from './parts-in-thread.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'khop-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sends numbers up to its input, two ahead, and writes down each that it has sent; fails at 13. */
function counter(): { module: URL; sent: () => number } {
  const file = path.join(folder, `${Math.random()}.ts`);
  const board = new Int32Array(new SharedArrayBuffer(4));
  const main = new URL('./thread-main.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { threadMain } from ${JSON.stringify(main)};
     threadMain(async ({ count, board }: { count: number; board: Int32Array }, { send, room }) => {
       for (let n = 1; n <= count; n += 1) {
         await room(2);
         if (n === 13) throw new Error('thirteen');
         send(n);
         Atomics.store(board, 0, n);
       }
     });`,
  );
  return { module: pathToFileURL(file), sent: () => Atomics.load(board, 0), board } as never;
}

async function begin(count: number, signal = new AbortController().signal) {
  const { module, sent, board } = counter() as ReturnType<typeof counter> & { board: Int32Array };
  const input = { count, board };
  const options = { signal, onProgress: () => {} };
  return { parts: partsInThread<typeof input, number>(module, input, options), sent };
}

test('parts come in order, and no further ahead than the thread says', async () => {
  const { parts, sent } = await begin(9);
  const seen: number[] = [];
  for await (const part of await parts) {
    seen.push(part);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent()).toBeLessThanOrEqual(part + 1);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('an answer without parts is empty', async () => {
  const { parts } = await begin(0);
  expect((await (await parts).next()).done).toBe(true);
});

test('a failure comes to the taker of the parts', async () => {
  const { parts } = await begin(20);
  const take = async () => {
    for await (const _ of await parts);
  };
  await expect(take()).rejects.toThrow('thirteen');
});

test('a thread whose parts are not taken ends with the signal', async () => {
  const stop = new AbortController();
  const { parts } = await begin(9, stop.signal);
  const taken = await parts;
  stop.abort(new Error('enough'));
  await expect(
    (async () => {
      for await (const _ of taken);
    })(),
  ).rejects.toThrow('enough');
});
