import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readWorkbook } from '../../adapters/workbook/read-workbook.ts';
import { run as issue } from '../issue/issue.ts';
import { run } from './sample.ts';

const options = ['--seed', '4', '--lines', '300'];
let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-second-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(() => rm(folder, { recursive: true }));

it('writes what every AMIS reports after it took the download in, and the truth about each voucher', {
  timeout: 120_000,
}, async () => {
  await run(['--out', at('first'), ...options]);
  expect(await issue(['--dir', at('first'), '--out', at('a.zip'), '--report', at('a.json')])).toBe(0);
  expect(await run(['--out', at('second'), '--after', at('a.zip'), ...options])).toBe(0);
  const { invoices } = JSON.parse(await readFile(at('a.json'), 'utf8')) as { invoices: unknown[] };
  const truth = parse(await readFile(at('second/truth/read-back.csv'), 'utf8'), { columns: true }) as {
    profileCode: string;
    voucherNumber: string;
    state: string;
    by: string;
  }[];
  expect(truth).toHaveLength(invoices.length);
  expect(new Set(truth.map(({ state }) => state))).toEqual(
    new Set(['issued', 'differs', 'adjusted', 'replaced', 'cancelled', 'waiting', 'unseen']),
  );
  for (const profile of ['AP', 'BM', 'CL']) {
    const own = truth.filter(({ profileCode }) => profileCode === profile);
    const stock = await readWorkbook(at(`second/amis/${profile}/TonKho.xlsx`), { layout: 'amis-inventory' });
    const ledger = await readWorkbook(at(`second/amis/${profile}/SoBanHang.xlsx`), { layout: 'amis-sales-ledger' });
    expect([stock.rejected, ledger.rejected]).toEqual([[], []]);
    const shown = new Map(ledger.rows.map((row) => [String(row.voucherNumber), row]));
    for (const { voucherNumber, state, by } of own) {
      const row = shown.get(voucherNumber);
      expect([voucherNumber, state, row !== undefined]).toEqual([voucherNumber, state, state !== 'unseen']);
      if (row && state === 'cancelled') expect(row).toMatchObject({ invoiceState: 'Đã hủy', invoiceNumber: null });
      if (row && state === 'waiting') expect(row.invoiceNumber).toBe(null);
      if (by !== '') expect(String(shown.get(by)!.description)).toContain(`hóa đơn số ${row!.invoiceNumber}`);
    }
    expect(own.some(({ state }) => state === 'cancelled')).toBe(profile !== 'CL');
  }
});

it('refuses what is no download', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await writeFile(at('b.zip'), 'no archive');
  expect(await run(['--out', at('x'), '--after', at('b.zip'), ...options])).toBe(1);
  expect(await run(['--out', at('x'), '--after', at('none.zip'), ...options])).toBe(1);
  const said = error.mock.calls.flat().join('\n');
  expect(said).toContain('không phải tệp .zip tải về');
  expect(said).toContain('none.zip');
  error.mockRestore();
});
