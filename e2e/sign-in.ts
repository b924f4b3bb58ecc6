import type { Page } from 'playwright-core';

/** Signs in through the form, as the accountant of the sample company unless told, and waits for the first page. */
export async function signIn(page: Page, url: string, email = 'ketoan@khop.local'): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mật khẩu', { exact: true }).fill('khop-demo-2026');
  await page.keyboard.press('Enter');
  await page.locator('main#content').waitFor();
}

type Answer<T> = { status: number; body: T };

/** Asks the service as the signed-in page does, to see what it holds: GET by cookie. */
export async function ask<T>(page: Page, path: string): Promise<Answer<T>> {
  return page.evaluate(async (address) => {
    const response = await fetch(`/v1${address}`);
    return { status: response.status, body: await response.json() };
  }, path) as Promise<Answer<T>>;
}
