import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { openDialog } from './dialog.ts';
import { generate } from './month-actions.ts';
import { ask } from './sign-in.ts';

type Listed<T> = { items: T[] };

/** Something that a click on a screen opens: a dialog, a drawer, a menu. */
export type Opening = { readonly name: string; readonly open: (page: Page) => Promise<void> };
export type Screen = { readonly name: string; readonly address: string; readonly opens?: readonly Opening[] };

/** Gives the sample company something to show on every screen: invoices, suggestions, a shared inventory. */
export async function fillCompany(page: Page, site: string, dataDir?: string): Promise<void> {
  await page.goto(site);
  await page.getByText('Các bước của kỳ').waitFor();
  const first = page.locator('button:enabled', { hasText: /^Sinh hóa đơn$/ });
  await first.or(page.locator('button:enabled', { hasText: /^Sinh lại$/ })).waitFor();
  if (await first.count()) await generate(page, 'Sinh hóa đơn');
  const profile = await firstProfile(page);
  for (const kind of ['product', 'partner']) await suggest(page, `${site}${profile}/${kind}-connections/suggestions`);
  if (dataDir !== undefined) await shareInventory(page, `${site}${profile}/shared-inventory?month=2026-09`, dataDir);
}

async function firstProfile(page: Page): Promise<string> {
  return `/amis/profiles/${await firstId(page, '/amis/profiles?sort=code')}`;
}

async function firstId(page: Page, address: string): Promise<string> {
  return (await ask<Listed<{ id: string }>>(page, address)).body.items[0]?.id ?? '';
}

/** Asks for suggestions when none wait, so that the review has something to show. */
async function suggest(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText(/^Còn \d/).waitFor();
  if ((await page.getByText(/^Còn 0$/).count()) === 0) return;
  await page.getByRole('button', { name: 'Sinh gợi ý' }).first().click();
  await page.getByText(/^Còn [1-9]/).waitFor();
}

/** Opens the month of the sample's stock, loads both sides and generates what is shared. */
async function shareInventory(page: Page, address: string, dataDir: string): Promise<void> {
  const enabled = (name: string) => page.getByRole('button', { name, exact: true }).and(page.locator(':enabled'));
  await page.goto(address);
  const fresh = page.getByRole('button', { name: 'Mở kỳ tháng 09/2026' });
  await fresh.or(page.getByRole('grid')).first().waitFor();
  if ((await fresh.count()) === 0) return;
  await fresh.click();
  await enabled('Nạp tồn kho AMIS').click();
  const dialog = openDialog(page);
  await dialog.locator('input[type=file]').setInputFiles(path.join(dataDir, 'sample', 'amis', 'AP', 'TonKho.xlsx'));
  await dialog.getByRole('button', { name: 'Tải lên', exact: true }).click();
  await dialog.getByRole('button', { name: 'Chọn tệp khác' }).waitFor();
  await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().click();
  await enabled('Nạp tồn kho Bravo').click();
  await enabled('Sinh kho dùng chung').click();
  await page.getByRole('grid', { name: 'Kho dùng chung' }).getByRole('gridcell').first().waitFor();
}

const button = (name: string | RegExp, within: (page: Page) => Locator = (page) => page.locator('body')): Opening => ({
  name: String(name),
  open: (page) => within(page).getByRole('button', { name, exact: true }).first().click(),
});

/** The first row of the screen's grid. */
const row: Opening = {
  name: 'first row',
  open: (page) => page.getByRole('grid').last().locator('[data-open]').first().click(),
};

const keys = (combination: string): Opening => ({
  name: combination,
  open: (page) => page.keyboard.press(combination),
});

/** Opens something inside what another opening opened. */
const then = (outer: Opening, ...inner: Opening[]): Opening => ({
  name: [outer, ...inner].map(({ name }) => name).join(' → '),
  open: async (page) => {
    await outer.open(page);
    for (const { open } of inner) await open(page);
  },
});

