import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openDialog } from './dialog.ts';
import type { SamplePeriod, SampleProfile, TextFile } from './sample-folder.ts';
import { ask } from './sign-in.ts';

const viDay = (day: string): string => day.split('-').reverse().join('/');

/** Sends a file through the open upload dialog, and expects every row to be taken. */
async function sendFile(page: Page, file: string | TextFile): Promise<void> {
  const dialog = openDialog(page);
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Tải lên' }).click();
  await dialog.getByText('Dòng đã đọc').waitFor();
  const refused = await dialog.getByText('Bị từ chối').locator('..').innerText();
  expect(refused.replace(/\s+/g, ' '), typeof file === 'string' ? file : file.name).toBe('Bị từ chối 0');
  await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}

/** "Tải lên" of a list, then the kind of file. */
export async function uploadToList(page: Page, what: string, file: string | TextFile): Promise<void> {
  await page.getByRole('button', { name: 'Tải lên' }).first().click();
  await page.getByRole('menuitem', { name: what }).click();
  await sendFile(page, file);
}

/** Creates a profile by hand. @returns its id. */
export async function newProfile(page: Page, url: string, profile: SampleProfile): Promise<string> {
  await page.goto(`${url}/amis/profiles`);
  await page.getByRole('button', { name: 'Tạo hồ sơ' }).first().click();
  const dialog = openDialog(page);
  const fill = (label: string, value: string) => dialog.getByLabel(label, { exact: false }).first().fill(value);
  await fill('Mã hồ sơ', profile.code);
  await fill('Mã số thuế', profile.taxCode);
  await fill('Tên công ty', profile.name);
  await fill('Địa chỉ', profile.address);
  await fill('Mẫu số', profile.invoiceForm);
  await fill('Ký hiệu', profile.invoiceSymbol);
  await fill('Tiền tố số chứng từ', profile.voucherPrefix);
  await fill('Số dòng tối đa mỗi hóa đơn', String(profile.maxLinesPerInvoice));
  await fill('Khóa sổ đến ngày', viDay(profile.lockedThrough));
  await fill('Kho ngầm định', profile.defaultWarehouseCode);
  await fill('Kho không xuất hóa đơn', profile.excludedWarehouseCodes.join(', '));
  await dialog.getByRole('button', { name: 'Tạo hồ sơ' }).click();
  await page.waitForURL(/\/amis\/profiles\/[^/]+\/products/);
  return new URL(page.url()).pathname.split('/')[3]!;
}

/** Creates a profile by hand and takes its AMIS workbooks in. @returns its id. */
export async function createProfile(page: Page, url: string, folder: string, profile: SampleProfile): Promise<string> {
  const id = await newProfile(page, url, profile);
  const file = (name: string) => path.join(folder, 'amis', profile.code, name);
  await uploadToList(page, 'Danh mục hàng hóa', file('HangHoa.xlsx'));
  await uploadToList(page, 'Sổ chi tiết mua hàng', file('SoMuaHang.xlsx'));
  await page.goto(`${url}/amis/profiles/${id}/customers`);
  await uploadToList(page, 'Danh sách khách hàng', file('KhachHang.xlsx'));
  await page.goto(`${url}/amis/profiles/${id}/suppliers`);
  await uploadToList(page, 'Danh sách nhà cung cấp', file('NhaCungCap.xlsx'));
  return id;
}

/** Reads a whole Bravo master. */
export async function syncBravo(page: Page, url: string, which: 'items' | 'partners'): Promise<void> {
  await page.goto(`${url}/bravo/${which}`);
  await page.getByRole('button', { name: 'Đồng bộ toàn bộ' }).first().click();
  await page.getByText(/· đồng bộ .* · toàn bộ: .* mới/).waitFor();
}

/** Opens the sample's period from the cockpit. */
export async function openPeriod(page: Page, url: string, period: SamplePeriod): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Mở kỳ phát hành' }).click();
  const dialog = openDialog(page);
  const fill = async (label: string, value: string) => {
    await dialog.getByLabel(label).first().fill(value);
    await page.keyboard.press('Tab');
  };
  await fill('Tên kỳ', period.name);
  await fill('Từ ngày', viDay(period.fromDate));
  await fill('Đến ngày', viDay(period.toDate));
  for (const { code } of period.profiles) await dialog.getByRole('checkbox', { name: `${code} ·` }).check();
  await fill('Trạng thái chứng từ đã hủy', period.rules.cancelledDocStatuses.join(', '));
  await fill('Đơn vị chia lẻ được', period.rules.divisibleUnits.join(', '));
  await fill('Đối tượng nội bộ', period.rules.internalPartnerCodes.join(', '));
  await dialog.getByRole('button', { name: 'Mở kỳ' }).click();
  await page.getByText('Các bước của kỳ').waitFor();
}

