import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BATCH_ROWS, BATCHES_AHEAD } from './batches/row-batch.ts';
import { readWorkbook } from './read-workbook.ts';
import { refusalOf, testFolder } from './testing/ooxml-fixture.ts';
import { writeWorkbookFile } from './write/write-workbook.ts';

// Threads start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROWS = 40_000;
/**
 * The most rows that may be read ahead: the batches on their way, and the one that was full when the last of them was
 * sent.
 */
const MOST_AHEAD = (BATCHES_AHEAD + 1) * BATCH_ROWS;

let folder: Awaited<ReturnType<typeof testFolder>>;
const products = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ code: `SP${at}`, name: `Hàng ${at % 9}`, unit: 'Cái' }));
beforeAll(async () => {
  folder = await testFolder();
  await writeWorkbookFile(folder.path('many.xlsx'), [renderLayout('amis-products', products(ROWS))]);
  const lines = Array.from({ length: ROWS }, (_, at) => `SP${at},Hàng ${at % 9},Cái`);
  await writeFile(folder.path('many.csv'), `Mã,Tên,Đơn vị tính chính\n${lines.join('\n')}\n`);
  await writeFile(folder.path('damaged.csv'), `Mã,Tên,Đơn vị tính chính\n${lines.slice(0, 20_000).join('\n')}\n"A,B,C`);
});
afterAll(() => folder.remove());

/** A taker of rows, row by row, that waits at its first pause until `goOn` is called. */
function taker() {
  const goOn = Promise.withResolvers<void>();
  const codes: unknown[] = [];
  return {
    codes,
    goOn: goOn.resolve,
    onRow: (row: Readonly<Record<string, unknown>>) => void codes.push(row.code),
    pause: () => goOn.promise,
  };
}

/** The count once it has not changed for 1.5 s. */
async function atRest(count: () => number): Promise<number> {
  for (let [last, since] = [-1, 0]; ; ) {
    if (count() !== last) [last, since] = [count(), Date.now()];
    else if (last > 0 && Date.now() - since > 1500) return last;
    await pause(50);
  }
}

it.each(['many.xlsx', 'many.csv'])('reads no further ahead than a few batches, and then all of %s', async (name) => {
  const slow = taker();
  const reading = readWorkbook(folder.path(name), { onRow: slow.onRow, pause: slow.pause });
  expect(await atRest(() => slow.codes.length)).toBeLessThanOrEqual(MOST_AHEAD);
  slow.goOn();
  expect((await reading).rejected).toEqual([]);
  expect(slow.codes).toEqual(products(ROWS).map(({ code }) => code));
});

it('stops within a second when it is told to while its taker is behind', async () => {
  const slow = taker();
  const controller = new AbortController();
  const reading = refusalOf(
    readWorkbook(folder.path('many.csv'), { onRow: slow.onRow, pause: slow.pause, signal: controller.signal }),
  );
  await atRest(() => slow.codes.length);
  const [reason, from] = [new Error('đã hủy'), performance.now()];
  controller.abort(reason);
  expect(await reading).toBe(reason);
  expect(performance.now() - from).toBeLessThan(1000);
});

it('fails as its file does, and as its taker does', async () => {
  const slow = taker();
  const damaged = refusalOf(readWorkbook(folder.path('damaged.csv'), { onRow: slow.onRow, pause: slow.pause }));
  await atRest(() => slow.codes.length);
  slow.goOn();
  expect(await damaged).toMatchObject({ code: 'FILE_DAMAGED' });
  const gone = new Error('mất kết nối');
  const failing = { onRow: () => {}, pause: () => Promise.reject(gone) };
  expect(await refusalOf(readWorkbook(folder.path('many.csv'), failing))).toBe(gone);
});
