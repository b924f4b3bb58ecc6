import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LayoutName } from '@khop/engine/sheets/layouts/layout.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { type RenderMeta, renderLayout } from '@khop/engine/sheets/render.ts';
import { vi } from 'vitest';
import { readWorkbook } from '../../adapters/workbook/read-workbook.ts';
import { writeWorkbookFile } from '../../adapters/workbook/write/write-workbook.ts';
import { writeSample } from '../sample/write-sample.ts';
import { run } from './issue.ts';

// Each case reads a dozen workbooks in threads, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

export type Report = {
  tieOut: Record<string, number>;
  invoices: { profile: string; items: { vatRate: string; allocations: { line: string; amount: number }[] }[] }[];
  shortages: { line: string; reason: string; message: string; remedy: string; amount: number }[];
  warnings: { code: string; message: string; profile?: string }[];
};

export type Change = (dir: string) => Promise<unknown>;

export type OddFolders = {
  readonly root: string;
  readonly good: string;
  readonly goodReport: Report;
  /** A copy of the good folder, with something about it changed. */
  folder(change: Change): Promise<string>;
  issued(dir: string, more?: readonly string[]): Promise<{ status: number; said: string; report?: Report }>;
  readonly close: () => Promise<void>;
};

/** A small sample company and what `khop issue` makes of it, to be changed copy by copy. */
export async function openOddFolders(): Promise<OddFolders> {
  const root = await mkdtemp(join(tmpdir(), 'khop-odd-'));
  const good = join(root, 'good');
  await writeSample({ seed: 7, lines: 200, profiles: 2 }, good);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  let made = 0;
  const issued: OddFolders['issued'] = async (dir, more = []) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const report = join(root, 'report.json');
    const status = await run(['--dir', dir, '--out', join(root, 'out.zip'), '--report', report, ...more]);
    const said = error.mock.calls.flat().join('\n');
    error.mockRestore();
    return { status, said, ...(status === 0 && { report: JSON.parse(await readFile(report, 'utf8')) as Report }) };
  };
  return {
    root,
    good,
    goodReport: (await issued(good)).report!,
    folder: async (change) => {
      const dir = join(root, `odd-${made++}`);
      await cp(good, dir, { recursive: true });
      await change(dir);
      return dir;
    },
    issued,
    close: () => rm(root, { recursive: true, force: true }),
  };
}

export const edit =
  (name: string, change: (text: string) => string | Buffer): Change =>
  async (dir) => {
    const path = join(dir, name);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };

export const remove =
  (name: string): Change =>
  (dir) =>
    rm(join(dir, name), { recursive: true });

export const period = (change: (value: Record<string, unknown>) => void): Change =>
  edit('period.json', (text) => {
    const value = JSON.parse(text) as Record<string, unknown>;
    change(value);
    return JSON.stringify(value);
  });

/** Something about the first profile of period.json. */
export const firstProfile = (change: object): Change =>
  period((value) => Object.assign((value.profiles as object[])[0]!, change));

/** The value of one column of the first row of a CSV file for which `when` holds. */
export const cellOf = (name: string, column: string, value: string, when = (_: Record<string, string>) => true) =>
  edit(name, (text) => {
    const [header = '', ...rows] = text.split('\n');
    const names = header.split(',');
    const at = rows.findIndex((row) => when(asRecord(names, row)));
    if (at < 0) throw new Error(`no such row in ${name}`);
    rows[at] = rows[at]!.split(',').with(names.indexOf(column), value).join(',');
    return [header, ...rows].join('\n');
  });

const asRecord = (names: readonly string[], row: string): Record<string, string> =>
  Object.fromEntries(row.split(',').map((value, index) => [names[index] ?? '', value]));

/** Writes a workbook anew with other rows, or other days in its heading. */
export const rewrite =
  (name: string, layout: LayoutName, rows: (read: ReadResult) => ReadResult['rows'], meta?: RenderMeta): Change =>
  async (dir) => {
    const path = join(dir, name);
    const read = await readWorkbook(path, { layout });
    const { fromDate, toDate } = read;
    const days = fromDate && toDate ? { fromDate, toDate } : {};
    await writeWorkbookFile(path, [renderLayout(layout, rows(read), { ...days, ...meta })]);
  };
