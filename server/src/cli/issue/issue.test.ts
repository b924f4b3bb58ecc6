import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectLawful } from '../../testing/issue-laws.ts';
import { expectOfficeReads, OFFICE } from '../../testing/office.ts';
import { unzip } from '../../testing/unzip.ts';
import { writeSample } from '../sample/write-sample.ts';
import { run } from './issue.ts';

if (!OFFICE) console.info('LibreOffice không có ở đây: bỏ qua việc mở DoiChieu.xlsx và BanHang.xlsx bằng LibreOffice.');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-issue-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(() => rm(folder, { recursive: true }));

async function issue(dir: string, name: string): Promise<{ zip: Buffer; report: string }> {
  const [out, report] = [join(folder, `${name}.zip`), join(folder, `${name}.json`)];
  expect(await run(['--dir', dir, '--out', out, '--report', report])).toBe(0);
  return { zip: await readFile(out), report: await readFile(report, 'utf8') };
}

describe('khop issue', () => {
  test('obeys every law on the sample, and gives the same bytes twice and without truth/', {
    timeout: 300_000,
  }, async () => {
    const dir = join(folder, 'small');
    await writeSample({ seed: 7, lines: 1000 }, dir);
    const first = await issue(dir, 'first');
    // Made again from the same files, but for the truth that the sample keeps beside them.
    await rm(join(dir, 'truth'), { recursive: true });
    const second = await issue(dir, 'second');
    expect(second.zip.equals(first.zip)).toBe(true);
    expect(second.report).toBe(first.report);
    await expectLawful(dir, first.zip, first.report);
    // Warehouses by name, as period.json explains them, are the same warehouses.
    await writeSample({ seed: 7, lines: 1000, stock: 'by-name' }, dir);
    const byName = await issue(dir, 'by-name');
    expect(byName.report).toBe(first.report);
  });

  test.skipIf(!OFFICE)(
    'writes workbooks that LibreOffice reads cell by cell as they are meant',
    {
      timeout: 300_000,
    },
    async () => {
      const dir = join(folder, 'office');
      await writeSample({ seed: 7, lines: 200 }, dir);
      const written = await unzip((await issue(dir, 'office')).zip);
      for (const name of await readdir(dir, { recursive: true }))
        if (name.endsWith('.xlsx')) written.set(`mau/${name}`, await readFile(join(dir, name)));
      await expectOfficeReadsAll(written);
    },
  );

  // 20,000 lines go twice round in bench/circle, under the same laws.
  test('obeys every law on 5,000 lines', { timeout: 300_000 }, async () => {
    const dir = join(folder, 'large');
    await writeSample({ seed: 7, lines: 5000 }, dir);
    const { zip, report } = await issue(dir, 'large');
    await expectLawful(dir, zip, report);
  });

  test('refuses what it cannot use, in Vietnamese, and writes nothing', { timeout: 60_000 }, async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const said = () => String(errors.mock.calls.at(-1)?.[0]);
    expect(await run([])).toBe(2);
    for (const input of ['period.json', 'bravo/sales.csv'])
      for (const [out, report] of [
        [join(folder, 'bad', input), join(folder, 'x.json')],
        [join(folder, 'x.zip'), join(folder, 'bad', input)],
      ] as const)
        expect(await run(['--dir', join(folder, 'bad'), '--out', out, '--report', report])).toBe(2);
    const out = join(folder, 'refused.zip');
    const tryOn = (dir: string) => run(['--dir', dir, '--out', out, '--report', join(folder, 'refused.json')]);
    expect(await tryOn(join(folder, 'nowhere'))).toBe(1);
    expect(said()).toMatch(/FILE_NOT_FOUND: Không thấy tệp/);

    const dir = join(folder, 'broken');
    await writeSample({ seed: 7, lines: 60 }, dir);
    const path = join(dir, 'bravo', 'sales.csv');
    const ledger = await readFile(path, 'utf8');
    await writeFile(path, ledger.replace(/(\n[^\n]*?),2026-09-\d\d,/, '$1,31/02/2026,'));
    expect(await tryOn(dir)).toBe(1);
    expect(said()).toMatch(/Tệp bravo\/sales.csv, dòng 2: cột «docDate»: Ngày «31\/02\/2026» không hợp lệ/);
    await writeFile(path, ledger);

    const period = join(dir, 'period.json');
    const terms = await readFile(period, 'utf8');
    await writeFile(period, terms.replace('"fromDate": "2026-09-01"', '"fromDate": "2026-08-01"'));
    expect(await tryOn(dir)).toBe(1);
    expect(said()).toMatch(/INVENTORY_PERIOD_MISMATCH: Báo cáo tồn kho của «AP»/);
    expect(existsSync(out)).toBe(false);
    errors.mockRestore();
  });
});

/** Every workbook among these files. */
async function expectOfficeReadsAll(written: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const out = join(folder, 'opened');
  await mkdir(out);
  const files: string[] = [];
  for (const [path, bytes] of written) {
    if (!path.endsWith('.xlsx')) continue;
    const file = join(out, path.replaceAll('/', '-'));
    await writeFile(file, bytes);
    files.push(file);
  }
  const kinds = new Set(files.map((file) => basename(file).replace(/^.*-/, '')));
  expect([...kinds]).toEqual(expect.arrayContaining(['DoiChieu.xlsx', 'BanHang.xlsx', 'KhachHangMoi.xlsx']));
  await expectOfficeReads(files, join(out, 'again'));
}
