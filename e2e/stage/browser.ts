import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

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

/**
 * Most of a page's script runs a few times in a test: to compile it once more, for speed, costs a seventh of the browser's
 * processor time and is never earned back.
 */
const WITHOUT_OPTIMISING = '--js-flags=--no-opt --no-maglev';

/** The longest that a step may wait for the page: a slow machine with two browsers is no failure. */
const PATIENCE_MS = 90_000;

/** Starts a headless Chromium; one whose speed is measured optimises scripts as that of people does. */
export async function launchBrowser({ optimises = false } = {}): Promise<Browser> {
  const { args = [], ...found } = await findBrowser();
  return chromium.launch({ ...found, args: optimises ? args : [...args, WITHOUT_OPTIMISING] });
}

/**
 * The browser to launch: KHOP_BROWSER; else the one of the npm package @sparticuz/chromium, which takes two thirds of the
 * processor time of the system's, where it runs with the system's libraries; else the system's; else the package's with
 * libraries of its own. The first call unpacks it; before several processes ask at once, one must have asked.
 * @throws Error that names the command which installs one.
 */
export async function findBrowser(): Promise<LaunchOptions> {
  const given = process.env.KHOP_BROWSER;
  if (given) return { executablePath: given, args: flags };
  chosen ??= chooseBrowser();
  return chosen;
}

let chosen: Promise<LaunchOptions> | undefined;

async function chooseBrowser(): Promise<LaunchOptions> {
  let unpacked: (LaunchOptions & { executablePath: string }) | undefined;
  let cause: unknown;
  try {
    unpacked = await unpackBrowser();
  } catch (error) {
    cause = error;
  }
  const installed = unpacked && runsAlone(unpacked.executablePath) ? unpacked.executablePath : systemBrowser();
  if (installed) return { executablePath: installed, args: flags };
  if (unpacked) return unpacked;
  throw new Error('No browser was found; install one, for example: apt-get install chromium', { cause });
}

/** With the libraries that bare machines lack: the package unpacks them where it believes to be a cloud function. */
async function unpackBrowser() {
  const own = { ...process.env };
  try {
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    return { executablePath, args: [...packaged.args, ...flags], env: { ...process.env } };
  } finally {
    // Nothing else that the tests start is to use those libraries.
    for (const name of ['AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (own[name] === undefined) delete process.env[name];
      else process.env[name] = own[name];
    }
  }
}

/** False where a library is missing, or where the program is of another kind of machine. */
function runsAlone(executablePath: string): boolean {
  return spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0;
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
  /** The events in all pages of the visitor, the harmless ones as well: for the reader of a failure. */
  readonly events: string[];
};

/** The screen of an office. */
export const WIDE = { width: 1440, height: 900 };
/** A small telephone held upright. */
export const PHONE = { width: 390, height: 844 };

/** A fresh visitor, as an accountant in Vietnam sees the product. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: WIDE,
    acceptDownloads: true,
    // Nothing to wait for, and nothing to paint sixty times a second; a whole month is walked with motion (month.test.ts).
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const events = eventsOf(context);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, problems, events };
}

/** Every call that changes something, every refusal and failure, and where the pages went. */
function eventsOf(context: BrowserContext): string[] {
  const events: string[] = [];
  const say = (what: string) => events.push(`${new Date().toISOString().slice(11, 23)} ${what}`);
  context.on('response', (response) => {
    const method = response.request().method();
    if (method !== 'GET' || response.status() >= 400) say(`${response.status()} ${method} ${response.url()}`);
  });
  context.on('requestfailed', (request) =>
    say(`failed ${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  context.on('console', (message) => say(`console ${message.type()}: ${message.text()}`));
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) say(`at ${frame.url()}`);
    }),
  );
  return events;
}
