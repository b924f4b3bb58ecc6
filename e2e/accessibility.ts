import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

let source: Promise<string> | undefined;

/** What is looked at: the whole page, or a part of it; by all rules, or by some. */
export type AxeScope = { readonly within?: string; readonly rules?: readonly string[] };

/** What axe-core finds wrong on the page as it stands; an empty list when nothing. */
export async function axeViolations(page: Page, { within, rules }: AxeScope = {}): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const violations = await page.evaluate(
    async ([part, runOnly]) => {
      type Axe = { run: (context: unknown, options: unknown) => Promise<{ violations: unknown }> };
      const { axe } = window as unknown as { axe: Axe };
      return (await axe.run(part ?? document, runOnly ? { runOnly } : {})).violations;
    },
    [within, rules] as const,
  );
  return (violations as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  );
}
