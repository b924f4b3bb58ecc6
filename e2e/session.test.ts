import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { ask, DEMO_PASSWORD, fillSignIn, signIn } from './stage/sign-in.ts';
import { endSession, letTokensExpire, renewsToken } from './stage/sign-in-provider.ts';

const NOTICE = 'Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.';

/** Another site of the company that wants the token, and the requests that reached it. */
let receiver: Server;
const told: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-allow-headers', 'authorization');
    response.setHeader('access-control-allow-methods', 'POST, DELETE');
    if (request.method !== 'OPTIONS') told.push(`${request.method} ${request.headers.authorization?.slice(0, 9)}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
const product = openProduct(() => {
  const { port } = receiver.address() as AddressInfo;
  return { sample: 'none', env: { KHOP_SITE_TOKEN_SYNC_URL: `http://127.0.0.1:${port}/session` } };
});
afterAll(() => receiver.close());

describe('a revoked session', () => {
  /** Another device of the same person ends every session. */
  async function revokeElsewhere(): Promise<void> {
    const { page, context } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/profile`);
    await page.getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' }).click();
    await openDialog(page).getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' }).click();
    await page.waitForURL(`${product.url}/sign-in`);
    await context.close();
    // Token times are whole seconds: a sign-in of this very second would count as one from before.
    await pause(1_000);
  }

  async function expectNotice(page: Page, redirect: string): Promise<void> {
    await page.waitForURL(`${product.url}/sign-in?revoked=true&redirect=${encodeURIComponent(redirect)}`);
    await page.getByText(NOTICE).waitFor();
    await page.getByText('Tài khoản: ketoan@khop.local').waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ketoan@khop.local');
  }

  it('ends at the notice with the remembered email: at the next step, in every tab, and after reloads', async () => {
    const { page, context } = await product.visit();
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
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('khop_token');

    // Signing in again leads to the wanted page and ends the notice.
    await fillSignIn(reloaded, 'ketoan@khop.local', DEMO_PASSWORD);
    await reloaded.waitForURL(`${product.url}/amis/profiles`);
  });

  it('ends at the notice at the next step of an open page', async () => {
    const { page } = await product.visit();
    await signInAtRest(page);
    await revokeElsewhere();
    await page.getByRole('link', { name: 'Vật tư', exact: true }).click();
    await expectNotice(page, '/bravo/items');
  });
});

/**
 * Signs in and goes to a page that asks for nothing by itself: what another one had asked for would be answered 401 and never again,
 * once the page is left.
 */
async function signInAtRest(page: Page): Promise<void> {
  await signIn(page, product.url);
  await page.goto(`${product.url}/guide`);
  await page.getByRole('heading', { name: 'Bắt đầu' }).waitFor();
}

const tabsOf = (requests: readonly Request[]) => new Set(requests.map((request) => request.frame().page())).size;

/** The status of the last answer to each of these requests, in each tab; each status once. */
function lastAnswers(context: BrowserContext, requests: readonly Request[]): () => (number | undefined)[] {
  const answers = new Map<string, number>();
  const key = (request: Request) => `${tabs.indexOf(request.frame().page())} ${request.url()}`;
  const tabs = context.pages();
  context.on('response', (response) => answers.set(key(response.request()), response.status()));
  // A request that the page gave up when it was left has no answer.
  const isGivenUp = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED';
  const asked = () => requests.filter((request) => !isGivenUp(request));
  return () => [...new Set(asked().map((request) => answers.get(key(request))))];
}

describe('an expired token', () => {
  it('of five requests at once is renewed once, and all five are answered', async () => {
    const { page, context, problems } = await product.visit();
    await signInAtRest(page);
    const expired = await letTokensExpire(context, product.url, (requests) => requests.length >= 5);
    const renewals: string[] = [];
    context.on('request', (request) => renewsToken(request) && renewals.push(request.url()));
    const answered = lastAnswers(context, expired);
    await page.goto(`${product.url}/bravo/items`);
    await page.locator('main#content').waitFor();
    await expect.poll(() => expired.length).toBeGreaterThanOrEqual(5);
    // Each is answered 401 first and again after the renewal.
    await expect.poll(answered).toEqual([200]);
    expect(renewals).toHaveLength(1);
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });

  it('of two tabs at once is renewed by one of them, for both', async () => {
    const { page, context } = await product.visit();
    await signInAtRest(page);
    const other = await context.newPage();
    const expired = await letTokensExpire(context, product.url, (requests) => tabsOf(requests) === 2);
    const renewals: string[] = [];
    context.on('request', (request) => renewsToken(request) && renewals.push(request.url()));
    const answered = lastAnswers(context, expired);
    await Promise.all([page.goto(`${product.url}/bravo/items`), other.goto(`${product.url}/bravo/partners`)]);
    await expect.poll(answered).toEqual([200]);
    for (const tab of [page, other]) {
      await tab.locator('main#content').waitFor();
      expect(new URL(tab.url()).pathname).not.toBe('/sign-in');
    }
    expect(tabsOf(expired)).toBe(2);
    expect(renewals).toHaveLength(1);
  });
});

describe('a session that expired', () => {
  const EXPIRED = 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.';

  it('in the middle of saving says so, also after a reload; the form opens again with what was typed', async () => {
    const { page, context } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/`);
    const open = () => page.getByRole('button', { name: 'Mở kỳ phát hành' }).first().click();
    await open();
    const dialog = openDialog(page);
    await dialog.getByLabel('Tên kỳ').fill('Kỳ đang gõ dở');
    await dialog.getByLabel('Đối tượng nội bộ').fill('NOIBO-01');

    // Esc keeps it: opened again, it is all there.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await open();
    expect(await dialog.getByLabel('Tên kỳ').inputValue()).toBe('Kỳ đang gõ dở');

    const back = await endSession(context, product.url);
    await page.reload();
    await page.getByText(EXPIRED).waitFor();
    await page.reload();
    await page.getByText(EXPIRED).waitFor();
    await back();
    await fillSignIn(page, 'ketoan@khop.local', DEMO_PASSWORD);
    await page.waitForURL(`${product.url}/`);
    await expect.poll(() => dialog.getByLabel('Tên kỳ').inputValue()).toBe('Kỳ đang gõ dở');
    expect(await dialog.getByLabel('Đối tượng nội bộ').inputValue()).toBe('NOIBO-01');

    // Given up: the next one begins afresh.
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open();
    expect(await dialog.getByLabel('Tên kỳ').inputValue()).not.toBe('Kỳ đang gõ dở');
  });

  it('gives what was typed to its own person alone, and a saved form leaves nothing behind', async () => {
    const { page, context } = await product.visit();
    await signIn(page, product.url);
    const form = `${product.url}/amis/profiles?edit=new`;
    await page.goto(form);
    const dialog = openDialog(page);
    await dialog.getByLabel('Mã hồ sơ').fill('DD');
    await dialog.getByLabel('Tên công ty').fill('Công ty gõ dở');
    await dialog.getByLabel('Mã số thuế').fill('0100109106');

    const back = await endSession(context, product.url);
    await dialog.getByRole('button', { name: 'Tạo hồ sơ' }).click();
    await page.waitForURL(/\/sign-in\?expired=true/);
    await page.getByText(EXPIRED).waitFor();
    await back();
    // The same person: the form is as it was, and is saved.
    await fillSignIn(page, 'ketoan@khop.local', DEMO_PASSWORD);
    await page.waitForURL(form);
    await expect.poll(() => dialog.getByLabel('Tên công ty').inputValue()).toBe('Công ty gõ dở');
    await dialog.getByRole('button', { name: 'Tạo hồ sơ' }).click();
    await page.waitForURL(/\/products$/);
    const { body } = await ask<{ items: { code: string; name: string }[] }>(page, '/amis/profiles?q=DD');
    expect(body.items).toMatchObject([{ code: 'DD', name: 'Công ty gõ dở' }]);
    await page.goto(form);
    expect(await dialog.getByLabel('Tên công ty').inputValue()).toBe('');

    // Another person at the same desk sees nothing of it.
    await dialog.getByLabel('Tên công ty').fill('Chỉ của kế toán');
    const again = await endSession(context, product.url);
    await dialog.getByRole('button', { name: 'Đóng' }).waitFor();
    await page.reload();
    await page.getByText(EXPIRED).waitFor();
    await again();
    await fillSignIn(page, 'admin@khop.local', DEMO_PASSWORD);
    await page.waitForURL(form);
    await dialog.getByLabel('Tên công ty').waitFor();
    expect(await dialog.getByLabel('Tên công ty').inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Chỉ của kế toán');
  });
});

it('tells the other site of the company who has signed in, and that they have signed out', async () => {
  const { page, problems } = await product.visit();
  told.length = 0;
  await signIn(page, product.url);
  await expect.poll(() => told).toEqual(['POST Bearer ey']);
  await page.getByRole('button', { name: /Tài khoản của tôi/ }).click();
  await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
  await page.waitForURL(`${product.url}/sign-in`);
  await expect.poll(() => told).toEqual(['POST Bearer ey', 'DELETE Bearer ey']);
  expect(problems).toEqual([]);
});
