import { readFile } from 'node:fs/promises';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { type CellValue, readOds, readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { convertByOffice, OFFICE } from '../../testing/office.ts';
import { openRows } from './open-rows.ts';
import { writeCorpus } from './testing/corpus.ts';
import { cellsOf, testFolder } from './testing/ooxml-fixture.ts';

// LibreOffice starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

/** Cells as every form has them: LibreOffice keeps a boolean without a format of its own as a number in some. */
const plain = (rows: readonly (readonly (Cell | CellValue | undefined)[])[]): unknown[][] =>
  rows.map((row) => {
    const cells = Array.from(row, (cell) => {
      if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) };
      return typeof cell === 'boolean' ? Number(cell) : cell === '' || cell === undefined ? null : cell;
    });
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });

const filled = (rows: unknown[][]): unknown[][] => rows.filter((row) => row.length > 0);

const FORMS = [
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsm:Calc MS Excel 2007 VBA XML'],
  ['xls', 'xls'],
  ['ods', 'ods'],
  ['fods', 'fods'],
] as const;

it('reads the corpus as a second reader does', async () => {
  const path = await writeCorpus(folder.path('corpus.xlsx'));
  const second = await readXlsx(await readFile(path));
  for (const sheet of second.sheets) {
    const cells = await cellsOf(path, sheet.name);
    expect(plain(cells), sheet.name).toEqual(plain(sheet.rows));
    expect(cells.flat().length).toBeGreaterThan(1);
  }
});

describe.skipIf(!OFFICE)('the corpus as LibreOffice writes it', () => {
  it.each(FORMS)('reads .%s cell by cell', async (ending, to) => {
    for (const from1904 of [false, true]) {
      const name = from1904 ? 'from1904' : 'corpus';
      const path = await writeCorpus(folder.path(`${name}.xlsx`), { from1904 });
      await convertByOffice([path], to, folder.path(`as-${ending}`));
      const converted = folder.path(`as-${ending}/${name}.${ending}`);
      const source = await openRows(converted);
      expect(source).toMatchObject({ sheets: ['Dữ liệu', 'Ẩn'], hidden: ['Ẩn'] });
      expect(await source.read('Dữ liệu', () => true)).toMatchObject([{ code: 'HIDDEN_ROWS', value: 6 }]);
      source.close();
      for (const sheet of source.sheets)
        expect(plain(await cellsOf(converted, sheet)), sheet).toEqual(plain(await cellsOf(path, sheet)));
    }
  });

  it('reads .ods as a second reader does', async () => {
    const path = await writeCorpus(folder.path('second.xlsx'));
    await convertByOffice([path], 'ods', folder.path('second'));
    const converted = folder.path('second/second.ods');
    const [sheet] = (await readOds(await readFile(converted))).sheets;
    expect(filled(plain(await cellsOf(converted)))).toEqual(filled(plain(sheet!.rows)));
  });

  it('reads its page of HTML: the rows that it shows, with their numbers and days', async () => {
    const path = await writeCorpus(folder.path('page.xlsx'));
    await convertByOffice([path], 'html', folder.path('page'));
    const isShown = (_: unknown, at: number) => (at + 1) % 17 !== 0;
    const shown = filled(plain(await cellsOf(path)).filter(isShown));
    const read = filled(plain(await cellsOf(folder.path('page/page.html'))));
    expect(read.slice(0, shown.length)).toEqual(shown);
  });
});
