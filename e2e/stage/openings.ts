import type { Locator, Page } from 'playwright-core';
import { openDialog } from './dialog.ts';

/** Something that a click on a screen opens: a dialog, a drawer, a menu. */
export type Opening = { readonly name: string; readonly open: (page: Page) => Promise<void> };
export type Screen = { readonly name: string; readonly address: string; readonly opens?: readonly Opening[] };

/** A button of the page, or within a part of it. */
export const button = (
  name: string | RegExp,
  within: (page: Page) => Locator = (page) => page.locator('body'),
): Opening => ({
  name: String(name),
  open: (page) => within(page).getByRole('button', { name, exact: true }).first().click(),
});

/** The first row of the screen's grid. */
export const row: Opening = {
  name: 'first row',
  open: (page) => page.getByRole('grid').last().locator('[data-open]').first().click(),
};

export const keys = (combination: string): Opening => ({
  name: combination,
  open: (page) => page.keyboard.press(combination),
});

/** Opens something inside what another opening opened. */
export const inside = (outer: Opening, ...inner: Opening[]): Opening => ({
  name: [outer, ...inner].map(({ name }) => name).join(' → '),
  open: async (page) => {
    await outer.open(page);
    for (const { open } of inner) await open(page);
  },
});

export const item = (name: string | RegExp): Opening => ({
  name: String(name),
  open: (page) => page.getByRole('menuitem', { name, exact: true }).click(),
});
export const inDialog = (name: string | RegExp): Opening => button(name, openDialog);
export const tab = (name: string): Opening => ({
  name,
  open: (page) => openDialog(page).getByRole('tab', { name }).click(),
});

/** A button beside the list; on a phone an entry behind "Việc khác". */
export const acceptMany: Opening = {
  name: 'Chấp nhận hàng loạt',
  open: async (page) => {
    const beside = page.getByRole('button', { name: 'Chấp nhận hàng loạt', exact: true });
    const more = page.getByRole('button', { name: 'Việc khác', exact: true });
    await beside.or(more).first().waitFor();
    if (await beside.isVisible()) return beside.click();
    await more.click();
    await page.getByRole('menuitem', { name: 'Chấp nhận hàng loạt' }).click();
  },
};

export const uploads = (...names: string[]): Opening[] => [
  button('Tải lên'),
  ...[...names, 'Các lần tải trước'].map((name) => inside(button('Tải lên'), item(name))),
];

/** Menus of every grid, tried on one. */
export const gridMenus: Opening[] = [
  button('Cột'),
  button('Chế độ xem'),
  {
    name: 'menu of a column',
    open: (page) =>
      page
        .getByRole('button', { name: /^Tùy chọn cột/ })
        .first()
        .click(),
  },
];
export const switcher = button(/^Kỳ phát hành:/);
/** The openings of the top bar, tried on one screen. */
export const topBar: Opening[] = [keys('Control+k'), button(/^Tác vụ/), button(/^Tài khoản của tôi/), switcher];
