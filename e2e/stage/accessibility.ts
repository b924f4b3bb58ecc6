import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

declare global {
  interface Window {
    axe: { run: (context: unknown, options: unknown) => Promise<{ violations: unknown }> };
  }
}

let source: Promise<string> | undefined;

/** The part of the page that is looked at, or all of it; the rules it is held to, or all of them. */
export type AxeScope = { readonly within?: string; readonly rules?: readonly string[] };

/**
 * Marks the cells of grids that look like an earlier one in everything but their words: what is wrong with one is wrong with
 * all of them, and most of the time goes into the colours of hundreds of cells. Runs in the page.
 */
function markAlike(): void {
  const lookOf = (element: Element) => [
    element.tagName,
    element.textContent === '',
    ...Array.from(element.attributes)
      .filter(({ name }) => !['id', 'title', 'aria-label', 'href', 'data-alike'].includes(name))
      .map(({ name, value }) => `${name}=${value}`),
    ...['title', 'aria-label', 'href'].map((name) => Boolean(element.getAttribute(name))),
  ];
  for (const grid of document.querySelectorAll('[role="grid"]')) {
    const seen = new Set<string>();
    for (const cell of grid.querySelectorAll('[role="gridcell"]')) {
      const row = cell.closest('[role="row"]');
      const looks = [
        row?.className,
        row?.getAttribute('aria-selected'),
        ...[cell, ...cell.querySelectorAll('*')].map(lookOf),
      ];
      const look = JSON.stringify(looks);
      // Grids use the elements of rows again.
      cell.toggleAttribute('data-alike', seen.has(look));
      seen.add(look);
    }
  }
}

/** The violations that axe-core finds on the page as it is now; an empty list when there are none. */
export async function axeViolations(page: Page, { within, rules }: AxeScope = {}): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  // Colours on their way from one to another are those of neither.
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const all = Promise.allSettled(passing.map(({ finished }) => finished));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
  await page.evaluate(markAlike);
  const violations = await page.evaluate(
    async ([part, runOnly]) => {
      const context = { include: part ? [part] : document, exclude: ['[data-alike]'] };
      return (await window.axe.run(context, runOnly ? { runOnly } : {})).violations;
    },
    [within, rules] as const,
  );
  return (violations as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  );
}
