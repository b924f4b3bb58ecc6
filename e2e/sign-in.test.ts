import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { PHONE } from './stage/browser.ts';
import { openProduct } from './stage/journey.ts';
import { ask, DEMO_PASSWORD, fillSignIn, signIn } from './stage/sign-in.ts';
import { lastMail, signUpAtProvider, standInForProviderScript } from './stage/sign-in-provider.ts';

const ITEMS = '/bravo/items?q=gi%E1%BA%A5y';

const product = openProduct({ sample: 'none' });

const emailOf = async (page: Page) => (await ask<{ email: string }>(page, '/auth/me')).body.email;
const inside = (page: Page) => page.locator('main#content').waitFor();
/** A refused sign-in is written to the console by the browser itself. */
const unexpected = (problems: string[]) => problems.filter((problem) => !problem.includes('status of 400'));

describe('by password', () => {
  it('keeps a stranger out, tells a wrong password, and lets the right one in to the page that was wanted', async () => {
    const { page, problems } = await product.visit();
    await page.goto(`${product.url}${ITEMS}`);
    await page.waitForURL((url) => url.pathname === '/sign-in' && url.searchParams.get('redirect') === ITEMS);
    await page.getByText('Đang chạy ở chế độ giả lập đăng nhập. Không dùng tài khoản và mật khẩu thật.').waitFor();

    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await page.getByText('Nhập mật khẩu.').waitFor();
    await page.getByLabel('Email').fill('ketoan@khop.local');
    await expect.poll(() => page.getByText('Nhập email của bạn').count()).toBe(0);
    await fillSignIn(page, 'ketoan@khop.local', 'sai-mat-khau');
    await page.getByText('Email hoặc mật khẩu không đúng. Hãy kiểm tra lại.').waitFor();
    await fillSignIn(page, 'ketoan@khop.local', DEMO_PASSWORD);
    await page.waitForURL(`${product.url}${ITEMS}`);
    await inside(page);
    expect(await emailOf(page)).toBe('ketoan@khop.local');

    // The session is that of the browser: a new page of it needs no sign-in, and an auth page leads on.
    await page.goto(`${product.url}/sign-in`);
    await page.waitForURL(`${product.url}/`);
    await page.goto(`${product.url}/forgot-password`);
    await page.waitForURL(`${product.url}/`);
    expect(unexpected(problems)).toEqual([]);
  });

  it.each(['https://evil.example/', '/\t/evil.example'])('does not follow a redirect to %s', async (redirect) => {
    const { page } = await product.visit();
    await page.goto(`${product.url}/sign-in?redirect=${encodeURIComponent(redirect)}`);
    await fillSignIn(page, 'ketoan@khop.local', DEMO_PASSWORD);
    await inside(page);
    expect(new URL(page.url()).origin).toBe(product.url);
  });

  it('signs out: the cookie, the provider and every tab', async () => {
    const { page, context, problems } = await product.visit();
    await signIn(page, product.url);
    const other = await context.newPage();
    await other.goto(`${product.url}/amis/profiles`);
    await inside(other);
    await page.getByRole('button', { name: /Tài khoản của tôi/ }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await page.waitForURL(`${product.url}/sign-in`);
    await other.waitForURL(`${product.url}/sign-in?redirect=%2Famis%2Fprofiles`);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('khop_token');
    await page.goto(`${product.url}/profile`);
    await page.waitForURL(`${product.url}/sign-in?redirect=%2Fprofile`);
    expect(unexpected(problems)).toEqual([]);
  });

  it('is taken up by the other tabs of the browser, each where it wanted to go', async () => {
    const { page, context } = await product.visit();
    const other = await context.newPage();
    await other.goto(`${product.url}/profile`);
    await other.waitForURL(/\/sign-in/);
    await signIn(page, product.url);
    await other.waitForURL(`${product.url}/profile`);
  });
});

describe('by a link in a mail', () => {
  const send = async (page: Page, email: string) => {
    await page.goto(`${product.url}/sign-in?redirect=${encodeURIComponent(ITEMS)}`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Gửi đường dẫn đăng nhập qua email' }).click();
    await page.getByText('Đã gửi đường dẫn đăng nhập tới').waitFor();
    return lastMail(product.url, email, 'EMAIL_SIGNIN');
  };

  it('on the same device signs in at once, and only once', async () => {
    const { page, problems } = await product.visit();
    const link = await send(page, 'ketoan@khop.local');
    await page.goto(link);
    await page.waitForURL(`${product.url}${ITEMS}`);
    await inside(page);
    expect(await emailOf(page)).toBe('ketoan@khop.local');
    expect(unexpected(problems)).toEqual([]);

    const again = await product.visit();
    await again.page.goto(link);
    await again.page.getByLabel('Email').fill('ketoan@khop.local');
    await again.page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
    await again.page.getByText('Đường dẫn đã được dùng hoặc hết hạn. Hãy yêu cầu đường dẫn mới.').waitFor();
    // The other ways are open again.
    await again.page.getByLabel('Mật khẩu', { exact: true }).waitFor();
  });

  it('on another device asks for the email, and takes no other', async () => {
    const sender = await product.visit();
    const link = await send(sender.page, 'admin@khop.local');
    const { page } = await product.visit();
    await page.goto(link);
    await page.getByText('Nhập lại email đã nhận đường dẫn để hoàn tất đăng nhập.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Email').fill('ketoan@khop.local');
    await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
    await page.getByText('Đường dẫn này được gửi tới email khác.').waitFor();
    await page.getByLabel('Email').fill('admin@khop.local');
    await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
    await page.waitForURL(`${product.url}${ITEMS}`);
    await inside(page);
    expect(await emailOf(page)).toBe('admin@khop.local');
  });
});

describe('with a forgotten password', () => {
  it('sends a link without telling who has an account, and the new password works', async () => {
    const { page } = await product.visit();
    await page.goto(`${product.url}/sign-in`);
    await page.getByRole('link', { name: 'Quên mật khẩu?' }).click();
    await page.waitForURL(`${product.url}/forgot-password`);
    for (const email of ['khong-ai@khop.local', 'admin@khop.local']) {
      await page.goto(`${product.url}/forgot-password`);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Gửi', exact: true }).click();
      await page.getByText('Nếu email này có tài khoản, đường dẫn đặt lại mật khẩu đã được gửi tới').waitFor();
    }
    const link = await lastMail(product.url, 'admin@khop.local', 'PASSWORD_RESET');
    await page.goto(`${link}&newPassword=mat-khau-moi-2026`);
    await page.goto(`${product.url}/sign-in`);
    await fillSignIn(page, 'admin@khop.local', DEMO_PASSWORD);
    await page.getByText('Email hoặc mật khẩu không đúng.').waitFor();
    await fillSignIn(page, 'admin@khop.local', 'mat-khau-moi-2026');
    await inside(page);
  });
});

describe('at a social provider', () => {
  /** By number, as the emulator is: browsers keep the storage of a frame apart when it is of another site. */
  const byNumber = () => product.url.replace('localhost', '127.0.0.1');

  it('signs in through a window of 500×600', async () => {
    const { page, context, problems } = await product.visit();
    await standInForProviderScript(context);
    await page.goto(`${byNumber()}/sign-in?redirect=${encodeURIComponent(ITEMS)}`);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Tiếp tục với Google' }).click();
    const popup = await opening;
    expect(popup.viewportSize()).toEqual({ width: 500, height: 600 });
    await signUpAtProvider(popup, 'moi@gmail.com');
    await page.waitForURL(`${byNumber()}${ITEMS}`);
    await inside(page);
    expect(await emailOf(page)).toBe('moi@gmail.com');
    expect(problems).toEqual([]);
  });

  it('offers the redirect when the browser blocks the window, and comes back signed in', async () => {
    const { page, context } = await product.visit();
    await standInForProviderScript(context);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`${byNumber()}/sign-in?redirect=${encodeURIComponent(ITEMS)}`);
    await page.getByRole('button', { name: 'Tiếp tục với Microsoft' }).click();
    await page.getByText('Trình duyệt đã chặn cửa sổ đăng nhập.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Đăng nhập bằng cách chuyển trang.' }).click();
    await page.waitForURL(/\/emulator\/auth\/handler/);
    await signUpAtProvider(page, 'moi@outlook.com');
    await page.waitForURL(`${byNumber()}${ITEMS}`);
    await inside(page);
    expect(await emailOf(page)).toBe('moi@outlook.com');
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each([
    ['wide', { width: 1440, height: 900 }],
    ['on a phone', PHONE],
  ] as const)('the auth pages are accessible, %s', async (_, viewport) => {
    const { page } = await product.visit({ viewport });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${product.url}/sign-in?revoked=true`);
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await page.getByText('Nhập mật khẩu.').waitFor();
    await page.getByText('Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await fillSignIn(page, 'ketoan@khop.local', 'x');
    await page.getByText('Email hoặc mật khẩu không đúng.').waitFor();
    await page.getByRole('button', { name: 'Gửi đường dẫn đăng nhập qua email' }).click();
    await page.getByText('Đã gửi đường dẫn đăng nhập tới').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${product.url}/forgot-password`);
    await page.getByRole('button', { name: 'Gửi', exact: true }).click();
    await page.getByText('Nhập email của bạn, ví dụ').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  });
});
