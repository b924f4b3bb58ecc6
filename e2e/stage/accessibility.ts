import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { markNewLooks } from './text-looks.ts';

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

declare global {
  interface Window {
    axe: { run: (context: unknown, options: unknown) => Promise<{ violations: unknown }> };
  }
}

let source: Promise<string> | undefined;

/** The part of the page that is looked at, or all of it; its colours alone, or everything. */
export type AxeScope = { readonly within?: string; readonly coloursOnly?: boolean };

/** The rule of colours costs more than all others together. */
const COLOURS = 'color-contrast';

/** Looks of texts whose colours this process has measured already. */
const measured = new Set<number>();

/**
 * The violations that axe-core finds on the page as it is now; an empty list when there are none. The colours of texts
 * that look alike are measured once, wherever the first of them was seen.
 */
export async function axeViolations(page: Page, { within, coloursOnly = false }: AxeScope = {}): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  await untilStill(page);
  const violations = coloursOnly
    ? []
    : await runAxe(page, within ?? null, { rules: { [COLOURS]: { enabled: false } } });
  const looks = await page.evaluate(markNewLooks, { part: within ?? 'body', known: [...measured] });
  if (looks.length > 0) violations.push(...(await runAxe(page, '[data-new-look]', { runOnly: [COLOURS] })));
  for (const look of looks) measured.add(look);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  );
}

async function runAxe(page: Page, part: string | null, options: object): Promise<Violation[]> {
  const found = await page.evaluate(
    async ([part, options]) => (await window.axe.run(part ? { include: [part] } : document, options)).violations,
    [part, options] as const,
  );
  return found as Violation[];
}

/** Colours on their way from one to another are those of neither. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const all = Promise.allSettled(passing.map(({ finished }) => finished));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}
