import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { markNewLooks } from './text-looks.ts';

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

declare global {
  interface Window {
    axe: {
      configure: (spec: unknown) => void;
      run: (context: unknown, options: unknown) => Promise<{ violations: unknown }>;
    };
  }
}

let source: Promise<string> | undefined;

/** The part of the page that is looked at, or all of it; its colours alone, or everything. */
export type AxeScope = { readonly within?: string; readonly coloursOnly?: boolean };

/** The rule that costs more than all others together. */
const COLOURS = ['color-contrast'];

/** Looks of texts whose colours this process has measured already. */
const measured = new Set<string>();

/**
 * The violations that axe-core finds on the page as it is now; an empty list when there are none. The colours of texts
 * that look alike are measured once, wherever the first of them was seen.
 */
export async function axeViolations(page: Page, { within, coloursOnly = false }: AxeScope = {}): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  await untilStill(page);
  const looks = await page.evaluate(markNewLooks, { part: within ?? 'body', known: [...measured] });
  if (coloursOnly && looks.length === 0) return [];
  for (const look of looks) measured.add(look);
  const violations = await page.evaluate(
    async ([part, runOnly]) => {
      window.axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-new-look]' }] });
      // Passes are not read: without their nodes, thousands on a screen with a list, a run takes a fifth less.
      const resultTypes = ['violations'];
      return (await window.axe.run(part ?? document, { resultTypes, ...(runOnly ? { runOnly } : {}) })).violations;
    },
    [within, coloursOnly ? COLOURS : undefined] as const,
  );
  return (violations as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  );
}

/** Colours on their way from one to another are those of neither. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const all = Promise.allSettled(passing.map(({ finished }) => finished));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}