const item = (name: string | RegExp): Opening => ({
  name: String(name),
  open: (page) => page.getByRole('menuitem', { name, exact: true }).click(),
});
const inDialog = (name: string): Opening => button(name, openDialog);
const tab = (name: string): Opening => ({
  name,
  open: (page) => openDialog(page).getByRole('tab', { name }).click(),
});

/** A button beside the list; on a phone an entry behind "Việc khác". */
const acceptMany: Opening = {
  name: 'Chấp nhận hàng loạt',
  open: async (page) => {
    const beside = page.getByRole('button', { name: 'Chấp nhận hàng loạt', exact: true });
    const more = page.getByRole('button', { name: 'Việc khác', exact: true });
    await beside.or(more).first().waitFor();
    if (await beside.isVisible()) return beside.click();
    await more.click();
    await page.getByRole('menuitem', { name: 'Chấp nhận hàng loạt' }).click();
  },
};

const uploads = (...names: string[]): Opening[] => [
  button('Tải lên'),
  ...[...names, 'Các lần tải trước'].map((name) => then(button('Tải lên'), item(name))),
];

/** Menus of every grid, tried on one. */
const gridMenus: Opening[] = [
  button('Cột'),
  button('Chế độ xem'),
  {
    name: 'menu of a column',
    open: (page) =>
      page
        .getByRole('button', { name: /^Tùy chọn cột/ })
        .first()
        .click(),
  },
];
/** What the top bar opens, tried on one screen. */
const topBar: Opening[] = [
  keys('Control+k'),
  button(/^Tác vụ/),
  button(/^Tài khoản của tôi/),
  button(/^Kỳ phát hành:/),
];

