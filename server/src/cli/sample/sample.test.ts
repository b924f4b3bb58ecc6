import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCompany } from '@khop/sample/company.ts';
import { sampleFiles } from '@khop/sample/files/files.ts';
import { parse } from 'csv-parse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWorkbook } from '../../adapters/workbook/read-workbook.ts';
import { run } from './sample.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const options = ['--seed', '4', '--lines', '300', '--profiles', '2'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-sample-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(() => rm(folder, { recursive: true }));

/** Every file below a folder with the hash of its bytes. */
async function hashes(root: string): Promise<Record<string, string>> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const entries = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [
      path.slice(root.length + 1),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('khop sample', () => {
  it('writes the same bytes for the same options', async () => {
    expect(await run(['--out', at('first'), ...options])).toBe(0);
    expect(await run(['--out', at('second'), ...options])).toBe(0);
    const first = await hashes(at('first'));
    expect(Object.keys(first)).toHaveLength(11 + 2 * 6);
    expect(await hashes(at('second'))).toEqual(first);
  });

  it('writes CSV and JSON that read back to what was made', async () => {
    await run(['--out', at('read'), ...options]);
    for (const file of sampleFiles(generateCompany({ seed: 4, lines: 300, profiles: 2 }))) {
      if (file.kind === 'json') expect(JSON.parse(await readFile(at(`read/${file.path}`), 'utf8'))).toEqual(file.value);
      if (file.kind !== 'csv') continue;
      const rows: string[][] = [];
      for await (const row of createReadStream(at(`read/${file.path}`)).pipe(parse())) rows.push(row as string[]);
      expect(rows).toEqual([file.header, ...file.rows]);
    }
  });

  it('writes workbooks that are recognised, whole, and in agreement with their own totals', async () => {
    await run(['--out', at('books'), ...options]);
    const company = generateCompany({ seed: 4, lines: 300, profiles: 2 });
    for (const file of sampleFiles(company)) {
      if (file.kind !== 'sheet') continue;
      const read = await readWorkbook(at(`books/${file.path}`));
      expect(read.layout).toBe(file.layout);
      expect(read.rejected).toEqual([]);
      expect(read.rows).toHaveLength([...file.rows].length);
      const { rowCount, ...sums } = read.totals.read;
      expect(rowCount).toBe(read.rows.length);
      expect(read.totals.file).toEqual(sums);
    }
  });

  it('writes the same bytes with tax invoices but for the ledgers that change with them, and the signed zips', async () => {
    expect(await run(['--out', at('plain'), ...options])).toBe(0);
    expect(await run(['--out', at('tax'), '--tax', ...options])).toBe(0);
    expect(await run(['--out', at('tax-again'), '--tax', ...options])).toBe(0);
    const [plain, tax, again] = [await hashes(at('plain')), await hashes(at('tax')), await hashes(at('tax-again'))];
    const differing = (a: typeof plain, b: typeof plain) => Object.keys(a).filter((path) => a[path] !== b[path]);
    const changed = differing(plain, tax);
    expect(changed).toContain('amis/AP/SoMuaHang.xlsx');
    for (const path of changed) expect(path).toMatch(/^amis\/\w+\/So(Ban|Mua)Hang\.xlsx$/);
    expect(differing(tax, again).filter((path) => !path.endsWith('.zip'))).toEqual([]);
    expect(Object.keys(again)).toEqual(Object.keys(tax));
  });

  it.each([
    [[], 'Thiếu --out'],
    [['--out', 'x', '--lines', '0'], '--lines'],
    [['--out', 'x', '--lines', '1e3'], '«1e3»'],
    [['--out', 'x', '--seed', '-1'], '--seed'],
    [['--out', 'x', '--profiles', '99'], 'từ 1 đến 20'],
    [['--out', 'x', '--stock', 'other'], '--stock cần một trong with-codes, by-name'],
    [['--out', 'x', '--issued', '1001'], 'từ 0 đến 1000'],
    [['--out', 'x', '--tax', '--after', 'y.zip'], '--tax và --after'],
    [['--color'], 'Cách dùng'],
  ])('refuses %j', async (args, expected) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await run(args)).toBe(2);
    expect(error.mock.calls.flat().join('\n')).toContain(expected);
    error.mockRestore();
  });

  it('says so when the folder cannot be written', async () => {
    await writeFile(at('taken'), '');
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await run(['--out', at('taken'), '--lines', '5'])).toBe(1);
    expect(error.mock.calls.flat().join('\n')).toContain('đã có một tệp trùng tên');
    error.mockRestore();
  });
});
