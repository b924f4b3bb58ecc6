import path from 'node:path';
import type { Page } from 'playwright-core';
import { openDialog } from './dialog.ts';
import { exportAndClose, generate, openNextPeriod } from './month-actions.ts';
import {
  acceptMany,
  button,
  gridMenus,
  inDialog,
  inside,
  item,
  keys,
  row,
  type Screen,
  switcher,
  tab,
  topBar,
  uploads,
} from './openings.ts';
import { ask } from './sign-in.ts';
import { expectedScreens, takeTaxInvoices, taxScreens } from './tax-screens.ts';
import { cells } from './workbook.ts';

type Listed<T> = { items: T[] };

/** Gives the sample company something to show on every screen: invoices, suggestions, a shared inventory. */
export async function fillCompany(page: Page, url: string, dataDir?: string): Promise<void> {
  await page.goto(url);
  await page.getByText('Các bước của kỳ').waitFor();
  const first = page.locator('button:enabled', { hasText: /^Sinh hóa đơn$/ });
  await first.or(page.locator('button:enabled', { hasText: /^Sinh lại$/ })).waitFor();
  if (await first.count()) await generate(page, 'Sinh hóa đơn');
  const profile = await firstProfile(page);
  for (const kind of ['product', 'partner']) await suggest(page, `${url}${profile}/${kind}-connections/suggestions`);
  await certify(page, `${url}${profile}/product-connections/certifications`);
  await refuseFiles(page, `${url}${profile}/products`);
  await takeTaxInvoices(page, `${url}/tax-invoices`);
  if (dataDir !== undefined) await shareInventory(page, `${url}${profile}/shared-inventory?month=2026-09`, dataDir);
}

async function firstProfile(page: Page): Promise<string> {
  return `/amis/profiles/${await firstId(page, '/amis/profiles?sort=code')}`;
}

async function firstId(page: Page, address: string): Promise<string> {
  return (await ask<Listed<{ id: string }>>(page, address)).body.items[0]?.id ?? '';
}

/** A finding of several records, by its key. */
async function findingOfMany(page: Page, period: string): Promise<string> {
  const { problems } = (await ask<{ problems: { key: string; count: number }[] }>(page, `${period}/preflight`)).body;
  return problems.find(({ count }) => count > 1)?.key ?? '';
}

/** Asks for suggestions when none wait, so that the review has something to show. */
async function suggest(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText(/^Còn \d/).waitFor();
  if ((await page.getByText(/^Còn 0$/).count()) === 0) return;
  await page.getByRole('button', { name: 'Sinh gợi ý' }).first().click();
  await page.getByText(/^Còn [1-9]/).waitFor();
}

/** Fixes the sample of a bucket when none has been, so that there is one to judge. */
async function certify(page: Page, address: string): Promise<void> {
  if ((await firstId(page, '/certifications')) !== '') return;
  await page.goto(`${address}?new=true&minScore=0.5`);
  await openDialog(page).getByRole('button', { name: 'Chốt mẫu và bắt đầu xem' }).click();
  await page.getByRole('heading', { name: /^Cặp thứ 1 / }).waitFor();
}

/** Files with headers of their own: one is mapped as it is guessed and remembered, the other waits to be. */
async function refuseFiles(page: Page, address: string): Promise<void> {
  if ((await ask<Listed<object>>(page, '/file-maps')).body.items.length > 0) return;
  await refuseFile(page, address, ['Mã SP', 'Tên sản phẩm', 'Đơn vị', 'Còn']);
  await openDialog(page).getByRole('button', { name: 'Chọn cột bằng tay' }).click();
  await page.locator('button:enabled', { hasText: /^Nạp tệp$/ }).click();
  await page.getByRole('heading', { name: 'Kết quả tải tệp' }).waitFor();
  await refuseFile(page, address, ['Mã số', 'Gọi là', 'Đếm bằng', 'Còn lại']);
}

