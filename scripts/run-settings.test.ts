import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { seedOfRun } from './lib/seed.mjs';
import { toolsInstalled } from './lib/tools.mjs';

it('draws a seed for each run, and takes the one that is given', () => {
  expect(seedOfRun('', () => 0)).toBe(1);
  expect(seedOfRun('', () => 0.999_999_999_999)).toBe(2 ** 31 - 1);
  expect(new Set(Array.from({ length: 5 }, () => seedOfRun(''))).size).toBeGreaterThan(1);
  expect(seedOfRun('42')).toBe(42);
  expect(() => seedOfRun('random')).toThrow('KHOP_TEST_SEED is a whole number, not «random».');
});

it('waits for the tools until they are installed, and no longer than it may', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const folder = mkdtempSync(path.join(os.tmpdir(), 'khop-tools-'));
  try {
    const done = path.join(folder, 'done');
    let isOver = false;
    const waiting = toolsInstalled(done, 60_000).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isOver).toBe(false);
    writeFileSync(done, '');
    await waiting;
    await toolsInstalled(path.join(folder, 'never'), 1);
    await toolsInstalled('');
    expect(said).toHaveBeenCalledTimes(2);
  } finally {
    rmSync(folder, { recursive: true });
    said.mockRestore();
  }
});
