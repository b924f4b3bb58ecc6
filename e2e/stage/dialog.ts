import type { Locator, Page } from 'playwright-core';

/** The dialog that is open; toasts are dialogs to screen readers as well, and may come at any time. */
export const openDialog = (page: Page): Locator => page.locator('[role="dialog"]:not([data-type])');
