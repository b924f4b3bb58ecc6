import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { DEMO_PASSWORD, fillSignIn, signIn } from './sign-in.ts';
import { letTokensExpire, renewsToken } from './sign-in-provider.ts';

const NOTICE = 'Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.';

let product: Product;
let browser: Browser;
/** Another site of the company that wants the token: what it was told. */
let site: Server;
const told: string[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-allow-headers', 'authorization');
    response.setHeader('access-control-allow-methods', 'POST, DELETE');
    if (request.method !== 'OPTIONS') told.push(`${request.method} ${request.headers.authorization?.slice(0, 9)}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const env = { KHOP_SITE_TOKEN_SYNC_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}/session` };
  [product, browser] = await Promise.all([startProduct({ sample: 'none', env }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  site.close();
});

describe('a revoked session', () => {
  /** Another device of the same person ends every session. */
  async function revokeElsewhere(): Promise<void> {
    const { page, context } = await visit(browser);
    await signIn(page, product.url);
    await page.goto(`${product.url}/profile`);
    await page.getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' }).click();
    await page.waitForURL(`${product.url}/sign-in`);
    await context.close();
  }

  async function expectNotice(page: Page, redirect: string): Promise<void> {
    await page.waitForURL(`${product.url}/sign-in?revoked=true&redirect=${encodeURIComponent(redirect)}`);
    await page.getByText(NOTICE).waitFor();
    await page.getByText('Tài khoản: ketoan@khop.local').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ketoan@khop.local');
  }

  it('ends at the notice with the remembered email: at the next step, in every tab, and after reloads', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, product.url);
    const reloaded = await context.newPage();
    await reloaded.goto(`${product.url}/bravo/partners?q=an`);
    await reloaded.locator('main#content').waitFor();
    await revokeElsewhere();

    // The page is loaded anew: the provider has forgotten the person, the service has not.
    await reloaded.reload();
    await expectNotice(reloaded, '/bravo/partners?q=an');
    // The other tab follows without a reload of its own.
    await expectNotice(page, '/');
    // The notice page itself loaded anew, and another address wanted from there.
    await reloaded.reload();
    await expectNotice(reloaded, '/bravo/partners?q=an');
    await reloaded.goto(`${product.url}/amis/profiles`);
    await expectNotice(reloaded, '/amis/profiles');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('khop_token');

    // Signing in again leads to the wanted page and ends the notice.
    await fillSignIn(reloaded, 'ketoan@khop.local', DEMO_PASSWORD);
    await reloaded.waitForURL(`${product.url}/amis/profiles`);
    await context.close();
  });

  it('ends at the notice at the next step of an open page', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, product.url);
    await revokeElsewhere();
    await page.getByRole('link', { name: 'Vật tư', exact: true }).click();
    await expectNotice(page, '/bravo/items');
    await context.close();
  });
});

const tabsOf = (requests: readonly Request[]) => new Set(requests.map((request) => request.frame().page())).size;

describe('an expired token', () => {
  it('of five requests at once is renewed once, and all five are answered', async () => {
    const { page, context, problems } = await visit(browser);
    await signIn(page, product.url);
    const expired = await letTokensExpire(context, product.url, (requests) => requests.length >= 5);
    const renewals: string[] = [];
    context.on('request', (request) => renewsToken(request) && renewals.push(request.url()));
    const answers = new Map<string, number>();
    page.on('response', (response) => answers.set(response.url(), response.status()));
    await page.goto(`${product.url}/bravo/items`);
    await page.locator('main#content').waitFor();
    // Each is answered 401 first and again after the renewal.
    const answered = () => [...new Set(expired.map((request) => answers.get(request.url())))];
    await expect.poll(answered).toEqual([200]);
    expect(expired.length).toBeGreaterThanOrEqual(5);
    expect(renewals).toHaveLength(1);
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
    await context.close();
  });

  it('of two tabs at once is renewed by one of them, for both', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, product.url);
    const other = await context.newPage();
    const expired = await letTokensExpire(context, product.url, (requests) => tabsOf(requests) === 2);
    const renewals: string[] = [];
    context.on('request', (request) => renewsToken(request) && renewals.push(request.url()));
    await Promise.all([page.goto(`${product.url}/bravo/items`), other.goto(`${product.url}/bravo/partners`)]);
    await expect.poll(() => renewals.length).toBe(1);
    for (const tab of [page, other]) {
      await tab.locator('main#content').waitFor();
      await tab.waitForLoadState('networkidle');
      expect(new URL(tab.url()).pathname).not.toBe('/sign-in');
    }
    expect(tabsOf(expired)).toBe(2);
    expect(renewals).toHaveLength(1);
    await context.close();
  });
});

it('tells the other site of the company who is signed in, and that they are no more', async () => {
  const { page, context, problems } = await visit(browser);
  told.length = 0;
  await signIn(page, product.url);
  expect(told).toEqual(['POST Bearer ey']);
  await page.getByRole('button', { name: /Tài khoản của tôi/ }).click();
  await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
  await page.waitForURL(`${product.url}/sign-in`);
  expect(told).toEqual(['POST Bearer ey', 'DELETE Bearer ey']);
  expect(problems).toEqual([]);
  await context.close();
});
