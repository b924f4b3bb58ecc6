// The browser's part of `npm run bench -- web` (bench/web.ts gives it a database and fills the long list).
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, visit } from './stage/browser.ts';
import { everyScreen, fillCompany } from './stage/every-screen.ts';
import { startProduct } from './stage/product.ts';
import { signIn } from './stage/sign-in.ts';
import { type Marks, watchMarks } from './web-marks.ts';

const SIGN_IN_KB = 170;
const ROUTE_KB = 340;
const LCP_MS = 2_500;
const INP_MS = 200;
const LONG_TASK_MS = 200;
const FRAMES_PER_SECOND = 50;
const dist = path.resolve(import.meta.dirname, '../web/dist');

let over = 0;

/** One line: the figure beside its bound. */
function say(what: string, figure: number, unit: string, bound: number, least = false): void {
  const good = least ? figure >= bound : figure <= bound;
  if (!good) over += 1;
  const shown = figure.toLocaleString('en', { maximumFractionDigits: 1 });
  console.log(
    `${good ? 'ok  ' : 'OVER'} ${what.padEnd(64)} ${shown.padStart(8)} ${unit} (${least ? '≥' : '≤'} ${bound})`,
  );
}

const product = await startProduct({ env: { DATABASE_URL: process.env.DATABASE_URL ?? '' } });
const browser = await launchBrowser({ optimises: true });
try {
  console.log(`${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Chromium ${browser.version()}, no throttling`);
  await signInPage(browser);
  const { page, context } = await visit(browser);
  await signIn(page, product.url, 'admin@khop.local');
  await fillCompany(page, product.url, product.dataDir);
  const screens = await everyScreen(page);
  const storageState = await context.storageState({ indexedDB: true });
  for (const { address } of screens) {
    if (!address.includes('?') && address !== '/khong-co-trang-nay') await route(browser, storageState, address);
  }
  process.send?.('fill');
  await new Promise((resolve) => process.once('message', resolve));
  await longList(page, Number(process.argv[2]));
} finally {
  await browser.close();
  await product.stop();
}
process.exit(over === 0 ? 0 : 1);

/** The scripts that a page has asked for, in kB of gzip as a server sends them. */
function scripts(page: Page): () => Promise<number> {
  const paths = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') paths.add(new URL(response.url()).pathname);
  });
  return async () => {
    const sizes = await Promise.all(
      [...paths].map(async (name) => gzipSync(await readFile(path.join(dist, name)), { level: 9 }).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
}

async function signInPage(on: Browser): Promise<void> {
  const { page, context } = await visit(on);
  const size = scripts(page);
  await page.addInitScript(watchMarks);
  await page.goto(`${product.url}/sign-in`);
  await page.getByLabel('Email').fill('a');
  const interactive = await size();
  await page.waitForLoadState('networkidle');
  say('/sign-in: JavaScript until interactive', interactive, 'kB gzip', SIGN_IN_KB);
  say('/sign-in: JavaScript in all', await size(), 'kB gzip', SIGN_IN_KB);
  say('/sign-in: LCP', (await marks(page)).lcp, 'ms', LCP_MS);
  await context.close();
}

function marks(page: Page): Promise<Marks> {
  return page.evaluate(() => window.marks);
}

/** A route opened as if for the first time, by a user who is signed in. */
async function route(
  on: Browser,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
  address: string,
): Promise<void> {
  const context = await on.newContext({ storageState, locale: 'vi-VN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const size = scripts(page);
  await page.addInitScript(watchMarks);
  await page.goto(product.url + address);
  await page.locator('main#content').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  const name = address.replaceAll(/[0-9a-f-]{36}|[\w-]{40,}/g, '{id}');
  say(`${name}: JavaScript in all`, await size(), 'kB gzip', ROUTE_KB);
  say(`${name}: LCP`, (await marks(page)).lcp, 'ms', LCP_MS);
  await context.close();
}

/** Typing in the filter of a long list, and scrolling through it by wheel and by thumb. */
async function longList(page: Page, rows: number): Promise<void> {
  const count = rows.toLocaleString('vi-VN');
  await page.addInitScript(watchMarks);
  await page.goto(`${product.url}/bravo/items`);
  const grid = page.getByRole('grid', { name: 'Vật tư Bravo' });
  await page.waitForFunction(
    (least) => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) > least,
    rows,
  );
  const { started, frames } = await page.evaluate(() => {
    const now = window.marks;
    now.longTasks = [];
    return { started: performance.now(), frames: now.frames };
  });
  await grid.hover();
  for (let step = 0; step < 120; step++) {
    await page.mouse.wheel(0, step % 30 === 29 ? 400_000 : 900);
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(500);
  const scrolled = await marks(page);
  const seconds = ((await page.evaluate(() => performance.now())) - started) / 1000;
  const longest = Math.max(0, ...scrolled.longTasks);
  console.log(
    `     scrolling ${count} rows for ${seconds.toFixed(1)} s: ${scrolled.longTasks.length} long tasks (over 50 ms), ${Math.round(scrolled.longTasks.reduce((sum, task) => sum + task, 0))} ms in all`,
  );
  say(`scrolling ${count} rows: longest task`, longest, 'ms', LONG_TASK_MS);
  say(`scrolling ${count} rows: frames`, (scrolled.frames - frames) / seconds, '/s', FRAMES_PER_SECOND, true);

  await page.getByRole('searchbox').first().click();
  await page.keyboard.type('giay in a4 so 9', { delay: 90 });
  await page
    .getByRole('gridcell', { name: /Giấy in A4 số 9/ })
    .first()
    .waitFor();
  await page.waitForTimeout(500);
  say(`typing in the filter of ${count} rows: INP`, (await marks(page)).inp, 'ms', INP_MS);
}