/** Loads the ledger, says who issues for which branch, and loads each profile's stock and sales ledger. */
export async function loadPeriod(page: Page, folder: string, period: SamplePeriod): Promise<void> {
  await page.getByRole('button', { name: 'Nạp sổ Bravo' }).click();
  await page.getByRole('button', { name: 'Nạp lại', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Khai báo' }).first().click();
  const dialog = openDialog(page);
  for (const [branch, codes] of Object.entries(period.issuers)) {
    const group = dialog.getByRole('group', { name: `Chi nhánh ${branch}` });
    for (const code of codes) await group.getByRole('checkbox', { name: code }).check();
  }
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await dialog.waitFor({ state: 'hidden' });
  for (const { code } of period.profiles) {
    await page.getByRole('button', { name: `Nạp ${code}: Tồn kho` }).click();
    await sendFile(page, path.join(folder, 'amis', code, 'TonKho.xlsx'));
    await page.getByRole('button', { name: `Nạp ${code}: Sổ bán hàng` }).click();
    await sendFile(page, path.join(folder, 'amis', code, 'SoBanHang.xlsx'));
  }
}

async function otherAction(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Việc khác của kỳ' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens the month after the latest from the cockpit, with its terms, and waits until it is shown. @returns its name. */
export async function openNextPeriod(page: Page): Promise<string> {
  await otherAction(page, 'Mở kỳ mới');
  const dialog = openDialog(page);
  const name = await dialog.getByLabel('Tên kỳ').inputValue();
  await dialog.getByRole('button', { name: 'Mở kỳ', exact: true }).click();
  await page.getByRole('button', { name: `Kỳ phát hành: ${name}` }).waitFor();
  return name;
}

/** Downloads the files of the cockpit's period and closes it with a note, as an administrator. */
export async function exportAndClose(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Tải bộ tệp', exact: true }).and(page.locator(':enabled')).click();
  await Promise.all([
    page.waitForEvent('download'),
    openDialog(page).getByRole('button', { name: 'Xuất và tải bộ tệp' }).click(),
  ]);
  await openDialog(page).waitFor({ state: 'hidden' });
  await otherAction(page, 'Đóng kỳ');
  await openDialog(page).getByLabel('Lời ghi nhận').fill(note);
  await openDialog(page).getByRole('button', { name: 'Đóng kỳ', exact: true }).click();
  await page.getByText(`Lời ghi nhận: «${note}»`).waitFor();
}

/** Presses "Sinh hóa đơn", or "Sinh lại" and applies what it shows; waits for the end of the run. */
export async function generate(page: Page, button: 'Sinh hóa đơn' | 'Sinh lại'): Promise<void> {
  const { preview } = await runOf(page, page.getByRole('button', { name: button, exact: true }));
  if (preview) await runOf(page, page.getByRole('button', { name: 'Áp dụng', exact: true }));
  await page.getByRole('button', { name: 'Áp dụng', exact: true }).waitFor({ state: 'hidden' });
  await page.locator('button:enabled', { hasText: /^Sinh lại$/ }).waitFor();
}

type EndedRun = { status: string; message: string | null; result: { preview?: true } | null };

/** Presses a button that starts a run, and waits for its end: a toast that tells it may be gone before it is seen. */
async function runOf(page: Page, button: Locator): Promise<{ preview?: true }> {
  const [accepted] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 202),
    button.click(),
  ]);
  const { runId } = (await accepted.json()) as { runId: string };
  for (let tries = 0; tries < 600; tries++) {
    const { status, message, result } = (await ask<EndedRun>(page, `/runs/${runId}`)).body;
    if (status === 'succeeded') return result ?? {};
    if (status === 'failed' || status === 'cancelled') throw new Error(`The run ended as ${status}: ${message}`);
    await page.waitForTimeout(200);
  }
  throw new Error('The run does not end.');
}

/** The first row of the grid opens by the code in its first column. */
export async function openFirstRow(grid: Locator): Promise<void> {
  await grid.locator('[data-open]').first().click();
}
