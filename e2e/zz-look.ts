import { mkdir } from 'node:fs/promises';
import { launchBrowser, PHONE, visit, WIDE } from './stage/browser.ts';
import { freshFolder, startProduct } from './stage/product.ts';
import { signIn } from './stage/sign-in.ts';
import { takeTaxInvoices, taxScreens } from './stage/tax-screens.ts';
const out = process.argv[2]!;
await mkdir(out, { recursive: true });
const dataDir = await freshFolder('khop-look-');
const product = await startProduct({ dataDir });
const browser = await launchBrowser();
try {
  const { page } = await visit(browser);
  await page.setViewportSize(WIDE);
  await signIn(page, product.url, 'admin@khop.local');
  await takeTaxInvoices(page, `${product.url}/tax-invoices`);
  await page.screenshot({ path: `${out}/report.png` });
  const screens = await taxScreens(page);
  for (const [device, size] of Object.entries({ w: WIDE, p: PHONE }))
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme });
      for (const s of screens) {
        await page.goto(product.url + s.address);
        await page.waitForTimeout(900);
        await page.screenshot({ path: `${out}/${s.name}-${device}-${theme}.png`, fullPage: true });
        if (s.name === 'kho-hoa-don') {
          console.log(device, await page.evaluate(() => { const g = document.querySelector('[role=grid]')!; const all = [...g.querySelectorAll('*')].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible' && getComputedStyle(e).overflowX !== 'hidden'); return all.map((e) => [e.className.slice(0, 60), e.scrollWidth, e.clientWidth]); }));
          if (await page.getByRole('button', { name: 'Danh sách đã nạp' }).first().isVisible()) {
            await page.getByRole('button', { name: 'Danh sách đã nạp' }).first().click();
            await page.waitForTimeout(700);
            await page.screenshot({ path: `${out}/lists-${device}-${theme}.png` });
            await page.keyboard.press('Escape');
          }
          await page.getByRole('button', { name: 'Nạp hóa đơn' }).first().click();
          await page.getByLabel('Các tệp').setInputFiles({ name: 'ban-9.xlsx', mimeType: 'application/x', buffer: Buffer.from('PK') });
          await page.waitForTimeout(500);
          await page.screenshot({ path: `${out}/dialog-${device}-${theme}.png` });
          await page.keyboard.press('Escape');
        }
      }
    }
} finally {
  await browser.close();
  await product.stop();
}
