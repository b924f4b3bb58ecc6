import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { generate } from './stage/month-actions.ts';
import { ask, signIn } from './stage/sign-in.ts';

/** More than any disk has: everything that is refused below the reserve is refused here. */
const RESERVE_MB = 100_000_000;
const product = openProduct({ env: { KHOP_DISK_RESERVE_MB: String(RESERVE_MB) } });

const REFUSAL =
  /^Ổ đĩa của máy chủ chỉ còn trống [\d.]+ MB \(cần ít nhất 100\.000\.000 MB\)\. Hãy báo quản trị viên giải phóng chỗ rồi thử lại\.$/;
const low = (page: Page, remedy = '') =>
  page.getByText(
    new RegExp(`^Ổ đĩa của máy chủ sắp đầy: còn trống [\\d.]+ MB, cần ít nhất 100\\.000\\.000 MB\\..*${remedy}`),
  );
const refused = (page: Page) => openDialog(page).getByRole('alert').filter({ hasText: REFUSAL });

it('is told on every page before an upload is tried, with figures and the remedy of each role', async () => {
  const { page, problems } = await product.visit();
  await signIn(page, product.url);
  await low(page, 'Hãy báo quản trị viên giải phóng chỗ\\.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Hóa đơn AMIS', exact: true }).click();
  await page.waitForURL(/\/invoices/);
  expect(await low(page).count()).toBe(1);

  const admin = await product.visit();
  await signIn(admin.page, product.url, 'admin@khop.local');
  await low(admin.page, 'Hãy giải phóng chỗ trên máy chủ').waitFor();
  expect([...problems, ...admin.problems]).toEqual([]);
});

it('is told otherwise when the disk is quite full, and no more once there is room', async () => {
  const { page } = await product.visit();
  await page.clock.install();
  await signIn(page, product.url);
  await low(page).waitFor();
  const answer = (status: number, body: object) =>
    page.route('**/v1/health/ready', (route) => route.fulfill({ status, json: body }));
  const message = 'Ổ đĩa của máy chủ chỉ còn trống 10 MB (cần ít nhất 1.024 MB).';
  await answer(507, { error_code: 'DISK_FULL', message });
  await page.clock.fastForward(60_000);
  await page.getByText(`${message} Chưa ghi thêm được gì`).waitFor();
  expect(await low(page).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  const room = { disk: 'ok', diskFreeBytes: 5e9, diskReserveBytes: 1e9 };
  await answer(200, { status: 'ok', database: 'ok', migration: '', ...room });
  await page.clock.fastForward(60_000);
  await page.getByText(/^Ổ đĩa của máy chủ/).waitFor({ state: 'detached' });
});

it('is named in the dialog of an upload, which keeps what was chosen', async () => {
  const { page } = await product.visit();
  await signIn(page, product.url);
  const { id } = (await ask<{ items: { id: string }[] }>(page, '/amis/profiles?sort=code')).body.items[0]!;
  await page.goto(`${product.url}/amis/profiles/${id}/products`);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục hàng hóa' }).click();
  const dialog = openDialog(page);
  const send = dialog.getByRole('button', { name: 'Kiểm tra', exact: true });
  await dialog.getByText('Chỉ kiểm tra', { exact: true }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'hang-moi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\uFEFFMã,Tên,Đơn vị tính chính\r\nDAY-01,Hàng chờ chỗ,Cái\r\n'),
  });
  await send.click();
  await refused(page).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await dialog.getByText('hang-moi.csv').count()).toBe(1);
  expect(await dialog.getByRole('checkbox', { name: /^Chỉ kiểm tra/ }).isChecked()).toBe(true);
  expect(await send.isEnabled()).toBe(true);
});

it('is named in the dialog of an export, and no invoice leaves', async () => {
  const { page } = await product.visit();
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await generate(page, 'Sinh hóa đơn');
  await page.getByRole('button', { name: 'Tải bộ tệp', exact: true }).and(page.locator(':enabled')).click();
  const go = openDialog(page).getByRole('button', { name: 'Xuất và tải bộ tệp' });
  await go.click();
  await refused(page).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await go.isEnabled()).toBe(true);
  const { items } = (await ask<{ items: { status: string }[] }>(page, '/invoice-issuance/periods')).body;
  expect(items.map(({ status }) => status)).toEqual(['generated']);
});

it('is named by a run that it ended: where it was begun, in the tray, in the list of runs and in its detail', async () => {
  const said = 'Ổ đĩa của máy chủ hoặc cơ sở dữ liệu đã đầy';
  await fillDatabase();
  const { page } = await product.visit();
  await signIn(page, product.url, 'admin@khop.local');
  await page.goto(`${product.url}/bravo/items`);
  await page.getByRole('button', { name: 'Đồng bộ toàn bộ' }).first().click();
  await page.getByText(`Lần gần nhất thất bại: ${said}`).waitFor();
  await page.getByRole('button', { name: /^Tác vụ/ }).click();
  await page.getByRole('listitem').getByText(said).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Xem tất cả' }).click();
  const row = page.getByRole('grid', { name: 'Tác vụ' }).getByRole('row').filter({ hasText: said });
  await row.waitFor();
  await row.locator('[data-open]').click();
  const detail = openDialog(page);
  await detail.getByText(said).waitFor();
  await detail.getByText('DISK_FULL', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

/** From now on the database says what it says of a disk without room, whenever a run sets rows aside. */
async function fillDatabase(): Promise<void> {
  const client = new pg.Client(product.databaseUrl);
  await client.connect();
  await client.query(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on staged_rows execute function no_room()`);
  await client.end();
}
