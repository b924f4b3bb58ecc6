import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Names of Chromium and its relatives, and the places where they live outside PATH. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Root in a container has no sandbox; the rest keeps the browser from calling home during a test. */
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
];

/** How long a step may wait for the page: a slow machine with two browsers is no failure. */
const PATIENCE_MS = 90_000;

/**
 * Starts a headless Chromium: KHOP_BROWSER, else the system's, else the one of the npm package @sparticuz/chromium.
 * @throws Error that names the command which installs one.
 */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env.KHOP_BROWSER || systemBrowser();
  if (installed) return chromium.launch({ executablePath: installed, args: flags });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await chromium.launch({
      executablePath: await packaged.executablePath(),
      args: [...packaged.args, ...flags],
    });
  } catch (cause) {
    throw new Error('No browser was found; install one, for example: apt-get install chromium', { cause });
  }
}

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...places];
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors, console errors and answers of 5xx so far: a journey ends with this list empty. */
  readonly problems: string[];
};

/** A fresh visitor, as an accountant in Vietnam sees the product. */
export async function visit(browser: Browser, size = { width: 1440, height: 900 }): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: size,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, problems };
}