/** Every screen with the first records of the sample, and what opens on it. */
export async function everyScreen(page: Page): Promise<Screen[]> {
  const profile = await firstProfile(page);
  const period = `/invoice-issuance/periods/${await firstId(page, '/invoice-issuance/periods')}`;
  const invoice = await firstId(page, `${period}/amis-invoices?sort=-total&limit=1`);
  const sale = await firstId(page, `${period}/invoice-bravo-sales?coverage=partly&sort=-unallocated&limit=1`);
  const { problems } = (await ask<{ problems: { key: string; count: number }[] }>(page, `${period}/preflight`)).body;
  const finding = problems.find(({ count }) => count > 1)?.key ?? '';
  const record = [row, then(row, tab('Lịch sử')), then(row, inDialog('Sửa'))];
  return [
    {
      name: 'tong-quan',
      address: '/',
      opens: [
        ...topBar,
        button('Thiết lập kỳ'),
        button('Tải bộ tệp'),
        button('Việc khác của kỳ'),
        then(button('Việc khác của kỳ'), item('Xóa kỳ')),
        button(/^Nạp lại \w+:\s*Tồn kho/),
      ],
    },
    { name: 'chua-xuat', address: '/?tab=shortages' },
    ...['item', 'partner', 'reason'].map((by) => ({
      name: `chua-xuat-${by}`,
      address: `/?tab=shortages&by=${by}`,
    })),
    { name: 'cac-ky', address: '/?view=periods' },
    { name: 'hoa-don', address: '/invoices', opens: [button(/^Ngày bán/)] },
    { name: 'mot-hoa-don', address: `/invoices/${invoice}`, opens: [row, button('Đổi người mua')] },
    { name: 'ban-hang-bravo', address: '/invoices/bravo-sales' },
    { name: 'chung-tu-bravo', address: `/invoices/bravo-sales/${sale}`, opens: [button('Loại khỏi kỳ')] },
    { name: 'doi-chieu', address: '/invoices/reconciliation' },
    ...['parts', 'entries', 'reviews', 'vat', 'return'].map((part) => ({
      name: `doi-chieu-${part}`,
      address: `/invoices/reconciliation?tab=${part}`,
    })),
    { name: 'kiem-tra-ky', address: `/invoices/checks?finding=${encodeURIComponent(finding)}` },
    { name: 'dong-ban-hang', address: '/bravo/sales', opens: uploads('Bảng kê bán hàng') },
    { name: 'ban-hang-o-bravo', address: '/bravo/sales?tab=live' },
    { name: 'vat-tu-bravo', address: '/bravo/items', opens: [row, ...gridMenus] },
    { name: 'doi-tuong-bravo', address: '/bravo/partners', opens: [row, ...uploads('Yêu cầu hóa đơn')] },
    {
      name: 'ho-so-amis',
      address: '/amis/profiles',
      opens: [
        button('Tạo hồ sơ'),
        then(button('Tạo hồ sơ'), inDialog('Mở lịch')),
        button(/^Thao tác/),
        then(button(/^Thao tác/), item('Sửa')),
        then(button(/^Thao tác/), item('Mã kho')),
        then(button(/^Thao tác/), item('Xóa hồ sơ')),
      ],
    },
    { name: 'nap-nhieu-tep', address: '/uploads' },
    { name: 'san-pham', address: `${profile}/products`, opens: [...record, ...uploads('Danh mục hàng hóa')] },
    { name: 'khach-hang', address: `${profile}/customers`, opens: record },
    { name: 'nha-cung-cap', address: `${profile}/suppliers`, opens: record },
    {
      name: 'lien-ket-san-pham',
      address: `${profile}/product-connections`,
      opens: [row, button('Nối tay'), ...uploads('Tệp liên kết hàng hóa')],
    },
    {
      name: 'goi-y-san-pham',
      address: `${profile}/product-connections/suggestions`,
      opens: [acceptMany, keys('r'), then(keys('r'), item(/^Khác…/))],
    },
    { name: 'lien-ket-doi-tac', address: `${profile}/partner-connections`, opens: [row, button('Nối tay')] },
    { name: 'goi-y-doi-tac', address: `${profile}/partner-connections/suggestions` },
    {
      name: 'kho-dung-chung',
      address: `${profile}/shared-inventory?month=2026-09`,
      opens: [row, button('Nạp tồn kho AMIS')],
    },
    { name: 'ca-nhan', address: '/profile', opens: [button('Đăng xuất khỏi mọi thiết bị')] },
    { name: 'nguoi-dung', address: '/admin/users', opens: [row, then(row, inDialog('Thu hồi mọi phiên'))] },
    { name: 'quy-tac', address: '/invoices/rules', opens: [button('Lịch sử')] },
    {
      name: 'quy-tac-quan-tri',
      address: '/admin/rules',
      opens: [
        button('Lịch sử'),
        button('Ghi xác nhận: Giảm thuế GTGT'),
        button(/^Thao tác với/),
        then(button(/^Thao tác với/), item('Sửa')),
        then(button(/^Thao tác với/), item('Xóa')),
        ...['Giảm thuế GTGT', 'Thuế suất được dùng', 'Ngày nghỉ lễ', 'Hạn lập hóa đơn', 'Ký hiệu và số hóa đơn'].map(
          (kind) => button(`Thêm quy tắc: ${kind}`),
        ),
      ],
    },
    {
      name: 'mau-xuat',
      address: '/admin/export-layouts',
      opens: [
        button(/^Chép thành mẫu mới/),
        then(button(/^Chép thành mẫu mới/), inDialog('Thêm cột')),
        then(button(/^Chép thành mẫu mới/), tab('Nâng cao (JSON)')),
        then(button('Thêm mẫu'), inDialog('Xem thử')),
      ],
    },
    { name: 'huong-dan', address: '/guide' },
    { name: 'nhat-ky', address: '/admin/audit', opens: [row] },
    { name: 'tac-vu', address: '/admin/runs', opens: [row] },
    { name: 'khong-tim-thay', address: '/khong-co-trang-nay' },
  ];
}
