import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Visit } from './browser.ts';

/** Pictures of failed tests: outside the checkout, kept until the machine is cleaned. */
const pictures = process.env.KHOP_E2E_PICTURES ?? path.join(os.tmpdir(), 'khop-e2e-failures');
/** A page that hangs must not take the message with it. */
const LOOK_MS = 10_000;
const LAST_EVENTS = 25;
const LAST_LINES = 15;

/**
 * The screens of all visitors when a test failed, in words that suffice without the machine: addresses, open dialogs
 * and toasts, the beginning of the page, the last of console and network, the last lines of the product.
 */
export async function tellWhatWasSeen(visits: readonly Visit[], test: string, output: string): Promise<Error> {
  const told = [];
  let count = 0;
  for (const { context, problems, events } of visits) {
    for (const page of context.pages()) {
      count += 1;
      const picture = path.join(pictures, `${Date.now()}-${count}-${fileName(test)}.png`);
      told.push(`Page ${count}: ${page.url()}`, ...(await inTime(lookAt(page, picture))));
    }
    told.push(...listed('problems', problems), ...listed('last events', events.slice(-LAST_EVENTS)));
  }
  told.push(...listed('the product’s last lines', output.trimEnd().split('\n').slice(-LAST_LINES)));
  const error = new Error(`What was seen when «${test}» failed:\n${told.join('\n')}`);
  // It has no place of its own.
  error.stack = '';
  return error;
}

const fileName = (test: string): string => test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);

const listed = (what: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`  ${what}:`, ...lines.map((line) => `    ${line.slice(0, 300)}`)];

async function inTime(looking: Promise<string[]>): Promise<string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve(['  the page does not answer']), LOOK_MS);
  });
  try {
    return await Promise.race([looking, late]);
  } catch (error) {
    return [`  the page cannot be looked at: ${error instanceof Error ? error.message : error}`];
  } finally {
    clearTimeout(timer);
  }
}

async function lookAt(page: Page, picture: string): Promise<string[]> {
  const { floating, focus, content } = await page.evaluate(() => {
    const words = (element: Element | null, most: number) =>
      element instanceof HTMLElement ? element.innerText.replaceAll(/\s+/g, ' ').trim().slice(0, most) : '';
    const layers = document.querySelectorAll('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]');
    const focused = document.activeElement;
    return {
      floating: Array.from(layers)
        .filter((layer) => layer.checkVisibility())
        .map((layer) => `${layer.hasAttribute('data-type') ? 'toast' : layer.role}: ${words(layer, 500)}`),
      focus: `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? words(focused, 60)}`,
      content: words(document.querySelector('main') ?? document.body, 1_000),
    };
  });
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: picture });
  return [
    ...floating.map((layer) => `  ${layer}`),
    `  focus: ${focus}`,
    `  content: ${content}`,
    `  picture: ${picture}`,
  ];
}
