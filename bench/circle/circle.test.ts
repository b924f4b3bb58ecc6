import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCircle } from './engine-circle.ts';
import { twiceRound } from './twice-round.ts';

it.each([
  [2000, 11],
  [20_000, 7],
])(
  'a rough month of %d lines (seed %d) goes twice round without breaking a law',
  { timeout: 300_000 },
  async (lines, seed) => {
    const dir = await mkdtemp(join(tmpdir(), 'khop-circle-'));
    try {
      const circle = await startCircle(dir, { seed, lines });
      const refused = await twiceRound(circle);
      const broken = circle.steps.flatMap((step) => step.broken.slice(0, 5).map((law) => `${step.name}: ${law}`));
      expect(broken).toEqual([]);
      expect(refused.slice(0, 5)).toEqual([]);
      // It went round indeed: in part, then whole, and the other half after it.
      const [first, , , back, second] = circle.steps as [...typeof circle.steps] & { length: 9 };
      expect(back!.inAmis).toBeGreaterThan(first!.invoices / 2);
      expect(back!.inAmis).toBeLessThan(first!.invoices);
      expect(second!.invoices).toBeGreaterThan(back!.invoices * 1.5);
      const last = circle.steps.at(-1)!;
      expect(last.inAmis).toBeGreaterThanOrEqual(second!.invoices);
      expect(last.coverage).toBeGreaterThan(0.8);
    } finally {
      await rm(dir, { recursive: true });
    }
  },
);
