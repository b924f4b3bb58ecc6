import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../stage/accessibility.ts';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { EMPTY_COMPANY } from '../stage/every-screen.ts';
import { revenueOf, unzip, voucherOf, voucherRows } from '../stage/export-zip.ts';
import { openProduct } from '../stage/journey.ts';
import { lookAtBothSizes } from '../stage/look.ts';
import {
  createProfile,
  generate,
  loadPeriod,
  openFirstRow,
  openPeriod,
  syncBravo,
  uploadToList,
} from '../stage/month-actions.ts';
import { connectionFile, khop, requirementFile, type SamplePeriod, writeSampleFolder } from '../stage/sample-folder.ts';
import { ask, signIn } from '../stage/sign-in.ts';

type Stats = {
  tieOut: Record<'ledger' | 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded', number>;
  vat: { beyondRounding: { invoices: number; difference: number } | null };
};

type Invoice = {
  voucherNumber: string;
  profileCode: string;
  bravoDocument: string;
  amount: number;
  total: number;
  itemCount: number;
};
type ReportedInvoice = {
  profile: string;
  voucherNumber: string;
  bravoDocument: string;
  total: number;
  items: { amount: number }[];
};

/** Two entities of the sample that compete for the same sales. */
const CODES = ['AP', 'BM'];
const LINES = 400;

const product = openProduct({ sample: 'none' });
let folder: string;
let period: SamplePeriod;
let accountant: Visit;

beforeAll(async () => {
  folder = path.join(product.dataDir, 'sample');
  period = await writeSampleFolder(folder, LINES, CODES);
  accountant = await product.visit({ reducedMotion: 'no-preference' });
});

const periodId = async (page: Page): Promise<string> =>
  (await ask<{ items: { id: string }[] }>(page, '/invoice-issuance/periods')).body.items[0]!.id;

const stats = async (page: Page): Promise<Stats> =>
  (await ask<Stats>(page, `/invoice-issuance/periods/${await periodId(page)}/stats`)).body;
const tieOut = async (page: Page): Promise<Stats['tieOut']> => (await stats(page)).tieOut;

/** 1234567 → 1.234.567, as the screens write it. */
const vnd = (amount: number): string => amount.toLocaleString('vi-VN');