async function refuseFile(page: Page, address: string, header: string[]): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục hàng hóa' }).click();
  const rows = [
    ['A1', 'Nồi đất', 'Cái', '1.250'],
    ['A2', null, 'Cái', '3'],
  ];
  const file = await cells('so-kho.xlsx', ['Sổ riêng của thủ kho'], header, ...rows);
  await openDialog(page).locator('input[type=file]').setInputFiles(file);
  await openDialog(page).getByRole('button', { name: 'Tải lên', exact: true }).click();
  await openDialog(page).getByRole('button', { name: 'Chọn cột bằng tay' }).waitFor();
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

/** Every screen with the first records of the sample, and what opens on it. */
export async function everyScreen(page: Page): Promise<Screen[]> {
  const profile = await firstProfile(page);
  const period = `/invoice-issuance/periods/${await firstId(page, '/invoice-issuance/periods')}`;
  const invoice = await firstId(page, `${period}/amis-invoices?sort=-total&limit=1`);
  const certification = await firstId(page, '/certifications?kind=product');
  const sale = await firstId(page, `${period}/invoice-bravo-sales?coverage=partly&sort=-unallocated&limit=1`);
  const finding = await findingOfMany(page, period);
  const unread = await firstId(page, '/runs?sort=-createdAt&kind=import&status=failed');
  const record = [row, inside(row, tab('Lịch sử')), inside(row, inDialog('Sửa'))];
  return [
    {
      name: 'tong-quan',
      address: '/',
      opens: [
        ...topBar,
        button('Thiết lập kỳ'),
        inside(button('Thiết lập kỳ'), inDialog('Thêm căn cứ')),
        button('Tải bộ tệp'),
        button('Việc khác của kỳ'),
        inside(button('Việc khác của kỳ'), item('Xóa kỳ')),
        button(/^Nạp lại \w+:\s*Tồn kho/),
      ],
    },
    { name: 'chua-xuat', address: '/?tab=shortages' },
    ...['item', 'partner', 'reason'].map((by) => ({
      name: `chua-xuat-${by}`,
      address: `/?tab=shortages&by=${by}`,
    })),
    { name: 'cac-ky', address: '/?view=periods' },
    { name: 'cua-ngay', address: '/invoices/days', opens: [button(/^Lập và bàn giao/)] },
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
    ...[...(await taxScreens(page)), ...expectedScreens(profile)],
    { name: 'ba-ben', address: '/invoices/three-sides' },
    { name: 'dong-ban-hang', address: '/bravo/sales', opens: uploads('Bảng kê bán hàng') },
    { name: 'ban-hang-o-bravo', address: '/bravo/sales?tab=live' },
    { name: 'vat-tu-bravo', address: '/bravo/items', opens: [row, ...gridMenus, ...uploads('Danh mục vật tư')] },
    { name: 'doi-tuong-bravo', address: '/bravo/partners', opens: [row, ...uploads('Yêu cầu hóa đơn')] },
    {
      name: 'ho-so-amis',
      address: '/amis/profiles',
      opens: [
        button('Tạo hồ sơ'),
        inside(button('Tạo hồ sơ'), inDialog('Mở lịch')),
        button(/^Thao tác/),
        inside(button(/^Thao tác/), item('Sửa')),
        inside(button(/^Thao tác/), item('Mã kho')),
        inside(button(/^Thao tác/), item('Xóa hồ sơ')),
      ],
    },
    { name: 'nap-nhieu-tep', address: '/uploads', opens: [button(/^Sửa cách đọc/)] },
    { name: 'chon-cot', address: `/uploads/map/${unread}` },
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
      opens: [acceptMany, keys('r'), inside(keys('r'), item(/^Khác…/))],
    },
    {
      name: 'bao-chung-san-pham',
      address: `${profile}/product-connections/certifications`,
      opens: [button('Bảo chứng một nhóm')],
    },
    { name: 'mot-bao-chung-san-pham', address: `${profile}/product-connections/certifications/${certification}` },
    { name: 'lien-ket-doi-tac', address: `${profile}/partner-connections`, opens: [row, button('Nối tay')] },
    { name: 'goi-y-doi-tac', address: `${profile}/partner-connections/suggestions` },
    {
      name: 'kho-dung-chung',
      address: `${profile}/shared-inventory?month=2026-09`,
      opens: [row, button('Nạp tồn kho AMIS')],
    },
    { name: 'ca-nhan', address: '/profile', opens: [button('Đăng xuất khỏi mọi thiết bị')] },
    { name: 'nguoi-dung', address: '/admin/users', opens: [row, inside(row, inDialog('Thu hồi mọi phiên'))] },
    { name: 'quy-tac', address: '/invoices/rules', opens: [button('Lịch sử')] },
    {
      name: 'quy-tac-quan-tri',
      address: '/admin/rules',
      opens: [
        button('Lịch sử'),
        button('Ghi xác nhận: Giảm thuế GTGT'),
        button(/^Thao tác với/),
        inside(button(/^Thao tác với/), item('Sửa')),
        inside(button(/^Thao tác với/), item('Xóa')),
        ...[
          'Giảm thuế GTGT',
          'Thuế suất được dùng',
          'Ngày nghỉ lễ',
          'Ngày hóa đơn',
          'Hạn ký và gửi',
          'Lịch nghỉ đã công bố đủ',
          'Hoán đổi ngày làm việc',
          'Ký hiệu và số hóa đơn',
          'Khung phạt lập sai thời điểm và không lập',
          'Hủy hóa đơn đã có số',
          'Số đơn vị phụ thuộc sau mã số thuế',
        ].map((kind) => button(`Thêm quy tắc: ${kind}`)),
      ],
    },
    {
      name: 'mau-xuat',
      address: '/admin/export-layouts',
      opens: [
        button(/^Chép thành mẫu mới/),
        inside(button(/^Chép thành mẫu mới/), inDialog('Thêm cột')),
        inside(button(/^Chép thành mẫu mới/), tab('Nâng cao (JSON)')),
        inside(button('Thêm mẫu'), inDialog('Xem thử')),
      ],
    },
    { name: 'huong-dan', address: '/guide' },
    { name: 'nhat-ky', address: '/admin/audit', opens: [row] },
    { name: 'tac-vu', address: '/admin/runs', opens: [row] },
    { name: 'khong-tim-thay', address: '/khong-co-trang-nay' },
  ];
}

