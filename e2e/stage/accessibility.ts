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
  const violations = await page.evaluate(
    async ([part, runOnly]) => {
      return (await window.axe.run(part ?? document, runOnly ? { runOnly } : {})).violations;
    },
    [within, rules] as const,
  );
  return (violations as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  );
}
