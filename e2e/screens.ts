// `npm run screenshots -- OUT_DIR [URL]`: pictures of every screen, light, dark and on a phone, of a fresh sample company
// (or of a running product at URL, whose current period is then generated if it was not yet).
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, PHONE, visit, WIDE } from './stage/browser.ts';
import { closeMonth, EMPTY_COMPANY, everyScreen, fillCompany, screensOfMonths } from './stage/every-screen.ts';
import { freshFolder } from './stage/folders.ts';
import type { Screen } from './stage/openings.ts';
import { startProduct } from './stage/product.ts';
import { signIn } from './stage/sign-in.ts';

const SIZES = { 'may-tinh': WIDE, 'dien-thoai': PHONE } as const;
const THEMES = { sang: 'light', toi: 'dark' } as const;
const SETTLED_MS = 400;
const SIGNED_OUT: readonly Screen[] = [
  { name: 'dang-nhap', address: '/sign-in' },
  { name: 'quen-mat-khau', address: '/forgot-password' },
];

const [out, url] = process.argv.slice(2);
if (!out) {
  console.error('Usage: npm run screenshots -- OUT_DIR [URL]');
  process.exit(2);
}
await mkdir(out, { recursive: true });
if (url) await takeAll(url, out);
else {
  const dataDir = await freshFolder('khop-screens-');
  const product = await startProduct({ dataDir });
  try {
    await takeAll(product.url, out, dataDir);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const empty = await startProduct({ sample: 'none' });
  try {
    await takeEmpty(empty.url, out);
  } finally {
    await empty.stop();
  }
}

async function takeAll(url: string, folder: string, dataDir?: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser);
    await take(page, url, SIGNED_OUT, folder);
    await page.setViewportSize(SIZES['may-tinh']);
    await signIn(page, url, 'admin@khop.local');
    await fillCompany(page, url, dataDir);
    await take(page, url, await everyScreen(page), folder);
    // A running product keeps its month open: people work with it.
    if (dataDir === undefined) return;
    await page.setViewportSize(SIZES['may-tinh']);
    await closeMonth(page, url);
    await take(page, url, await screensOfMonths(page), folder);
  } finally {
    await browser.close();
  }
}

async function takeEmpty(url: string, folder: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser);
    await signIn(page, url, 'admin@khop.local');
    await take(page, url, EMPTY_COMPANY, folder);
  } finally {
    await browser.close();
  }
}

/** Each screen once per device, in both themes. */
async function take(page: Page, url: string, screens: readonly Screen[], folder: string): Promise<void> {
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const { name, address } of screens) {
      await page.goto(url + address);
      await page.getByRole('heading').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
      await page.waitForTimeout(SETTLED_MS);
      for (const [theme, colorScheme] of Object.entries(THEMES)) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: path.join(folder, `${name}-${device}-${theme}.png`) });
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
}
