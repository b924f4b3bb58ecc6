import type { Page } from 'playwright-core';

/** The parts that float over a page: dialogs and drawers, menus, lists of choices. */
export const OVERLAY = '#overlays :is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):visible';
/** Goes to an address of the product without loading the page again, and waits until nothing is on its way. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(async (path) => {
    // The line at the top says that the router has set out, also when the next page is there at once.
    const setOut = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-loading-bar]')) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { subtree: true, childList: true });
    });
    const before = location.pathname;
    history.pushState({}, '', path);
    const atMost = new Promise((resolve) => setTimeout(resolve, location.pathname === before ? 60 : 5_000));
    await Promise.race([setOut, atMost]);
  }, address);
  await settled(page);
}

export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(60);
  await page.getByRole('heading').first().waitFor({ state: 'attached' });
  // A part out of sight may wait until it is looked at.
  await page.waitForFunction(() => {
    const waiting = document.querySelectorAll('[data-loading-bar], .skeleton, [aria-busy="true"]');
    return Array.from(waiting).every((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom < 0 || top > innerHeight;
    });
  });
}

export async function closeAll(page: Page): Promise<void> {
  const floating = page.locator(OVERLAY);
  for (let tries = 0, left = await floating.count(); tries < 5 && left > 0; tries++) {
    const before = left;
    await page.keyboard.press('Escape');
    for (let looks = 0; looks < 50 && left === before; looks++) {
      await page.waitForTimeout(40);
      left = await floating.count();
    }
  }
}
