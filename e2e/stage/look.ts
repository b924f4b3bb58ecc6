import type { Page } from 'playwright-core';
import { axeViolations } from './accessibility.ts';
import { PHONE, WIDE } from './browser.ts';
import type { Opening, Screen } from './openings.ts';
import { closeAll, goTo, OVERLAY, settled } from './walk.ts';

/** All rules in light; in dark only what another theme can change. */
export async function violations(page: Page, within?: string, dark = true): Promise<string[]> {
  const part = within === undefined ? {} : { within };
  const light = await axeViolations(page, part);
  if (!dark) return light;
  await inTheme(page, 'dark');
  const contrast = await axeViolations(page, { coloursOnly: true, ...part });
  await inTheme(page, 'light');
  return [...light, ...contrast.map((problem) => `dark: ${problem}`)];
}

async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
}

/** Says what is wider than the screen. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = [document.documentElement, document.querySelector('#content')].filter(
      (element) => element !== null && element.scrollWidth > element.clientWidth + 1,
    );
    return wide.map((element) => `${element!.tagName} is ${element!.scrollWidth} px wide in ${innerWidth} px`);
  });

/** The floating parts that an edge of the screen cuts off: a person cannot scroll there. */
const cutOff = (page: Page): Promise<string[]> =>
  page.locator(OVERLAY).evaluateAll((floating) =>
    floating.flatMap((one) => {
      const { left, right } = one.getBoundingClientRect();
      const name = `${one.getAttribute('role')} reaches from ${Math.round(left)} to ${Math.round(right)} px`;
      return left < -1 || right > innerWidth + 1 ? [`${name} of ${innerWidth}`] : [];
    }),
  );

/** The faults of a screen, or of whatever a click opens on it: by axe in both themes, and on a phone by its width. */
export async function look(
  page: Page,
  { address }: Screen,
  opening: Opening | undefined,
  phone: boolean,
): Promise<string[]> {
  if (!opening) return [...(await violations(page)), ...(phone ? await overflow(page) : [])];
  try {
    await opening.open(page);
    await page.locator(OVERLAY).first().waitFor();
    await settled(page);
    // Floating parts have the same colours at every width: they were measured on the wide screen.
    const found = [...(await violations(page, '#overlays', !phone)), ...(phone ? await cutOff(page) : [])];
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

/** The faults of each of these screens and of whatever opens there, by address; nothing fades or slides meanwhile. */
export async function lookAtAll(
  page: Page,
  seen: readonly Screen[],
  phone: boolean,
): Promise<Record<string, string[]>> {
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

/** The same of a few screens, on a wide screen and on a phone; leaves the wide one. */
export async function lookAtBothSizes(page: Page, seen: readonly Screen[]): Promise<Record<string, string[]>> {
  const wide = await lookAtAll(page, seen, false);
  await page.setViewportSize(PHONE);
  const narrow = await lookAtAll(page, seen, true);
  await page.setViewportSize(WIDE);
  const onPhone = Object.entries(narrow).map(([where, found]) => [`phone: ${where}`, found]);
  return { ...wide, ...Object.fromEntries(onPhone) };
}