async function saved(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

const invoices = async (page: Page): Promise<Invoice[]> =>
  (await ask<{ items: Invoice[] }>(page, `/invoice-issuance/periods/${await periodId(page)}/amis-invoices?limit=500`))
    .body.items;

describe('a month in the browser', () => {
  it('starts from nothing: profiles, workbooks, Bravo, connections', async () => {
    const { page } = accountant;
    await signIn(page, product.url);
    await page.getByRole('list', { name: 'Các bước bắt đầu' }).waitFor();
    expect(await lookAtBothSizes(page, EMPTY_COMPANY)).toEqual({});
    await syncBravo(page, product.url, 'items');
    await syncBravo(page, product.url, 'partners');
    await uploadToList(page, 'Yêu cầu hóa đơn', await requirementFile(folder));
    for (const profile of period.profiles) {
      const id = await createProfile(page, product.url, folder, profile);
      await page.goto(`${product.url}/amis/profiles/${id}/product-connections`);
      await uploadToList(page, 'Tệp liên kết hàng hóa', await connectionFile(folder, 'products', profile.code));
      await page.goto(`${product.url}/amis/profiles/${id}/partner-connections`);
      await uploadToList(page, 'Tệp liên kết đối tác', await connectionFile(folder, 'partners', profile.code));
    }
    expect(accountant.problems).toEqual([]);
  });

  it('opens and loads a period, and generates invoices that tie out to the đồng', async () => {
    const { page } = accountant;
    await openPeriod(page, product.url, period);
    await loadPeriod(page, folder, period);
    expect(await axeViolations(page)).toEqual([]);
    await generate(page, 'Sinh hóa đơn');
    // The badge is green only when VAT ties out as well; otherwise the invoices with another VAT than the ledger are one click away.
    const { invoices, difference } = (await stats(page)).vat.beyondRounding!;
    if (invoices === 0) await page.getByText('Khớp đến từng đồng').waitFor();
    else {
      const words = `chênh thuế ${vnd(Math.abs(difference))} · ${invoices} hóa đơn`;
      await page.getByText('Tiền hàng khớp, thuế chênh').waitFor();
      await page.getByRole('link', { name: words }).click();
      await page.getByRole('grid', { name: 'Hóa đơn có thuế khác sổ' }).getByText('Thuế trên HĐ').waitFor();
      expect(new URL(page.url()).search).toContain('beyondRounding=true');
      expect(await axeViolations(page)).toEqual([]);
      await page.goto(product.url);
    }
    const { ledger, ...parts } = await tieOut(page);
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(ledger);
    expect(parts.invoiced).toBeGreaterThan(0);
    for (const amount of [ledger, parts.invoiced, parts.unallocated]) {
      await page.locator('main').getByText(vnd(amount), { exact: true }).first().waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(accountant.problems).toEqual([]);
  });

  it('gives the very invoices that khop issue gives on the same folder', async () => {
    const report = path.join(product.dataDir, 'issue.json');
    await khop('issue', '--dir', folder, '--out', path.join(product.dataDir, 'issue.zip'), '--report', report);
    const expected = JSON.parse(await readFile(report, 'utf8')) as Stats & { invoices: ReportedInvoice[] };
    const told = expected.invoices.map(({ profile, voucherNumber, bravoDocument, total, items }) => ({
      ...{ voucherNumber, profile, bravoDocument, total },
      amount: items.reduce((sum, item) => sum + item.amount, 0),
      items: items.length,
    }));
    const shown = (await invoices(accountant.page)).map((invoice) => ({
      voucherNumber: invoice.voucherNumber,
      profile: invoice.profileCode,
      bravoDocument: invoice.bravoDocument,
      total: invoice.total,
      amount: invoice.amount,
      items: invoice.itemCount,
    }));
    const byNumber = (a: { voucherNumber: string }, b: { voucherNumber: string }) =>
      a.voucherNumber < b.voucherNumber ? -1 : 1;
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.sort(byNumber)).toEqual(told.sort(byNumber));
    expect(await tieOut(accountant.page)).toEqual(expected.tieOut);
  });

  it('shows why something is not invoiced, and takes a document out and in again', async () => {
    const { page } = accountant;
    const before = await tieOut(page);
    await page.goto(`${product.url}/?tab=shortages`);
    await openFirstRow(page.getByRole('grid', { name: 'Phần chưa xuất hóa đơn' }));
    await page.getByText('Cách xử lý:').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Loại khỏi kỳ' }).click();
    await openDialog(page).getByLabel('Ghi rõ').fill('Chứng từ nhập trùng');
    await openDialog(page)
      .getByRole('button', { name: /^Loại \d+ dòng/ })
      .click();
    await page.getByRole('button', { name: 'Đưa lại vào kỳ' }).waitFor();
    const document = page.url();
    await page.goto(product.url);
    await generate(page, 'Sinh lại');
    expect((await tieOut(page)).excluded).toBeGreaterThan(before.excluded);
    await page.goto(document);
    await page.getByRole('button', { name: 'Đưa lại vào kỳ' }).click();
    await page.getByRole('button', { name: 'Loại khỏi kỳ' }).waitFor();
    await page.goto(product.url);
    await generate(page, 'Sinh lại');
    expect(await tieOut(page)).toEqual(before);
    expect(accountant.problems).toEqual([]);
  });

  it('changes a customer with a reason, shows the ledger’s own beside it, and keeps the choice', async () => {
    const { page } = accountant;
    for (const list of ['/invoices', '/invoices/bravo-sales']) {
      await page.goto(product.url + list);
      await page.getByRole('grid').locator('[data-open]').first().waitFor();
      expect(await axeViolations(page), list).toEqual([]);
    }
    await page.goto(`${product.url}/invoices?buyerSource=connection`);
    await openFirstRow(page.getByRole('grid', { name: 'Hóa đơn AMIS' }));
    await page.getByText('HÓA ĐƠN GIÁ TRỊ GIA TĂNG').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const invoice = page.url();
    await page.getByRole('button', { name: 'Đổi người mua' }).click();
    const dialog = openDialog(page);
    await dialog.getByRole('searchbox').fill('công ty');
    await dialog.locator('label', { hasText: 'Tìm thấy' }).last().click();
    await dialog.getByText('khác pháp nhân').waitFor();
    const change = dialog.getByRole('button', { name: 'Đổi người mua' });
    await expect.poll(() => change.isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Lý do').fill('Khách đề nghị xuất cho công ty mẹ');
    await change.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Đã ghim', { exact: true }).waitFor();
    await page.getByText('Người dùng chọn · Khách đề nghị xuất cho công ty mẹ').waitFor();
    await page.goto(product.url);
    await generate(page, 'Sinh lại');
    await page.goto(invoice);
    await page.getByText('Người dùng chọn · Khách đề nghị xuất cho công ty mẹ').waitFor();
    await page.getByText('Trên sổ Bravo').waitFor();
    expect(accountant.problems).toEqual([]);
  });

  it('marks chosen invoices as reviewed, which pins them, and says by whom', async () => {
    const { page } = accountant;
    await page.goto(`${product.url}/invoices`);
    await page.getByRole('checkbox', { name: 'Chọn dòng 1', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Chọn dòng 2', exact: true }).check();
    await page.getByRole('button', { name: 'Đã soát', exact: true }).click();
    await page.getByText('Đã soát 2 hóa đơn').waitFor();
    await page.goto(`${product.url}/invoices?reviewed=true`);
    await page.getByRole('grid').locator('[data-open]').nth(1).waitFor();
    expect(await page.getByRole('grid').locator('[data-open]').count()).toBe(2);
    await openFirstRow(page.getByRole('grid', { name: 'Hóa đơn AMIS' }));
    await page.getByText(/^Đã soát: .*@/).waitFor();
    await page.getByText('Đã ghim', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
    await page.getByRole('button', { name: 'Bỏ dấu đã soát' }).click();
    await page.getByRole('button', { name: 'Đã soát', exact: true }).waitFor();
    expect(accountant.problems).toEqual([]);
  });

  it('downloads the zip: its rows add up to every invoice and to the cockpit', async () => {
    const { page } = accountant;
    await page.goto(product.url);
    const exported = await invoices(page);
    await page.getByRole('button', { name: 'Tải bộ tệp' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      openDialog(page).getByRole('button', { name: 'Xuất và tải bộ tệp' }).click(),
    ]);
    const zip = await saved(download);
    const rows = await voucherRows(zip);
    expect(rows.reduce((sum, row) => sum + revenueOf(row), 0)).toBe((await tieOut(page)).invoiced);
    expect([...(await unzip(zip)).keys()]).toContain('DoiChieu.xlsx');

    const inZip = Map.groupBy(rows, voucherOf);
    expect([...inZip.keys()].sort()).toEqual([...new Set(exported.map(({ voucherNumber }) => voucherNumber))].sort());
    for (const { voucherNumber, amount } of exported) {
      const revenue = inZip.get(voucherNumber)!.reduce((sum, row) => sum + revenueOf(row), 0);
      expect(revenue, voucherNumber).toBe(amount);
    }
    await page.getByText('Đã xuất tệp').first().waitFor();
    expect(accountant.problems).toEqual([]);
  });

  it('is closed with uninvoiced revenue only by an admin who says so in writing', async () => {
    const { page } = accountant;
    const close = async (who: Page) => {
      await who.getByRole('button', { name: 'Việc khác của kỳ' }).click();
      await who.getByRole('menuitem', { name: 'Đóng kỳ' }).click();
      return openDialog(who);
    };
    const refused = await close(page);
    await refused.getByText('Chỉ quản trị viên đóng được kỳ này').waitFor();
    await expect.poll(() => refused.getByRole('button', { name: 'Đóng kỳ' }).isDisabled()).toBe(true);

    const admin = await product.visit();
    await signIn(admin.page, product.url, 'admin@khop.local');
    const dialog = await close(admin.page);
    await dialog.getByLabel('Lời ghi nhận').fill('Phần thiếu chuyển sang tháng sau');
    expect(await axeViolations(admin.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Đóng kỳ' }).click();
    await admin.page.getByText('Đã đóng', { exact: true }).waitFor();
    expect(admin.problems).toEqual([]);
  });
});
