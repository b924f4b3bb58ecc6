import { expect } from 'vitest';
import { chunkQueue } from '../../../features/imports/chunk-queue.ts';
import { importReport, rejectedCell } from '../../../features/imports/report.ts';
import { warehousePairs } from '../../../features/imports/warehouse-names.ts';

/** A report has the first five hundred cells that were turned down, counts every row, and names the row of a warning. */
function reports(): void {
  const cell = (row: number) => ({ row, column: 'A', value: '', code: 'REQUIRED', message: `Dòng ${row}` });
  const taken = (rejections: number, totals: object = {}) =>
    importReport({
      importId: null,
      payload: { fileName: 'a.xlsx', sha256: 'x', dryRun: false },
      result: {
        ...{
          layout: 'amis-products',
          sheet: 'Hàng',
          fromDate: null,
          toDate: null,
          rejected: [cell(3), cell(3), cell(4)],
        },
        totals: { file: null, read: {}, ...totals },
        warnings: [
          { row: 0, code: 'NO_ROWS', message: 'Tệp trống.' },
          { row: 1, code: 'ROW_SKIPPED', message: 'Bỏ dòng 1.' },
          { row: 2, code: 'DUPLICATE_KEY', message: 'Trùng.' },
        ],
      },
      sameFile: false,
      applied: { created: 5, changed: 3, unchanged: 2, warnings: [{ code: 'SAU', message: 'Sau.' }] },
      rejected: Array.from({ length: rejections }, (_, n) => cell(n)),
    } as never);
  expect(
    [500, 501].map((n) => taken(n)).map(({ rejected, rejectedRows, read }) => [rejected, rejectedRows.length, read]),
  ).toEqual([
    [500, 500, 510],
    [501, 500, 511],
  ]);
  expect(taken(1).warnings).toEqual([
    { code: 'NO_ROWS', message: 'Tệp trống.' },
    { code: 'ROW_SKIPPED', message: 'Bỏ dòng 1.', row: 1 },
    { code: 'SAU', message: 'Sau.' },
  ]);
  const told = taken(1, {
    file: { rowCount: '7', quantityOnHand: '5', stockValue: 8 },
    read: { rowCount: 5, stockValue: 9 },
  });
  expect(told.controlTotals.map(({ field, read, agrees }) => [field, read, agrees])).toEqual([
    ['rowCount', '7', true],
    ['quantityOnHand', '', false],
    ['stockValue', '9', false],
  ]);
  expect(rejectedCell({ ...cell(1), column: null, value: null } as never)).toEqual({
    ...cell(1),
    column: '',
    value: '',
  });
}

/** Pairs of a warehouse's name and code count where both are stated, each once, and five hundred at most. */
function pairsWarehouses(): void {
  const pairs = warehousePairs();
  for (const row of [
    ...[{ warehouseCode: '', warehouseName: 'A' }, { warehouseCode: 'A', warehouseName: '' }, { warehouseCode: 'A' }],
    ...[{ warehouseName: 'A' }, { warehouseCode: 5, warehouseName: 'A' }, { warehouseCode: 'A', warehouseName: 5 }],
    { warehouseCode: 'A', warehouseName: 'Kho A', defaultWarehouseCode: 'B', defaultWarehouseName: 'Kho B' },
    { warehouseCode: 'A', warehouseName: 'Kho A' },
  ])
    pairs.see(row as never);
  expect(pairs.pairs()).toEqual([
    { code: 'A', name: 'Kho A' },
    { code: 'B', name: 'Kho B' },
  ]);
  for (let n = 0; n < 600; n++) pairs.see({ warehouseCode: `K${n}`, warehouseName: `Kho ${n}` });
  expect(pairs.pairs()).toHaveLength(500);
}

/** Rows come in full chunks and a last one; the one that puts them waits while too many chunks do. */
async function queuesChunks(): Promise<void> {
  let held: number[] = [];
  const writer = {
    add: (row: number) => void held.push(row),
    rows: () => held.length,
    take: () => held.splice(0),
  };
  const queue = chunkQueue(writer, { chunkRows: 2, most: 2 });
  const first = queue.next();
  expect(queue.room()).toBeUndefined();
  for (const row of [1, 2, 3]) queue.put(row);
  expect(await first).toEqual([1, 2]);
  for (const row of [4, 5, 6]) queue.put(row);
  const room = queue.room();
  expect([room !== undefined, queue.room() === room]).toEqual([true, true]);
  expect(await queue.next()).toEqual([3, 4]);
  await room;
  expect(queue.room()).toBeUndefined();
  queue.put(7);
  queue.end();
  expect([await queue.next(), await queue.next(), await queue.next()]).toEqual([[5, 6], [7], null]);
  held = [];
  const empty = chunkQueue(writer, { chunkRows: 2, most: 2 });
  const none = empty.next();
  empty.end();
  expect(await none).toBeNull();
}

/** The parts of imports work also where no file of the stage is large enough to show it. */
export async function partsOfImportsWork(): Promise<void> {
  reports();
  pairsWarehouses();
  await queuesChunks();
}
