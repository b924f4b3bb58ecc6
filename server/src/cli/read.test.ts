import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeWorkbookFile } from '../adapters/workbook/write-workbook.ts';
import { run } from './read.ts';

// Threads and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-read-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command in a process of its own, as `npx khop read` does. */
const khopRead = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
  const script = `import { run } from ${JSON.stringify(new URL('./read.ts', import.meta.url).href)}; process.exit(await run(process.argv.slice(1)));`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script, '--', ...args],
      { maxBuffer: 1e9 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
};

it('prints one JSON object with what was read, whole even through a pipe', async () => {
  const path = join(folder, 'KhachHang.xlsx');
  const rows = Array.from({ length: 3000 }, (_, at) => ({
    code: `KH${at}`,
    name: 'Công ty TNHH Hoa Mai',
    taxCode: '0101243150',
  }));
  await writeWorkbookFile(path, [renderLayout('amis-customers', rows)]);
  const { code, stdout } = await khopRead(path, '--json');
  const read = JSON.parse(stdout) as Record<string, unknown> & { rows: unknown[] };
  expect(code).toBe(0);
  expect(Object.keys(read)).toEqual([
    'layout',
    'sheet',
    'headerRow',
    'columns',
    'rows',
    'rejected',
    'totals',
    'warnings',
  ]);
  expect(read).toMatchObject({ layout: 'amis-customers', sheet: 'Khach hang', headerRow: 3, rejected: [] });
  expect(read.rows).toHaveLength(3000);
  expect(read.rows[0]).toMatchObject({ code: 'KH0', taxCode: '0101243150' });
});

it('answers a refusal with its code and exit code 1', async () => {
  const { code, stdout, stderr } = await khopRead(join(folder, 'none.xlsx'), '--layout', 'amis-products', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error_code: 'FILE_NOT_FOUND' });
  expect(stderr).toContain(`Không mở được tệp: «${join(folder, 'none.xlsx')}».`);
});

it.each([[[]], [['a.xlsx', 'b.xlsx']], [['a.xlsx', '--layuot', 'x']]])(
  'says how it is used when called with %j',
  async (args) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await run(args)).toBe(2);
    expect(error).toHaveBeenCalledWith(expect.stringContaining('khop read'));
    error.mockRestore();
  },
);
