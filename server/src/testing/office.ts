import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { openRows } from '../adapters/workbook/open-rows.ts';

/** The LibreOffice of this machine, if there is one. */
export const OFFICE = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(
  existsSync,
);

/** Settings of its own, made at the first start: that start takes several times as long, so the test files of a worker share them. */
const settings = path.join(tmpdir(), `khop-office-${process.pid}`);

/** Has LibreOffice open `files` and save each as `to` in the folder `into`. One call at a time. */
export async function convertByOffice(files: readonly string[], to: string, into: string): Promise<void> {
  if (!OFFICE) throw new Error('LibreOffice is not installed');
  await mkdir(into, { recursive: true });
  if (!existsSync(settings)) process.once('exit', () => rmSync(settings, { recursive: true, force: true }));
  const profile = `-env:UserInstallation=file://${settings}`;
  await promisify(execFile)(OFFICE, [profile, '--headless', '--convert-to', to, '--outdir', into, ...files]);
}

/** The cells of each sheet of a workbook, without the blank ones at the ends of rows and of the sheet. */
async function filledCells(file: string): Promise<Record<string, unknown[][]>> {
  const source = await openRows(file);
  const sheets: Record<string, unknown[][]> = {};
  for (const sheet of source.sheets) {
    const rows: unknown[][] = [];
    await source.read(sheet, (cells) => {
      const row: unknown[] = cells.map((cell) => (cell === '' ? null : cell));
      while (row.length > 0 && row.at(-1) === null) row.pop();
      rows.push(row);
      return true;
    });
    while (rows.at(-1)?.length === 0) rows.pop();
    sheets[sheet] = rows;
  }
  source.close();
  return sheets;
}

/** Has LibreOffice open workbooks of ours and save them: what it has read must be what we wrote, cell by cell. Names must differ. */
export async function expectOfficeReads(files: readonly string[], into: string): Promise<void> {
  await convertByOffice(files, 'xlsx', into);
  for (const file of files) {
    const name = path.basename(file);
    expect(await filledCells(path.join(into, name)), name).toEqual(await filledCells(file));
  }
}
