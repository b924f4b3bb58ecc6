import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PHONE, type Visit } from './stage/browser.ts';
import { everyScreen, fillCompany } from './stage/every-screen.ts';
import { openProduct } from './stage/journey.ts';
import { signIn } from './stage/sign-in.ts';
import { closeAll, goTo, OVERLAY } from './stage/walk.ts';

const ALL_SCREENS_MS = 450_000;

const product = openProduct();
let admin: Visit;
const refused: string[] = [];

beforeAll(async () => {
  admin = await product.visit();
  await watchPolicy(admin.page);
  await signIn(admin.page, product.url, 'admin@khop.local');
  await fillCompany(admin.page, product.url, product.dataDir);
});

/** Keeps what the browser refuses to load, run or apply on any page from now on. */
async function watchPolicy(page: Page): Promise<void> {
  await page.exposeFunction('policyRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      const tell = (window as unknown as { policyRefused: (what: string) => void }).policyRefused;
      tell([location.pathname, violatedDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
}

it(
  'no screen, nor what a click opens on it, wants what the page’s policy refuses',
  async () => {
    const { page } = admin;
    for (const { address, opens = [] } of await everyScreen(page)) {
      await goTo(page, address);
      for (const { open } of opens) {
        await open(page);
        await page.locator(OVERLAY).first().waitFor();
        await closeAll(page);
        if (new URL(page.url()).pathname + new URL(page.url()).search !== address) await goTo(page, address);
      }
    }
    expect(refused).toEqual([]);
  },
  ALL_SCREENS_MS,
);

it('the pages before sign-in and the page that shows the contract want nothing that their policy refuses', async () => {
  const { page } = await product.visit();
  await watchPolicy(page);
  await page.setViewportSize(PHONE);
  for (const address of ['/sign-in?revoked=true', '/forgot-password']) {
    await page.goto(product.url + address);
    await page.getByRole('heading').first().waitFor();
  }
  await page.goto(`${product.url}/v1/docs`);
  expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('1152px');
  expect(refused).toEqual([]);
  // The watch sees what is refused.
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p style="color:red">đỏ</p>'));
  await expect.poll(() => refused.length).toBe(1);
});
