import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PHONE, type Visit, WIDE } from './stage/browser.ts';
import { closeMonth, everyScreen, fillCompany, screensOfMonths } from './stage/every-screen.ts';
import { openProduct } from './stage/journey.ts';
import { look, lookAtAll, lookAtBothSizes, overflow, violations } from './stage/look.ts';
import type { Opening, Screen } from './stage/openings.ts';
import { signIn } from './stage/sign-in.ts';
import { goTo, settled } from './stage/walk.ts';

/** Some forty screens, each looked at several times. */
const ALL_SCREENS_MS = 900_000;

const product = openProduct();
let admin: Visit;
let screens: readonly Screen[];
/** All that the browser refused to load, run or apply on any page that is watched. */
const refused: string[] = [];

/** Keeps what the browser refuses from now on. */
async function watchPolicy(page: Page): Promise<void> {
  await page.exposeFunction('policyRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      const tell = (window as unknown as { policyRefused: (what: string) => void }).policyRefused;
      tell([location.pathname, violatedDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
}

beforeAll(async () => {
  admin = await product.visit();
  await watchPolicy(admin.page);
  await signIn(admin.page, product.url, 'admin@khop.local');
  await fillCompany(admin.page, product.url, product.dataDir);
  screens = await everyScreen(admin.page);
});

it(
  'every screen and whatever a click opens on it is without axe violations, in light and dark, and wants nothing that its policy refuses',
  async () => {
    expect(await lookAtAll(admin.page, screens, false)).toEqual({});
    expect(refused).toEqual([]);
  },
  ALL_SCREENS_MS,
);

it(
  'on a phone every screen is without axe violations, and no page scrolls sideways',
  async () => {
    const { page } = admin;
    await page.setViewportSize(PHONE);
    await goTo(page, '/');
    const menu: Opening = {
      name: 'navigation',
      open: (on) => on.getByRole('button', { name: 'Mở điều hướng' }).click(),
    };
    expect(await look(page, { name: 'tong-quan', address: '/' }, menu, true)).toEqual([]);
    expect(await lookAtAll(page, screens, true)).toEqual({});
    expect(refused).toEqual([]);
  },
  ALL_SCREENS_MS,
);

it(
  'a closed month and the switcher of several open months are without axe violations',
  async () => {
    const { page } = admin;
    await page.setViewportSize(WIDE);
    await closeMonth(page, product.url);
    expect(await lookAtBothSizes(page, await screensOfMonths(page))).toEqual({});
    expect(refused).toEqual([]);
  },
  ALL_SCREENS_MS,
);

it('the pages before sign-in are without axe violations and never wider than the screen', async () => {
  const { page } = await product.visit();
  for (const address of ['/sign-in?revoked=true', '/forgot-password']) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(product.url + address);
      await settled(page);
      expect([...(await violations(page)), ...(await overflow(page))], address).toEqual([]);
    }
  }
});

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
  expect(refused.splice(0).join()).toContain('style-src');
});

it('a text too pale to read is found where it first appears, whatever is behind it', async () => {
  const { page } = await product.visit();
  await page.goto(`${product.url}/sign-in`);
  await settled(page);
  const plant = (color: string, background: string) =>
    page.evaluate(
      ([color, background]) => {
        const [ground, text] = [document.createElement('div'), document.createElement('p')];
        // By script: the content policy lets no style of a text's own in.
        Object.assign(ground.style, { background });
        Object.assign(text.style, { color });
        text.textContent = 'Tồn kho';
        ground.append(text);
        document.querySelector('main')!.append(ground);
      },
      [color, background] as const,
    );
  expect(await violations(page)).toEqual([]);
  await plant('#bbb', '#fff');
  expect((await violations(page, undefined, false)).join()).toContain('color-contrast');
  await plant('#bbb', '#000');
  await plant('#333', '#fff');
  expect(await violations(page, undefined, false)).toEqual([]);
  await plant('#333', '#000');
  expect((await violations(page, undefined, false)).join()).toContain('color-contrast');
});
