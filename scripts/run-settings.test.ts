import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { seedOfRun } from './lib/seed.mjs';
import { toolsInstalled } from './lib/tools.mjs';

it('has one seed for one commit of the engine and another for the next, or takes the one that is given', () => {
  const [one, next] = ['a5c6bb97f00dbeef', '653b8f18f00dbeef'].map((tree) => seedOfRun('', () => tree));
  expect(one).toBe(seedOfRun('', () => 'a5c6bb97f00dbeef'));
  expect(one).not.toBe(next);
  for (const seed of [one, next, seedOfRun('')]) {
    expect(Number.isSafeInteger(seed)).toBe(true);
    expect(seed).toBeGreaterThan(0);
    expect(seed).toBeLessThan(2 ** 31);
  }
  expect(new Set(Array.from({ length: 5 }, () => seedOfRun('', () => undefined))).size).toBeGreaterThan(1);
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

it('keeps pictures of failed browser tests outside the folder that ends with the run', () => {
  const { KHOP_E2E_PICTURES = '', TMPDIR = '' } = process.env;
  expect(path.basename(KHOP_E2E_PICTURES)).toBe('khop-e2e-failures');
  // Without enough memory the run has no folder of its own.
  if (path.basename(TMPDIR).startsWith('khop-tests-'))
    expect(path.relative(TMPDIR, KHOP_E2E_PICTURES)).toMatch(/^\.\./);
});
