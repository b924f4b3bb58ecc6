import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { openDialog } from './stage/dialog.ts';
import { exportedList } from './stage/download.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type Period = { month: string; status: string } | null;
type Rows = { total: number; items: { state: string; difference: string | null }[] };

const product = openProduct();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('takes one month from draft to locked, and only an admin unlocks it', async () => {
  const { page, problems } = await product.visit();
  await signIn(page, product.url);
  const { body } = await ask<{ items: { id: string; code: string }[] }>(page, '/amis/profiles');
  const profileId = body.items.find(({ code }) => code === 'AP')!.id;
  const place = `${product.url}/amis/profiles/${profileId}/shared-inventory?month=2026-09`;
  const address = (call: string, more = '') => `/shared-inventory${call}?profileId=${profileId}&month=2026-09${more}`;
  const untilStatus = (status: string, on = page) =>
    expect.poll(async () => (await ask<Period>(on, address('/period'))).body?.status).toBe(status);

  await page.goto(place);
  await press(page, 'Mở kỳ tháng 09/2026');
  await untilStatus('draft');
  await page.getByText('Chưa nạp đủ').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Sinh kho dùng chung' }).isDisabled()).toBe(true);

  await press(page, 'Nạp tồn kho AMIS');
  const dialog = openDialog(page);
  const file = path.join(product.dataDir, 'sample', 'amis', 'AP', 'TonKho.xlsx');
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Tải lên', exact: true }).click();
  await dialog.getByRole('button', { name: 'Chọn tệp khác' }).waitFor();
  await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().click();
  await page.getByText('AMIS: tồn đến 30/09/2026').waitFor();

  await press(page, 'Nạp tồn kho Bravo');
  await untilStatus('loaded');
  await page.getByRole('button', { name: 'Sinh kho dùng chung' }).and(page.locator(':enabled')).click();
  await untilStatus('generated');

  const grid = page.getByRole('grid', { name: 'Kho dùng chung' });
  await grid
    .getByRole('gridcell', { name: 'Khớp' })
    .or(grid.getByRole('gridcell', { name: 'Lệch' }))
    .first()
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const all = (await ask<Rows>(page, address('', '&limit=500'))).body;
  expect(all.total).toBeGreaterThan(0);
  const differing = (await ask<Rows>(page, address('', '&state=differs'))).body.total;
  await page.getByRole('button', { name: /^Lệch/ }).click();
  await page.waitForURL(/state=differs/);
  await page.locator(`[role=grid][aria-rowcount="${differing + 1}"]`).waitFor();
  await page.getByRole('button', { name: new RegExp(`^Lệch\\D*${differing}`) }).waitFor();

  const only = await exportedList(page);
  expect(only.name).toMatch(/^kho-dung-chung-2026-09-.*\.xlsx$/);
  expect(only.rows.map((row) => row[only.header.indexOf('Trạng thái')])).toEqual(Array(differing).fill('Lệch'));
  const differences = only.rows.map((row) => Number(row[only.header.indexOf('Chênh lệch')]));
  expect(differences.every((difference) => difference !== 0)).toBe(true);
  await page.getByRole('button', { name: /^Lệch/ }).click();
  await page.locator(`[role=grid][aria-rowcount="${all.total + 1}"]`).waitFor();
  expect((await exportedList(page)).rows).toHaveLength(all.total);

  await press(page, 'Khóa kỳ');
  await untilStatus('locked');
  await page.getByText('Đã khóa', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Mở khóa' }).isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Nạp tồn kho Bravo' }).count()).toBe(0);
  await press(page, 'Lịch sử kỳ');
  const history = page.getByRole('dialog', { name: 'Lịch sử kỳ tháng 09/2026' });
  for (const done of [/^Mở kỳ/, /^Nạp tồn kho AMIS/, /^Nạp tồn kho Bravo/, /^Sinh kho/, /^Khóa kỳ/])
    await history.getByText(done).first().waitFor();
  expect(problems).toEqual([]);

  const boss = await product.visit();
  await signIn(boss.page, product.url, 'admin@khop.local');
  await boss.page.goto(place);
  await press(boss.page, 'Mở khóa');
  await untilStatus('generated', boss.page);
  expect(boss.problems).toEqual([]);
});
