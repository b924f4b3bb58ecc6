import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

const product = openProduct();

/** Says that another build is served, as after a deployment. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'new-build' } }));
  await page.route('**/builds/meta/new-build.json', (route) => route.fulfill({ json: { id: 'new-build' } }));
}

/** Counts how often the page was loaded, from now on. */
function loads(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => {
    count += 1;
  });
  return () => count;
}

/** True in a browser that never asks again for a module that it could not load once. */
async function remembersFailures(page: Page): Promise<boolean> {
  // As text: the test runner puts a function of its own in the place of `import`.
  const load = () =>
    page.evaluate<boolean>(`((part) => import(part).then(() => true, () => false))('/theme-boot.js?once')`);
  await page.route('**/theme-boot.js?once', (route) => route.abort());
  expect(await load()).toBe(false);
  await page.unroute('**/theme-boot.js?once');
  return !(await load());
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Thông báo' });

describe('addresses', () => {
  it('lead people who are not signed in to the sign-in page and back, and profiles to their products', async () => {
    const { page, problems } = await product.visit();
    await page.goto(`${product.url}/bravo/items?q=gi%E1%BA%A5y`);
    await page.waitForURL((url) => url.pathname === '/sign-in');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/bravo/items?q=gi%E1%BA%A5y');
    await page.getByLabel('Email').fill('ketoan@khop.local');
    await page.getByLabel('Mật khẩu', { exact: true }).fill('khop-demo-2026');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.url}/bravo/items?q=gi%E1%BA%A5y`);

    const { body } = await ask<{ items: { id: string }[] }>(page, '/amis/profiles');
    await page.goto(`${product.url}/amis/profiles/${body.items[0]!.id}`);
    await page.waitForURL(/\/amis\/profiles\/[^/]+\/products$/);
    await page.goto(`${product.url}/sign-in`);
    await page.waitForURL(`${product.url}/`);
    expect(problems).toEqual([]);
  });

  it('that lead nowhere show the 404 page, signed in or not, and its button leads home', async () => {
    const { page } = await product.visit();
    await page.goto(`${product.url}/khong-co?a=1`);
    await page.getByText('Page not found: /khong-co?a=1').waitFor();
    expect(await page.locator('main').innerText()).toBe(
      [
        '404',
        'Page not found: /khong-co?a=1',
        'Không tìm thấy trang',
        'Chúng tôi xin lỗi nhưng không thể tìm thấy trang này.',
        'Back to home',
      ].join('\n\n'),
    );
    expect(await page.getByRole('navigation').count()).toBe(0);
    await signIn(page, product.url);
    await page.goto(`${product.url}/amis/profiles/p1/khong-co`);
    await page.getByText('Page not found: /amis/profiles/p1/khong-co').waitFor();
    await page.getByRole('button', { name: 'Back to home' }).click();
    await page.waitForURL(`${product.url}/`);
    await page.getByRole('heading', { name: 'Tổng quan', level: 1 }).waitFor({ state: 'attached' });
  });

  it('show programs that crawl or preview no error page; the error is logged', async () => {
    const { page } = await product.visit({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    const logged = page.waitForEvent('console', (message) => message.text().includes('Page not found: /khong-co'));
    await page.goto(`${product.url}/khong-co`);
    expect((await logged).type()).toBe('error');
    expect(await page.locator('#root').innerText()).toBe('');
  });
});

describe('a part of the page that cannot be loaded', () => {
  it('is told on the error page when no newer build explains it; its button clears the error', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    const remembers = await remembersFailures(page);
    const count = loads(page);
    await page.route('**/assets/items-page-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Vật tư', exact: true }).click();
    await page.getByText('Không tải được một phần của trang.').waitFor();
    expect(await page.locator('main').innerText()).toMatch(/^500\n\nĐã xảy ra lỗi\n\nKhông tìm thấy trang/);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.unroute('**/assets/items-page-*.js');
    await page.getByRole('button', { name: 'Back to home' }).click();
    await page.waitForURL(`${product.url}/`);
    expect(count()).toBe(0);
    await page.getByRole('link', { name: 'Vật tư', exact: true }).click();
    await page.getByRole('grid', { name: 'Vật tư Bravo' }).waitFor();
    // Such a browser asks for the part again in a page that is loaded anew.
    expect(count()).toBe(remembers ? 1 : 0);
  });

  it('of an old build loads the page again, once in ten seconds, and what was typed is there', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url, 'admin@khop.local');
    await page.goto(`${product.url}/profile`);
    const name = page.getByLabel('Tên hiển thị');
    await name.fill('Phạm Thị Sổ Cái');
    await deploy(page);
    await page.route('**/assets/command-palette-*.js', (route) => route.abort());
    const count = loads(page);
    // However slow the machine is, the second time comes within the ten seconds.
    await page.clock.setFixedTime(Date.now());

    await page.keyboard.press('Control+k');
    await expect.poll(count).toBe(1);
    await page.getByLabel('Tên hiển thị').and(page.locator('[value="Phạm Thị Sổ Cái"]')).waitFor();

    // The second time within ten seconds: it is told, and the page stays.
    await page.keyboard.press('Control+k');
    const told = ['Không tải được một phần của trang.', 'Có phiên bản mới'];
    await Promise.all(told.map((words) => toasts(page).getByText(words).waitFor()));
    expect(count()).toBe(1);
    expect(await name.inputValue()).toBe('Phạm Thị Sổ Cái');
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByText('Phạm Thị Sổ Cái').first().waitFor();
  });

  it('of an old build does not cost a half-filled dialog: it is filled in again when it is opened', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/amis/profiles`);
    await page.getByRole('button', { name: 'Tạo hồ sơ' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Tạo hồ sơ' });
    // Typing can begin at once.
    await dialog.getByLabel('Mã hồ sơ').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('MOI');
    await expect.poll(() => dialog.getByLabel('Mã hồ sơ').inputValue()).toBe('MOI');
    await dialog.getByLabel('Tên công ty').fill('Công ty TNHH Mới');
    await dialog.getByLabel('Khóa sổ đến ngày').fill('31/08/2026');
    await deploy(page);
    await page.route(/\/assets\/calendar-[\w-]{8}\.js$/, (route) => route.abort());
    const count = loads(page);
    await dialog.getByRole('button', { name: 'Mở lịch' }).first().click();
    await expect.poll(count).toBe(1);
    // The address opens it again, and its draft fills it in.
    await dialog.getByText('Đã khôi phục nội dung nhập dở.').waitFor();
    await expect.poll(() => dialog.getByLabel('Mã hồ sơ').inputValue()).toBe('MOI');
    await expect.poll(() => dialog.getByLabel('Tên công ty').inputValue()).toBe('Công ty TNHH Mới');
    await expect.poll(() => dialog.getByLabel('Khóa sổ đến ngày').inputValue()).toBe('31/08/2026');
    // It was typed to the form as well, not only painted: the service takes it.
    await dialog.getByLabel('Mã số thuế').fill('0312345678');
    await dialog.getByRole('button', { name: 'Tạo hồ sơ' }).click();
    await page.waitForURL(/\/products$/);
    const { body } = await ask<{ items: object[] }>(page, '/amis/profiles?q=MOI');
    expect(body.items).toMatchObject([{ code: 'MOI', name: 'Công ty TNHH Mới', lockedThrough: '2026-08-31' }]);
  });

  it('of an old build loads the page that was wanted, and a page that was only pointed at loads nothing', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/profile`);
    await page.getByLabel('Tên hiển thị').fill('Chưa lưu');
    await deploy(page);
    let missing = true;
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('partners-page'));
    await page.route('**/assets/partners-page-*.js', (route) => (missing ? route.abort() : route.continue()));
    const count = loads(page);
    await page.getByRole('link', { name: 'Đối tượng', exact: true }).hover();
    await failed;
    expect(await page.getByLabel('Tên hiển thị').inputValue()).toBe('Chưa lưu');
    expect(count()).toBe(0);
    page.on('request', (request) => {
      if (request.isNavigationRequest()) missing = false;
    });
    await page.getByRole('link', { name: 'Đối tượng', exact: true }).click();
    await expect.poll(count).toBe(1);
    await page.waitForURL(/\/bravo\/partners$/);
    await page.goBack();
    await expect.poll(() => page.getByLabel('Tên hiển thị').inputValue()).toBe('Chưa lưu');
  });
});
