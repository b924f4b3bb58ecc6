import { readFile } from 'node:fs/promises';
import { type CellValue, readXlsx } from 'hucre';
import type { Page } from 'playwright-core';

/** What "Xuất Excel" of the list on screen saves: the file's name, the header and the rows of its sheet. */
export async function exportedList(
  page: Page,
): Promise<{ name: string; header: string[]; rows: (readonly (CellValue | undefined)[])[] }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Xuất Excel' }).click();
  const file = await download;
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())));
  const [header = [], ...rows] = sheets[0]!.rows;
  return { name: file.suggestedFilename(), header: header.map(String), rows };
}
