import { readFile } from 'node:fs/promises';
import { type CellValue, readXlsx } from 'hucre';
import type { Page } from 'playwright-core';

type Row = readonly (CellValue | undefined)[];

const isEmpty = (row: Row): boolean => row.every((cell) => cell === undefined || cell === null || cell === '');

/**
 * The workbook that "Xuất Excel" of the list on screen saves: its name and, from its sheet, the filters above the
 * header, the header, the rows, and the sums below them. Read by another reader than the one that wrote it.
 */
export async function exportedList(
  page: Page,
): Promise<{ name: string; path: string; filters: string[]; header: string[]; rows: Row[]; totals: Row | undefined }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Xuất Excel' }).click();
  const file = await download;
  const path = await file.path();
  const { sheets } = await readXlsx(new Uint8Array(await readFile(path)));
  const all: Row[] = sheets[0]!.rows;
  const blank = all.findIndex(isEmpty);
  const filters = blank > 0 ? all.slice(0, blank).map(([note]) => String(note)) : [];
  const [header = [], ...rest] = all.slice(blank > 0 ? blank + 1 : 0);
  const hasTotals = rest.at(-1)?.includes('Tổng cộng') === true;
  return {
    name: file.suggestedFilename(),
    path,
    filters,
    header: header.map(String),
    rows: hasTotals ? rest.slice(0, -1) : rest,
    totals: hasTotals ? rest.at(-1) : undefined,
  };
}