/** Opens two more months beside that of the sample and closes the sample's: after all that needs it open. */
export async function closeMonth(page: Page, url: string): Promise<void> {
  const [sample] = await periodIds(page);
  await page.goto(`${url}/?ky=${sample}`);
  for (let more = 0; more < 2; more++) await openNextPeriod(page);
  await page.goto(`${url}/?ky=${sample}`);
  await exportAndClose(page, 'Chờ phiếu nhập bổ sung, đã báo giám đốc');
}

/** The earliest first. */
async function periodIds(page: Page): Promise<string[]> {
  const { items } = (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods?sort=fromDate')).body;
  return items.map(({ id }) => id);
}

/** The screens that look different once `closeMonth` is through. */
export async function screensOfMonths(page: Page): Promise<Screen[]> {
  const [closed, open] = await periodIds(page);
  const invoice = await firstId(page, `/invoice-issuance/periods/${closed}/amis-invoices?sort=-total&limit=1`);
  return [
    {
      name: 'ky-dong',
      address: `/?ky=${closed}`,
      opens: [button('Tải bộ tệp'), button('Việc khác của kỳ'), switcher],
    },
    { name: 'ky-dong-hoa-don', address: `/invoices?ky=${closed}` },
    { name: 'ky-dong-mot-hoa-don', address: `/invoices/${invoice}?ky=${closed}` },
    { name: 'ky-dong-doi-chieu', address: `/invoices/reconciliation?ky=${closed}` },
    { name: 'ky-moi', address: `/?ky=${open}`, opens: [button('Thiết lập kỳ'), switcher] },
    { name: 'cac-ky-dong-mo', address: '/?view=periods' },
  ];
}

/** Of a company that has nothing yet. */
export const EMPTY_COMPANY: readonly Screen[] = [
  { name: 'trong', address: '/', opens: [button('Mở kỳ phát hành')] },
  { name: 'trong-ho-so-amis', address: '/amis/profiles' },
  { name: 'trong-vat-tu-bravo', address: '/bravo/items' },
  { name: 'trong-hoa-don', address: '/invoices' },
];
