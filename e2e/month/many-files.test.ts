import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../stage/accessibility.ts';
import { PHONE } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { freshFolder } from '../stage/folders.ts';
import { openProduct } from '../stage/journey.ts';
import { newProfile, openPeriod } from '../stage/month-actions.ts';
import { writeSampleFolder } from '../stage/sample-folder.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { cells, exported } from '../stage/workbook.ts';

type Listed<T> = { items: T[]; total: number };
type Run = { kind: string; status: string; createdAt: string; result: { fileName: string; created: number } | null };

const product = openProduct({ sample: 'none' });
let page: Page;
let problems: string[];
let folder: string;
const profiles = new Map<string, string>();

/** Two profiles without data, and a period. CL writes its stock by names of warehouses. */
beforeAll(async () => {
  folder = await freshFolder('khop-e2e-files-');
  const sample = path.join(folder, 'sample');
  const period = await writeSampleFolder(sample, 200, ['AP', 'CL']);
  ({ page, problems } = await product.visit());
  await signIn(page, product.url);
  for (const profile of period.profiles) profiles.set(profile.code, await newProfile(page, product.url, profile));
  await openPeriod(page, product.url, period);
  const month = path.join(folder, 'Thang 9');
  await mkdir(path.join(month, 'CL'), { recursive: true });
  await cp(path.join(sample, 'amis', 'AP'), path.join(month, 'AP'), { recursive: true });
  for (const name of ['HangHoa.xlsx', 'TonKho.xlsx'])
    await cp(path.join(sample, 'amis', 'CL', name), path.join(month, 'CL', name));
  const catalogue = await exported('HangHoa.xlsx', 'amis-products', [
    { code: 'MOI-01', name: 'Bút bi xanh', unit: 'Cái', isActive: true },
    { code: '', name: 'Không mã', unit: 'Cái', isActive: true },
  ]);
  const bought = await cells(
    'mua.xlsx',
    ['SỔ CHI TIẾT MUA HÀNG'],
    [...['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tên hàng', 'ĐVT'], 'Tổng số lượng mua', 'Đơn giá', 'Giá trị mua'],
    ['05/09/2026', 'NK-LE', 'LE-01', 'Bút lẻ', 'Cái', 3, 1000, 3000],
  );
  const report = await cells('the-kho.xlsx', ['SỔ CHI TIẾT VẬT TƯ HÀNG HÓA'], ['Mã hàng', 'Nhập', 'Xuất', 'Tồn']);
  const put = (name: string, content: string | Buffer) => writeFile(path.join(month, name), content);
  await put('them.xlsx', catalogue.buffer);
  await put('CL/mua.xlsx', bought.buffer);
  await put('the-kho.xlsx', report.buffer);
  await put('ghi-chu.txt', 'xem trang sau');
  await put('trong.xlsx', '');
  await put('.DS_Store', 'x');
  await cp(path.join(month, 'AP', 'HangHoa.xlsx'), path.join(month, 'AP', 'HangHoa (2).xlsx'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const row = (name: string): Locator => page.getByRole('listitem', { name, exact: true });
const inRow = (name: string, words: string | RegExp) => row(name).getByText(words).first().waitFor();
const choose = (files: Parameters<Locator['setInputFiles']>[0]) =>
  page.getByLabel('Các tệp', { exact: true }).setInputFiles(files);
const totalOf = async (list: string) => (await ask<Listed<unknown>>(page, `${list}&limit=1`)).body.total;

it('a folder is recognised file by file, loaded in the right order, and reported as one', async () => {
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Nạp nhiều tệp' }).click();
  await page.getByLabel('Thư mục', { exact: true }).setInputFiles(path.join(folder, 'Thang 9'));
  const at = (name: string) => `Thang 9/${name}`;

  // A file that cannot be loaded says why, and hidden files are left out.
  await inRow(at('ghi-chu.txt'), 'Loại tệp không được nhận');
  await inRow(at('trong.xlsx'), 'Tệp trống (0 byte)');
  await inRow(at('the-kho.xlsx'), 'Đây là «Sổ chi tiết vật tư hàng hóa»');
  expect(await row(at('.DS_Store')).count()).toBe(0);
  // The same file twice, and one that names no profile, are asked about.
  await inRow(at('AP/HangHoa.xlsx'), 'Cùng một tệp với');
  await row(at('AP/HangHoa.xlsx')).getByRole('button', { name: 'Bỏ qua' }).click();
  await inRow(at('them.xlsx'), 'Hãy chọn hồ sơ');
  await page.getByText(/^14 tệp: 9 sẵn sàng, 1 cần chọn, 3 không nạp được, 1 bỏ qua$/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await row(at('them.xlsx')).getByLabel('Hồ sơ của them.xlsx').click();
  await page.getByRole('option', { name: 'AP' }).click();

  await page.getByRole('button', { name: 'Nạp 10 tệp' }).click();
  // A question about one file stops no other; the stock of its profile waits, to be the newest report.
  await inRow(at('CL/mua.xlsx'), '«05/09/2026»');
  await inRow(at('AP/TonKho.xlsx'), 'Đã nạp');
  await inRow(at('CL/TonKho.xlsx'), 'Chờ «mua.xlsx»');
  await row(at('CL/mua.xlsx')).getByRole('button', { name: 'Ngày/Tháng: 5 tháng 9 năm 2026' }).click();
  await row(at('CL/TonKho.xlsx')).getByText('Tệp ghi kho bằng tên').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  for (const [name, code] of [
    ['Kho hàng hóa', 'KHO1'],
    ['Kho chi nhánh', 'KHO2'],
    ['Kho ảo', 'KHO-AO'],
    ['KHO CHƯA XUẤT HÓA ĐƠN', 'KHO-CXHD'],
  ])
    await row(at('CL/TonKho.xlsx')).getByLabel(name!).fill(code!);
  await row(at('CL/TonKho.xlsx')).getByRole('button', { name: 'Ghi nhớ và nạp lại' }).click();
  await inRow(at('CL/TonKho.xlsx'), 'Đã nạp');
  await inRow(at('them.xlsx'), /^2 dòng: 1 mới, 1 bị từ chối/);
  await page.getByText(/^14 tệp: 3 không nạp được, 10 đã nạp, 1 bỏ qua$/).waitFor();

  // Read back: the runs in their order, and what the tables hold.
  const runs = (await ask<Listed<Run>>(page, '/runs?limit=100&sort=createdAt')).body.items;
  const good = runs
    .filter(({ status }) => status === 'succeeded')
    .map(({ kind, result }) => `${kind} ${result?.fileName}`);
  expect(good).toEqual([
    'import HangHoa (2).xlsx',
    ...['import HangHoa.xlsx', 'import them.xlsx', 'import KhachHang.xlsx', 'import NhaCungCap.xlsx'],
    ...['import SoMuaHang.xlsx', 'load-amis-sales-ledger SoBanHang.xlsx', 'load-amis-inventory TonKho.xlsx'],
    ...['import mua.xlsx', 'load-amis-inventory TonKho.xlsx'],
  ]);
  const created = runs.reduce((sum, { kind, result }) => sum + (kind === 'import' ? (result?.created ?? 0) : 0), 0);
  const stored = await Promise.all(
    ['AP', 'CL'].flatMap((code) =>
      ['/amis/products', '/amis/partners'].map((list) => totalOf(`${list}?profileId=${profiles.get(code)}`)),
    ),
  );
  const purchases = await totalOf(`/amis/purchases?profileId=${profiles.get('AP')}`);
  expect(created).toBe(stored.reduce((sum, n) => sum + n, purchases + 1));
  const [bought] = (
    await ask<Listed<{ accountingDate: string }>>(page, `/amis/purchases?profileId=${profiles.get('CL')}`)
  ).body.items;
  expect(bought).toMatchObject({ accountingDate: '2026-09-05' });

  // The single report and the error workbook of a file.
  await row(at('them.xlsx')).getByRole('button', { name: 'Báo cáo' }).click();
  await openDialog(page).getByText('Dòng bị từ chối').first().waitFor();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await row(at('them.xlsx')).getByRole('button', { name: 'Tải tệp lỗi (1)' }).click();
  expect((await download).suggestedFilename()).toBe('them - loi.xlsx');

  // The whole report is there after the page is loaded again.
  const all = await page.getByLabel('Kết quả chung').innerText();
  expect(all).toContain('Tất cả 10 tệp đã nạp');
  await page.reload();
  await inRow(at('CL/TonKho.xlsx'), 'Đã nạp');
  expect(await page.getByLabel('Kết quả chung').innerText()).toBe(all);
  expect(problems).toEqual([]);
});

it('files that were not sent before the page was loaded again are asked for, and keep their place', async () => {
  await page.goto(`${product.url}/uploads`);
  await page.getByRole('button', { name: 'Làm lại từ đầu' }).click();
  const file = await exported('HangHoa.xlsx', 'amis-products', [
    { code: 'SAU-01', name: 'Thước', unit: 'Cái', isActive: true },
  ]);
  await choose(file);
  await row('HangHoa.xlsx').getByLabel('Hồ sơ của HangHoa.xlsx').click();
  await page.getByRole('option', { name: 'CL' }).click();
  await inRow('HangHoa.xlsx', 'Sẵn sàng');
  await page.reload();
  await page.getByText('Trang đã được tải lại nên 1 tệp chưa gửi không còn ở đây').waitFor();
  await choose(file);
  await inRow('HangHoa.xlsx', 'Sẵn sàng');
  expect(await page.getByRole('listitem').filter({ hasText: 'HangHoa.xlsx' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Nạp 1 tệp' }).click();
  await inRow('HangHoa.xlsx', /^1 dòng: 1 mới/);
  expect(await totalOf(`/amis/products?profileId=${profiles.get('CL')}&q=SAU-01`)).toBe(1);
});

it('files that are dropped on any page are recognised together, those of a profile as its own, on a phone as well', async () => {
  await page.goto(`${product.url}/uploads`);
  await page.getByRole('button', { name: 'Làm lại từ đầu' }).click();
  await page.setViewportSize(PHONE);
  await page.goto(`${product.url}/amis/profiles/${profiles.get('CL')}/products`);
  await page.getByRole('grid', { name: 'Hàng hóa AMIS' }).waitFor();
  const data = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    const csv = (name: string, code: string) =>
      dropped.items.add(new File([`\uFEFFMã;Tên;Đơn vị tính chính;Số lượng tồn\r\n${code};Kẹp giấy;Hộp;1\r\n`], name));
    csv('mot.csv', 'KEO-01');
    csv('hai.csv', 'KEO-02');
    return dropped;
  });
  // As a browser does: again and again for as long as the files are held over the page.
  const held = await page.evaluateHandle(
    (dataTransfer) =>
      setInterval(() => {
        const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
        document.querySelector('main')!.dispatchEvent(over);
      }, 50),
    data,
  );
  const sign = page.getByText('Thả tệp hay cả thư mục vào đây');
  await sign.waitFor();
  // Files that are dragged away again leave no sign behind.
  await page.evaluate((timer) => clearInterval(timer), held);
  await sign.waitFor({ state: 'hidden' });
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  await inRow('mot.csv', 'Sẵn sàng');
  await inRow('hai.csv', 'Sẵn sàng');
  expect(await axeViolations(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  // By keyboard alone from here.
  await page.getByRole('button', { name: 'Nạp 2 tệp' }).focus();
  await page.keyboard.press('Enter');
  await inRow('hai.csv', 'Đã nạp');
  await inRow('mot.csv', 'Đã nạp');
  expect(await totalOf(`/amis/products?profileId=${profiles.get('CL')}&q=KEO-0`)).toBe(2);
  expect(problems).toEqual([]);
});
