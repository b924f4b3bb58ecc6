import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { signIn } from './stage/sign-in.ts';

const product = openProduct();

const TOAST = ':is([role="dialog"], [role="alertdialog"])';
const toasts = (page: Page) => page.getByRole('region', { name: 'Thông báo' });

describe('figures of the specification', () => {
  it('constants of the specification are what a person meets', async () => {
    const { page } = await product.visit();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${product.url}/sign-in`);
    await page.getByText('Đang chạy ở chế độ giả lập đăng nhập.').waitFor();
    const themeColour = () => page.locator('meta[name="theme-color"]').getAttribute('content');
    await expect.poll(themeColour).toBe('#111827');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(themeColour).toBe('#ffffff');
    expect(await page.locator('html').getAttribute('lang')).toBe('vi');
    const colour = await page
      .getByRole('button', { name: 'Đăng nhập', exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
    const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(Number);
    expect(green).toBeGreaterThan(2 * Math.max(red, blue));
  });

  it('toasts: five at most, 16 px apart, at the bottom right', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/profile`);
    const shown = toasts(page).locator(TOAST).filter({ visible: true });
    const name = page.getByLabel('Tên hiển thị');
    for (let save = 1; save <= 7; save++) {
      await name.fill(`Nguyễn Thị Kế Toán ${save}`);
      await name.press('Enter');
      // Their time stops while the pointer is over one of them.
      if (save === 1) await shown.first().hover();
      await expect.poll(() => shown.count()).toBe(Math.min(5, save));
      await page.getByText(`Nguyễn Thị Kế Toán ${save}`).first().waitFor({ state: 'attached' });
    }
    const boxes = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    const ordered = boxes.sort((a, b) => a.top - b.top);
    for (const [index, box] of ordered.slice(1).entries()) {
      expect(box.top - ordered[index]!.bottom).toBeCloseTo(16, 0);
    }
    expect(1440 - ordered.at(-1)!.right).toBeCloseTo(16, 0);
    expect(900 - ordered.at(-1)!.bottom).toBeCloseTo(16, 0);
    await page.mouse.move(10, 10);
    // A screen reader must be told of all that the keyboard reaches.
    expect(await toasts(page).locator('button[aria-hidden="true"]').count()).toBe(0);
    await expect.poll(() => shown.count()).toBe(0);
  });

  it('a message is shown while the network is away, the first one of a page too', async () => {
    const { page, context } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/profile`);
    const name = page.getByLabel('Tên hiển thị');
    await name.fill('Nguyễn Thị Kế Toán ngoài mạng');
    await context.setOffline(true);
    await name.press('Enter');
    await toasts(page).locator(TOAST).filter({ visible: true }).first().waitFor();
    await context.setOffline(false);
  });

  it('a message leaves the buttons of a form free, however long the form is', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/amis/profiles?edit=new`);
    const form = page.getByRole('dialog', { name: 'Tạo hồ sơ' });
    await form.getByLabel('Mã hồ sơ').fill('MOI');
    await form.getByLabel('Mã số thuế').fill('0101243150');
    await form.getByLabel('Tên công ty').fill('Công ty Mới');
    await page.route('**/v1/amis/profiles', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    const save = form.getByRole('button', { name: 'Tạo hồ sơ' });
    await save.click();
    await toasts(page).getByText('Không kết nối được máy chủ').waitFor();
    // Without waiting for the message to go.
    await save.click({ trial: true, timeout: 1_000 });
  });

  it('a press on a button that moves away under the mouse counts once', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/amis/profiles?edit=new`);
    const form = page.getByRole('dialog', { name: 'Tạo hồ sơ' });
    const close = form.getByRole('button', { name: 'Hủy' });
    const { x, y, width, height } = (await close.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await close.evaluate((button) => (button.style.marginTop = '80px'));
    await page.mouse.up();
    await form.waitFor({ state: 'hidden' });
  });

  it('tooltips come after 700 ms, and the next one at once', async () => {
    const { page } = await product.visit();
    await signIn(page, product.url);
    await page.getByText('Các bước của kỳ').waitFor();
    await page.clock.install();
    const tip = page.locator('#overlays').getByText('Tìm kiếm hoặc chuyển trang');
    await page.setViewportSize({ width: 900, height: 900 });
    // From here the page's time moves by `runFor` alone: a slow machine must not show the tooltip early.
    await page.clock.pauseAt(Date.now() + 5000);
    await page.getByRole('button', { name: 'Tìm kiếm hoặc chuyển trang' }).hover();
    await page.clock.runFor(650);
    expect(await tip.count()).toBe(0);
    await page.clock.runFor(100);
    await tip.waitFor();
    const runs = page.locator('#overlays').getByText('Tác vụ', { exact: true });
    await page.getByRole('button', { name: 'Tác vụ' }).hover();
    await page.clock.runFor(20);
    await runs.waitFor();
  });

  it('the loading bar fills in 2,000 ms while another page is on its way', async () => {
    const { page } = await product.visit({ reducedMotion: 'no-preference' });
    await signIn(page, product.url);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('**/assets/partners-page-*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Đối tượng', exact: true }).click();
    const bar = page.locator('[style*="loading-bar"]');
    await bar.waitFor({ state: 'attached' });
    expect(await bar.evaluate((line) => getComputedStyle(line).animationDuration)).toBe('2s');
    open();
    await page.getByRole('grid', { name: 'Đối tượng Bravo' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });

  it('a picture that takes longer than 1,500 ms gives way to initials', async () => {
    const { page } = await product.visit();
    await page.route('**/v1/auth/me', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as object;
      await route.fulfill({ json: { ...me, avatarUrl: `${product.url}/v1/media/cham` } });
    });
    const never = new Promise<void>(() => undefined);
    await page.route('**/v1/media/cham', () => never);
    await page.clock.install();
    const asked = page.waitForRequest('**/v1/media/cham');
    await signIn(page, product.url);
    await asked;
    const me = page.getByRole('button', { name: /^Tài khoản của tôi/ });
    await page.clock.runFor(1_600);
    await expect.poll(() => me.locator('img').count()).toBe(0);
    expect((await me.locator('span[aria-hidden]').innerText()).length).toBeGreaterThan(0);
  });
});

describe('the keyboard alone', () => {
  it('reaches the content, opens and closes what floats, and gives the focus back', async () => {
    const { page, problems } = await product.visit();
    await signIn(page, product.url);
    await page.getByText('Các bước của kỳ').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    await page.locator('body').press('Tab');
    await expect.poll(focused).toBe('Tới nội dung chính');
    await page.keyboard.press('Enter');
    await page.locator('#content:focus').waitFor();

    // A page by Ctrl+K, without marks and case.
    await page.keyboard.press('Control+k');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('ho so');
    await page.getByRole('option', { name: 'Hồ sơ', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/amis/profiles');

    // A menu and the dialog behind it, and back to where it was opened.
    const pointedAt = (name: string) => page.getByRole('menuitem', { name, exact: true }).and(page.locator(':focus'));
    const actions = page.getByRole('button', { name: /^Thao tác với/ }).first();
    await actions.focus();
    await page.keyboard.press('Enter');
    await pointedAt('Sửa').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Sửa hồ sơ/ });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.getByLabel('Mã hồ sơ').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => actions.evaluate((button) => button === document.activeElement)).toBe(true);

    // A question: the answer that harms nothing has the focus.
    await page.keyboard.press('Enter');
    await pointedAt('Sửa').waitFor();
    await page.keyboard.press('End');
    await pointedAt('Xóa hồ sơ').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Xóa hồ sơ/ }).waitFor();
    await expect.poll(focused).toBe('Hủy');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Xóa hồ sơ/ }).waitFor({ state: 'detached' });

    // A record beside its list.
    await page.goto(`${product.url}/bravo/items`);
    const grid = page.getByRole('grid');
    await grid.locator('[data-open]').first().waitFor();
    await grid.press('ArrowDown');
    await grid.and(page.locator('[aria-activedescendant]')).waitFor();
    await page.keyboard.press('Enter');
    await openDialog(page).waitFor();
    await page.keyboard.press('Escape');
    await openDialog(page).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('finds a list where it was left, by Back and after a refresh, and the list keeps its filter until then', async () => {
    const { page, problems } = await product.visit();
    await signIn(page, product.url);
    await page.goto(`${product.url}/invoices/bravo-sales?branchCode=CN01`);
    const grid = page.getByRole('grid');
    await grid.locator('[data-open]').first().waitFor();
    await grid.press('ArrowDown');
    for (let pages = 0; pages < 4; pages++) await grid.press('PageDown');
    const place = () =>
      grid.evaluate((list) => [list.scrollTop, list.getAttribute('aria-activedescendant')?.slice(-6)]);
    let left = await place();
    const rests = async () => {
      const before = left;
      left = await place();
      return Number(left[0]) > 1_000 && left.join() === before.join();
    };
    await expect.poll(rests).toBe(true);
    const unfiltered: string[] = [];
    page.on('request', (request) => {
      if (/invoice-bravo-sales\?(?!.*branchCode=CN01)/.test(request.url())) unfiltered.push(request.url());
    });
    await page.keyboard.press('Enter');
    await page.waitForURL(/bravo-sales\/.+/);
    await page.getByText(/^Dòng chứng từ/).waitFor();
    await page.goBack();
    await expect.poll(place).toEqual(left);
    await expect.poll(() => grid.evaluate((list) => list === document.activeElement)).toBe(true);
    expect(unfiltered).toEqual([]);
    await page.reload();
    await expect.poll(place).toEqual(left);
    // A link to the list is another visit: it starts at the top.
    await page.getByRole('link', { name: 'Tổng quan', exact: true }).click();
    await page.getByText('Các bước của kỳ').waitFor();
    await page.getByRole('link', { name: 'Bán hàng Bravo', exact: true }).click();
    await grid.locator('[data-open]').first().waitFor();
    await expect.poll(async () => (await place())[0]).toBe(0);
    expect(problems).toEqual([]);
  });

  it('a wish for less motion is kept', async () => {
    const { page } = await product.visit({ reducedMotion: 'reduce' });
    await signIn(page, product.url);
    const longest = await page.evaluate(() =>
      Math.max(
        ...Array.from(document.querySelectorAll('*'), (element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element);
          return Math.max(...`${animationDuration},${transitionDuration}`.split(',').map(Number.parseFloat));
        }),
      ),
    );
    expect(longest).toBeLessThanOrEqual(0.001);
  });
});

it('the end of a run is told once, in the words of its page', async () => {
  const { page, problems } = await product.visit();
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await page.evaluate((toast) => {
    const told = new Set<HTMLElement>();
    Object.assign(window, { told });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => Array.from(addedNodes))) {
        if (!(node instanceof HTMLElement)) continue;
        for (const one of [node, ...node.querySelectorAll<HTMLElement>(toast)]) if (one.matches(toast)) told.add(one);
      }
    }).observe(document.body, { subtree: true, childList: true });
  }, `[data-type]${TOAST}`);
  await page.getByRole('button', { name: 'Sinh hóa đơn', exact: true }).click();
  await toasts(page)
    .getByText(/^Hóa đơn: thêm/)
    .waitFor();
  await page.locator('button:enabled', { hasText: /^Sinh lại$/ }).waitFor();
  // The tray asks again, and has had the time to tell what it heard.
  await page.getByRole('button', { name: /^Tác vụ/ }).click();
  for (let answers = 0; answers < 2; answers++) await page.waitForResponse(/\/v1\/runs\?/);
  const told = await page.evaluate(() =>
    Array.from((window as unknown as { told: Set<HTMLElement> }).told, (toast) => toast.textContent),
  );
  expect(told.filter((words) => /hóa đơn/i.test(words))).toEqual([expect.stringMatching(/^Hóa đơn: thêm/)]);
  expect(problems).toEqual([]);
});
