import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { PHONE, type Visit } from './stage/browser.ts';
import { everyScreen, fillCompany, type Opening, type Screen } from './stage/every-screen.ts';
import { openProduct } from './stage/journey.ts';
import { signIn } from './stage/sign-in.ts';
import { closeAll, goTo, OVERLAY, settled } from './stage/walk.ts';

/** Some forty screens, each looked at several times. */
const ALL_SCREENS_MS = 900_000;

const product = openProduct();
let admin: Visit;
let screens: readonly Screen[];

beforeAll(async () => {
  admin = await product.visit();
  // Nothing fades or slides while it is measured.
  await admin.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await signIn(admin.page, product.url, 'admin@khop.local');
  await fillCompany(admin.page, product.url, product.dataDir);
  screens = await everyScreen(admin.page);
});

/** All rules in light; in dark only what another theme can change. */
async function violations(page: Page, within?: string, dark = true): Promise<string[]> {
  const part = within === undefined ? {} : { within };
  const light = await axeViolations(page, part);
  if (!dark) return light;
  await inTheme(page, 'dark');
  const contrast = await axeViolations(page, { rules: ['color-contrast'], ...part });
  await inTheme(page, 'light');
  return [...light, ...contrast.map((problem) => `dark: ${problem}`)];
}

async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
}

const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = [document.documentElement, document.querySelector('#content')].filter(
      (element) => element !== null && element.scrollWidth > element.clientWidth + 1,
    );
    return wide.map((element) => `${element!.tagName} is ${element!.scrollWidth} px wide in ${innerWidth} px`);
  });

async function look(page: Page, { address }: Screen, opening: Opening | undefined, phone: boolean): Promise<string[]> {
  if (!opening) return [...(await violations(page)), ...(phone ? await overflow(page) : [])];
  try {
    await opening.open(page);
    await page.locator(OVERLAY).first().waitFor();
    await settled(page);
    // What floats has the same colours at every width: they were measured on the wide screen.
    const found = await violations(page, '#overlays', !phone);
    await closeAll(page);
    if ((await page.locator(OVERLAY).count()) > 0) found.push('Escape does not close it');
    return [...found, ...(phone ? await overflow(page) : [])];
  } catch (error) {
    return [`cannot be opened: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : error}`];
  } finally {
    if (new URL(page.url()).pathname + new URL(page.url()).search !== address) await goTo(page, address);
    await closeAll(page);
  }
}

async function lookAtAll(page: Page, seen: readonly Screen[], phone: boolean): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  for (const screen of seen) {
    await goTo(page, screen.address);
    for (const opening of [undefined, ...(screen.opens ?? [])]) {
      const found = await look(page, screen, opening, phone);
      if (found.length > 0) wrong[[screen.address, opening?.name].filter(Boolean).join(' · ')] = [...new Set(found)];
    }
  }
  return wrong;
}

it(
  'every screen and whatever a click opens on it is without axe violations, in light and dark',
  async () => {
    expect(await lookAtAll(admin.page, screens, false)).toEqual({});
  },
  ALL_SCREENS_MS,
);

it(
  'the same holds on a phone, where no page scrolls sideways',
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

it('so are the pages before sign-in', async () => {
  const { page } = await product.visit();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of ['/sign-in?revoked=true', '/forgot-password']) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(product.url + address);
      await settled(page);
      expect([...(await violations(page)), ...(await overflow(page))], address).toEqual([]);
    }
  }
});
