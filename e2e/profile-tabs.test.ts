import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from './stage/browser.ts';
import { openDialog } from './stage/dialog.ts';
import { exportedList } from './stage/download.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type Row = { id: string; note: string; stockValue: number | null };
type Listed<T = Row> = { items: T[]; total: number; totals?: Record<string, string> };

const product = openProduct();
let visitor: Visit;
let profileId: string;

beforeAll(async () => {
  visitor = await product.visit();
  await signIn(visitor.page, product.url);
  const { body } = await ask<Listed<{ id: string; code: string }>>(visitor.page, '/amis/profiles');
  profileId = body.items.find(({ code }) => code === 'AP')!.id;
});

async function choose(page: Page, filter: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${filter}:`) }).click();
  await page.getByRole('option', { name: option }).click();
  // A filter that takes several values stays open for the next one.
  if (await page.getByRole('listbox').isVisible()) await page.keyboard.press('Escape');
}

const gridOf = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const untilRows = (page: Page, name: string, total: number) =>
  page.locator(`[role=grid][aria-label="${name}"][aria-rowcount="${total + 1}"]:not([aria-busy])`).waitFor();

type Tab = {
  path: string;
  grid: string;
  filter: [name: string, option: RegExp, query: string];
  sort: [header: string, query: string];
  /** The calls that list the rows and that give one of them. */
  list: string;
  one: string;
  saved: RegExp;
};

const tabs: readonly Tab[] = [
  {
    path: 'products',
    grid: 'Hàng hóa AMIS',
    filter: ['Liên kết', /^Đã nối/, 'connected=true'],
    sort: ['Giá trị tồn', 'sort=stockValue'],
    list: '/amis/products?',
    one: '/amis/products/',
    saved: /^Đã lưu mã hàng/,
  },
  {
    path: 'customers',
    grid: 'Khách hàng AMIS',
    filter: ['Kiểm tra MST', /^MST hợp lệ/, 'taxCodeCheck=valid'],
    sort: ['Tên khách hàng', 'sort=name'],
    list: '/amis/partners?type=customer&',
    one: '/amis/partners/',
    saved: /^Đã lưu/,
  },
  {
    path: 'suppliers',
    grid: 'Nhà cung cấp AMIS',
    filter: ['Trạng thái', /^Đang dùng/, 'isActive=true'],
    sort: ['Tên nhà cung cấp', 'sort=name'],
    list: '/amis/partners?type=supplier&',
    one: '/amis/partners/',
    saved: /^Đã lưu/,
  },
  {
    path: 'product-connections',
    grid: 'Liên kết hàng hóa',
    filter: ['Hệ số', /^Đã có hệ số/, 'factorMissing=false'],
    sort: ['Tên hàng AMIS', 'sort=amisName'],
    list: '/product-connections?',
    one: '/product-connections/',
    saved: /^Đã lưu/,
  },
  {
    path: 'partner-connections',
    grid: 'Liên kết đối tác',
    filter: ['Cách nối', /^Nối tay/, 'origin=manual'],
    sort: ['Khách hàng AMIS', 'sort=amisName'],
    list: '/partner-connections?',
    one: '/partner-connections/',
    saved: /^Đã lưu/,
  },
];

it.each(tabs)('$path: filter, sort, drawer, edit, history, and the export of what is shown', async (tab) => {
  const { page, problems } = visitor;
  const place = `${product.url}/amis/profiles/${profileId}/${tab.path}`;
  const [filter, option, query] = tab.filter;
  const { body } = await ask<Listed>(page, `${tab.list}profileId=${profileId}&${query}&limit=500`);
  await page.goto(place);
  await choose(page, filter, option);
  await page.waitForURL(new RegExp(query));
  await untilRows(page, tab.grid, body.total);
  const [header, sort] = tab.sort;
  const grid = gridOf(page, tab.grid);
  await grid.getByRole('columnheader', { name: header }).locator('[data-label]').click();
  await page.waitForURL(new RegExp(sort));
  await grid.getByRole('columnheader', { name: header }).and(page.locator('[aria-sort=ascending]')).waitFor();

  expect((await exportedList(page)).rows).toHaveLength(body.total);

  await grid.locator('[data-open]').first().click();
  const drawer = openDialog(page);
  await drawer.getByRole('tab', { name: 'Lịch sử' }).waitFor();
  const opened = new URL(page.url());
  const id = opened.searchParams.get('id')!;
  const edit = drawer.getByRole('button', { name: 'Sửa', exact: true });
  const field = drawer.getByLabel('Ghi chú');
  await edit.or(field).first().waitFor();
  if (await edit.isVisible()) await edit.click();
  const note = `Ghi chú của ${tab.path}`;
  await field.fill(note);
  await drawer.getByRole('button', { name: 'Lưu', exact: true }).click();
  await page.getByText(tab.saved).first().waitFor();
  expect((await ask<Row>(page, `${tab.one}${id}`)).body.note).toBe(note);

  await page.goto(opened.href);
  await openDialog(page).getByRole('tab', { name: 'Lịch sử' }).click();
  await openDialog(page).getByText(note).waitFor();
  expect(problems).toEqual([]);
});

const LOAT = 12_000;
const lotCode = (n: number): string => `LOAT-${String(n).padStart(5, '0')}`;

it('adds up, copies and exports thousands of rows, most of them never scrolled to', async () => {
  const { page, context, problems } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const rows = Array.from({ length: LOAT }, (_, index) => {
    const n = index + 1;
    return `${lotCode(n)};=Hàng loạt;Cái;${n},25;1000;${n <= 999 ? 'Lô nhỏ' : 'Lô lớn'}`;
  });
  await page.goto(`${product.url}/amis/profiles/${profileId}/products`);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục hàng hóa' }).click();
  const dialog = openDialog(page);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'hang-loat.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `\uFEFFMã;Tên;Đơn vị tính chính;Số lượng tồn;Giá trị tồn;Nhóm VTHH\r\n${rows.join('\r\n')}\r\n`,
    ),
  });
  await dialog.getByRole('button', { name: 'Tải lên', exact: true }).click();
  await dialog.getByRole('button', { name: 'Chọn tệp khác' }).waitFor();
  await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().click();
  await page.getByRole('searchbox').fill('LOAT');
  await untilRows(page, 'Hàng hóa AMIS', LOAT);

  const grid = gridOf(page, 'Hàng hóa AMIS');
  const header = grid.getByRole('columnheader', { name: 'Số lượng tồn' });
  const quantity = await header.getAttribute('data-h');
  const first = grid.locator(`[data-r="0"] [data-c="${quantity}"]`);
  const told = page.getByRole('status').filter({ hasText: 'Đã chọn' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await first.click();
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await told.filter({ hasText: 'Đã chọn 6 ô · Tổng 3.006,75 · Trung bình 501,13' }).waitFor();
  await page.keyboard.press('Control+c');
  // Said beside the sum, which stays in sight.
  await page.getByText('Đã chép 6 ô · Tổng 3.006,75').waitFor();
  expect(await copied()).toBe('1,25\t1000\r\n2,25\t1000\r\n3,25\t1000');

  // The far end, which no scrolling has reached.
  await page.keyboard.press('Control+End');
  await grid.getByRole('gridcell', { name: lotCode(LOAT), exact: true }).waitFor();
  await page.keyboard.press('Control+Home');
  await grid.getByRole('gridcell', { name: lotCode(1), exact: true }).waitFor();

  await choose(page, 'Nhóm', /^Lô nhỏ/);
  await untilRows(page, 'Hàng hóa AMIS', 999);
  await first.click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await told.filter({ hasText: /^Đã chọn 999 ô · Tổng 499.749,75 · Trung bình 500,25$/ }).waitFor();
  await page.keyboard.press('Control+c');
  await page.getByText('Đã chép 999 ô').waitFor();
  expect((await copied()).split('\r\n').slice(-2)).toEqual(['998,25', '999,25']);

  const sheet = await exportedList(page);
  expect(sheet.header.slice(0, 5)).toEqual(['Mã hàng', 'Tên hàng', 'ĐVT', 'Số lượng tồn', 'Giá trị tồn']);
  expect(sheet.rows).toHaveLength(999);
  expect(sheet.rows[998]!.slice(0, 5)).toEqual([lotCode(999), '=Hàng loạt', 'Cái', 999.25, 1000]);
  expect(problems).toEqual([]);
});

const unitHeader = (page: Page) => page.locator('[role=columnheader] [title="ĐVT"]');

it('keeps a saved view for the person who saved it, on every machine, and for no other person', async () => {
  const place = `${product.url}/amis/profiles/${profileId}/products`;
  const { page } = visitor;
  await page.goto(`${place}?stock=negative`);
  await page.getByRole('button', { name: 'Cột', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'ĐVT', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chế độ xem' }).click();
  await page.getByLabel('Tên chế độ xem').fill('Tồn âm của tôi');
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/preferences/views.'),
  );
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  expect((await saved).status()).toBe(204);

  const elsewhere = await product.visit();
  await signIn(elsewhere.page, product.url);
  await elsewhere.page.goto(place);
  await gridOf(elsewhere.page, 'Hàng hóa AMIS').waitFor();
  await elsewhere.page.getByRole('button', { name: 'Chế độ xem' }).click();
  await elsewhere.page.getByRole('button', { name: 'Tồn âm của tôi', exact: true }).click();
  await elsewhere.page.waitForURL(/stock=negative/);
  await expect.poll(() => unitHeader(elsewhere.page).count()).toBe(0);
  expect(elsewhere.problems).toEqual([]);

  const other = await product.visit();
  await signIn(other.page, product.url, 'admin@khop.local');
  await other.page.goto(place);
  await unitHeader(other.page).waitFor();
  await other.page.getByRole('button', { name: 'Chế độ xem' }).click();
  await other.page.getByText('Chưa lưu chế độ xem nào.').waitFor();
});

it('finds a product by Ctrl+K and opens it in its own profile', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/profile`);
  const { items } = (await ask<Listed<{ id: string; code: string }>>(page, '/amis/products?limit=1&sort=code')).body;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Tìm và chuyển nhanh' });
  await search.fill(items[0]!.code);
  await page
    .getByRole('option', { name: new RegExp(`^${items[0]!.code} · `) })
    .first()
    .click();
  await page.waitForURL(new RegExp(`/products\\?.*id=${items[0]!.id}`));
  await openDialog(page).getByRole('tab', { name: 'Nhập hàng' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await search.fill('BM kho dung chung');
  await page.getByRole('option', { name: 'BM · Kho dùng chung', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/shared-inventory/);
  expect(problems).toEqual([]);
});
