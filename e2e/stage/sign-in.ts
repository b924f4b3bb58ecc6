import type { Page } from 'playwright-core';

/** Of both accounts of the sample company. */
export const DEMO_PASSWORD = 'khop-demo-2026';

/** Signs in through the form, as the accountant of the sample company unless told, and waits for the first page. */
export async function signIn(page: Page, url: string, email = 'ketoan@khop.local'): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await fillSignIn(page, email, DEMO_PASSWORD);
  await page.locator('main#content').waitFor();
}

/** Sends the form of the sign-in page. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

type Answer<T> = { status: number; body: T };

/** Asks the service what it holds, with the cookie of the page's session; where the page goes meanwhile is no matter. */
export async function ask<T>(page: Page, path: string): Promise<Answer<T>> {
  const response = await page.request.get(new URL(`/v1${path}`, page.url()).href);
  return { status: response.status(), body: await response.json() };
}
