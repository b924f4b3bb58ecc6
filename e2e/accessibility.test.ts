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

beforeAll(async () => {
  admin = await product.visit();
  await signIn(admin.page, product.url, 'admin@khop.local');
  await fillCompany(admin.page, product.url, product.dataDir);
  screens = await everyScreen(admin.page);
});

it(
  'every screen and whatever a click opens on it is without axe violations, in light and dark',
  async () => {
    expect(await lookAtAll(admin.page, screens, false)).toEqual({});
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
