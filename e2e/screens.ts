// `npm run screenshots -- OUT_DIR [URL]`: pictures of every screen, light, dark and on a phone, of a fresh sample company
// (or of a running product at URL, whose current period is then generated if it was not yet).
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, visit } from './browser.ts';
import { generate } from './month-actions.ts';
import { freshFolder, startProduct } from './product.ts';
import { ask, signIn } from './sign-in.ts';

type Listed<T> = { items: T[] };
type Screen = { readonly name: string; readonly address: string };

const SIZES = { 'may-tinh': { width: 1440, height: 900 }, 'dien-thoai': { width: 390, height: 844 } } as const;
const SETTLED_MS = 700;

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
    await takeAll(product.url, out);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeAll(site: string, folder: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await take(page, site, [{ name: 'dang-nhap', address: '/sign-in' }], folder, scheme);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, site, 'admin@khop.local');
    await page.getByText('Các bước của kỳ').waitFor();
    const first = page.locator('button:enabled', { hasText: /^Sinh hóa đơn$/ });
    if (await first.count()) await generate(page, 'Sinh hóa đơn');
    const screens = await everyScreen(page);
    for (const { address } of screens.filter((screen) => screen.name.startsWith('goi-y'))) {
      await suggest(page, site + address);
    }
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await take(page, site, screens, folder, scheme);
    }
  } finally {
    await browser.close();
  }
}

/** Asks for suggestions when none wait, so that the review has something to show. */
async function suggest(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText(/^Còn \d/).waitFor();
  if ((await page.getByText(/^Còn 0$/).count()) === 0) return;
  await page.getByRole('button', { name: 'Sinh gợi ý' }).first().click();
  await page.getByText(/^Còn [1-9]/).waitFor();
}

/** Addresses of all screens, with the first records of the sample in them. */
async function everyScreen(page: Page): Promise<Screen[]> {
  const first = async (address: string): Promise<string> =>
    (await ask<Listed<{ id: string }>>(page, address)).body.items[0]?.id ?? '';
  const profile = `/amis/profiles/${await first('/amis/profiles?sort=code')}`;
  const period = `/invoice-issuance/periods/${await first('/invoice-issuance/periods')}`;
  const invoice = await first(`${period}/amis-invoices?sort=-total&limit=1`);
  const sale = await first(`${period}/invoice-bravo-sales?coverage=partly&sort=-unallocated&limit=1`);
  return [
    { name: 'tong-quan', address: '/' },
    { name: 'chua-xuat', address: '/?tab=shortages' },
    { name: 'hoa-don', address: '/invoices' },
    { name: 'mot-hoa-don', address: `/invoices/${invoice}` },
    { name: 'ban-hang-bravo', address: '/invoices/bravo-sales' },
    { name: 'chung-tu-bravo', address: `/invoices/bravo-sales/${sale}` },
    { name: 'vat-tu-bravo', address: '/bravo/items' },
    { name: 'doi-tuong-bravo', address: '/bravo/partners' },
    { name: 'ho-so-amis', address: '/amis/profiles' },
    { name: 'san-pham', address: `${profile}/products` },
    { name: 'khach-hang', address: `${profile}/customers` },
    { name: 'nha-cung-cap', address: `${profile}/suppliers` },
    { name: 'lien-ket-san-pham', address: `${profile}/product-connections` },
    { name: 'goi-y-san-pham', address: `${profile}/product-connections/suggestions` },
    { name: 'lien-ket-doi-tac', address: `${profile}/partner-connections` },
    { name: 'goi-y-doi-tac', address: `${profile}/partner-connections/suggestions` },
    { name: 'kho-dung-chung', address: `${profile}/shared-inventory` },
    { name: 'ca-nhan', address: '/profile' },
    { name: 'nguoi-dung', address: '/admin/users' },
    { name: 'nhat-ky', address: '/admin/audit' },
    { name: 'tac-vu', address: '/admin/runs' },
    { name: 'khong-tim-thay', address: '/khong-co-trang-nay' },
  ];
}

async function take(
  page: Page,
  site: string,
  screens: readonly Screen[],
  folder: string,
  scheme: 'light' | 'dark',
): Promise<void> {
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const { name, address } of screens) {
      await page.goto(site + address);
      await page.getByRole('heading').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
      await page.waitForTimeout(SETTLED_MS);
      await page.screenshot({
        path: path.join(folder, `${name}-${device}-${scheme === 'light' ? 'sang' : 'toi'}.png`),
      });
    }
  }
}
