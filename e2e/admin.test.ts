import { describe, expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const product = openProduct();

describe('administration', () => {
  it('is closed to an accountant, on screen and in the API', async () => {
    const { page, problems } = await product.visit();
    await signIn(page, product.url);
    await page.getByRole('link', { name: 'Vật tư', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Người dùng' }).count()).toBe(0);
    for (const address of ['/admin/users', '/admin/audit', '/admin/runs']) {
      await page.goto(`${product.url}${address}`);
      await page.getByText('Bạn không có quyền xem trang này').first().waitFor();
      expect(await page.getByRole('grid').count()).toBe(0);
    }
    for (const address of ['/admin/users', '/admin/audit-events'])
      expect(await ask(page, address)).toMatchObject({ status: 403, body: { error_code: 'ADMIN_ONLY' } });
    expect(problems.filter((problem) => !problem.includes('403'))).toEqual([]);
  });

  it('lets an admin end the sessions of an accountant, who must sign in again', async () => {
    const accountant = await product.visit();
    await signIn(accountant.page, product.url);
    // A page that asks for nothing by itself.
    await accountant.page.goto(`${product.url}/guide`);
    await accountant.page.getByRole('heading', { name: 'Bắt đầu' }).waitFor();
    const { page, problems } = await product.visit();
    await signIn(page, product.url, 'admin@khop.local');

    await page.goto(`${product.url}/admin/users`);
    await page.getByRole('gridcell', { name: 'ketoan@khop.local' }).click();
    await openDialog(page).getByRole('button', { name: 'Thu hồi mọi phiên', exact: true }).click();
    await page.getByRole('dialog', { name: 'Thu hồi mọi phiên của ketoan@khop.local?' }).waitFor();
    await page.getByRole('button', { name: 'Thu hồi phiên', exact: true }).click();
    await page.getByText('Đã thu hồi mọi phiên của ketoan@khop.local.').waitFor();

    // The page is still open at the accountant's; its next step is where it ends.
    await accountant.page.getByRole('link', { name: 'Vật tư', exact: true }).click();
    await accountant.page.waitForURL(/\/sign-in\?.*revoked=true/);
    await expect.poll(() => accountant.page.getByLabel('Email').inputValue()).toBe('ketoan@khop.local');

    await page.goto(`${product.url}/admin/audit`);
    await page
      .getByRole('gridcell', { name: /Thu hồi mọi phiên/ })
      .first()
      .waitFor();
    await page.getByText(/Chuỗi nguyên vẹn đến sự kiện thứ [\d.]+, lúc .* Mã cuối chuỗi: [0-9a-f]{64}/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${product.url}/admin/runs`);
    await page.getByRole('grid', { name: 'Tác vụ' }).getByText('Hoàn tất').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('keeps a picture that a person chooses for themselves', async () => {
    const { page, problems } = await product.visit();
    await signIn(page, product.url, 'admin@khop.local');
    await page.goto(`${product.url}/profile`);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.locator('input[type=file]').setInputFiles({ name: 'toi.png', mimeType: 'image/png', buffer: PNG });
    await saved;
    const { body } = await ask<{ avatarUrl: string }>(page, '/auth/me');
    expect(body.avatarUrl).toContain(`${product.url}/v1/media/`);
    await page.locator(`main img[src="${body.avatarUrl}"]`).waitFor();
    expect(problems).toEqual([]);
  });

  it('puts a logo on a profile, and takes it off again', async () => {
    const { page, problems } = await product.visit();
    await signIn(page, product.url, 'admin@khop.local');
    const profiles = '/amis/profiles?sort=code&limit=1';
    const profile = async () =>
      (await ask<{ items: { id: string; logoUrl: string | null }[] }>(page, profiles)).body.items[0]!;
    const { id } = await profile();
    const form = openDialog(page);
    const save = async () => {
      await form.getByRole('button', { name: 'Lưu', exact: true }).click();
      await form.waitFor({ state: 'detached' });
    };
    await page.goto(`${product.url}/amis/profiles?edit=${id}`);
    await form.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
    await form.getByRole('img', { name: 'Logo hiện tại' }).waitFor();
    await save();
    const { logoUrl } = await profile();
    expect(logoUrl).toContain(`${product.url}/v1/media/`);
    await page.locator(`article img[src="${logoUrl}"]`).waitFor();

    await page.goto(`${product.url}/amis/profiles?edit=${id}`);
    await form.getByRole('button', { name: 'Bỏ logo' }).click();
    await save();
    await expect.poll(async () => (await profile()).logoUrl).toBeNull();
    expect(problems).toEqual([]);
  });
});
