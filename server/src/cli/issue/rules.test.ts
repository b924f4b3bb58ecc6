import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuleChanges } from '@khop/engine/invoice-issuance/rule-changes/rule-changes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { edit, type OddFolders, openOddFolders, remove } from './issue-fixture.ts';
import { run } from './rules.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

async function said(args: readonly string[]): Promise<{ status: number; out: string; error: string }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  log.mockClear();
  const status = await run([...args]);
  const texts = { out: log.mock.calls.flat().join('\n'), error: error.mock.calls.flat().join('\n') };
  error.mockRestore();
  return { status, ...texts };
}

/** The parts at 8 % in the report of `khop issue`: on its invoices, and left over with 8 % in the ledger's file. */
async function openAt8(): Promise<{ lines: number; amount: number }> {
  const [header = '', ...rows] = (await readFile(join(odd.good, 'bravo/sales.csv'), 'utf8')).trim().split('\n');
  const at = (row: string, name: string) => row.split(',')[header.split(',').indexOf(name)]!;
  const reduced = new Set(rows.filter((row) => at(row, 'vatRate') === '8').map((row) => at(row, 'rowId')));
  const { invoices, shortages } = odd.goodReport;
  const open = [
    ...invoices.flatMap(({ items }) =>
      items.filter(({ vatRate }) => vatRate === '8').flatMap(({ allocations }) => allocations),
    ),
    ...shortages.filter(({ line, reason }) => reason !== 'RETURN_UNMATCHED' && reduced.has(line)),
  ];
  return {
    lines: new Set(open.map(({ line }) => line)).size,
    amount: open.reduce((sum, { amount }) => sum + amount, 0),
  };
}

test('the folder of the sample on 01/01/2027: what is at 8 % today, by the report of khop issue', async () => {
  const { status, out } = await said(['--dir', odd.good, '--on', '2027-01-01', '--json']);
  expect(status).toBe(0);
  const { on, effects } = JSON.parse(out) as RuleChanges;
  expect(on).toBe('2027-01-01');
  const vat = effects.find(({ code }) => code === 'VAT_RATE')!;
  const own = await openAt8();
  expect(own.lines).toBeGreaterThan(10);
  expect(vat).toMatchObject(own);
  expect(vat.vatDifference).toBe(Math.round(own.amount / 50));
});

test('in words, with the thing to do, and without --on for the next day on which a rule turns', async () => {
  const { status, out } = await said(['--dir', odd.good]);
  expect(status).toBe(0);
  expect(out).toMatch(/^Luật đổi vào ngày 01\/01\/2027\n {2}Hết: giảm thuế GTGT 10 % → 8 %/);
  expect(out).toContain('Nghị quyết 204/2025/QH15');
  expect(out).toContain('chưa được chuyên gia xác nhận');
  expect(out).toContain('→ C27');
  expect(out).toContain('Việc phải làm: ');
  expect((await said(['--dir', odd.good, '--on', '2026-10-14'])).out).toContain('Không có quy tắc nào bắt đầu hay hết');
});

test('the first day of the rules that have always held, and a sale of a mistyped year, are told like others', async () => {
  const { status, out } = await said(['--dir', odd.good, '--on', '1900-01-01']);
  expect([status, out]).toEqual([0, expect.stringContaining('Bắt đầu: ngày hóa đơn là ngày bán')]);
  const dir = await odd.folder(edit('bravo/sales.csv', (text) => text.replace(/,2026-09-\d\d,/, ',1026-09-05,')));
  expect((await said(['--dir', dir, '--on', '2027-01-01'])).status).toBe(0);
});

test('misuse is 2, a folder that cannot be read is 1', async () => {
  expect(await said([])).toMatchObject({ status: 2, error: expect.stringContaining('khop rules --dir') });
  expect((await said(['--dir', odd.good, '--on', '2027-02-30'])).status).toBe(2);
  expect((await said(['--dir', odd.good, '--nope'])).status).toBe(2);
  const dir = await odd.folder(remove('bravo/sales.csv'));
  expect(await said(['--dir', dir])).toMatchObject({
    status: 1,
    error: expect.stringMatching(/^[A-Z_]+: .*bravo\/sales\.csv/),
  });
});
