import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../stage/accessibility.ts';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { generate, openFirstRow } from '../stage/month-actions.ts';
import { ask, signIn } from '../stage/sign-in.ts';

type TieOut = Record<'ledger' | 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded', number>;
type Stats = { tieOut: TieOut; reviewCount: number };

const product = openProduct({ sample: 400 });
let accountant: Visit;

/** The sample company, loaded and ready to generate. */
beforeAll(async () => {
  accountant = await product.visit();
  await signIn(accountant.page, product.url);
  await accountant.page.getByText('Các bước của kỳ').waitFor();
  await generate(accountant.page, 'Sinh hóa đơn');
});

async function stats(page: Page): Promise<Stats> {
  const { body } = await ask<{ items: { id: string }[] }>(page, '/invoice-issuance/periods');
  return (await ask<Stats>(page, `/invoice-issuance/periods/${body.items[0]!.id}/stats`)).body;
}

const DIMENSIONS = { partner: 'khách hàng', item: 'mặt hàng', profile: 'hồ sơ', day: 'ngày bán' };

/** 1234567 → 1.234.567, as the screens write it. */
const vnd = (amount: number): string => amount.toLocaleString('vi-VN');

/** Waits until an element has the focus. */
const focused = (place: Locator): Promise<void> => place.and(place.page().locator(':focus')).waitFor();

describe('reconciling a month', () => {
  it('decides on an AMIS entry by keyboard, and takes the decision back', async () => {
    const { page } = accountant;
    const { reviewCount } = await stats(page);
    expect(reviewCount).toBeGreaterThan(1);
    await page.goto(product.url);
    await page.getByRole('button', { name: /^Xem cả/ }).click();
    const warning = page.getByRole('listitem').filter({ hasText: 'chờ người quyết định' });
    await warning.getByText(`${reviewCount} dòng sổ bán hàng AMIS`).waitFor();
    // The row opens exactly what it counts, and the browser leads back.
    await warning.getByRole('link', { name: `${reviewCount} bản ghi` }).click();
    const records = page.getByRole('grid', { name: 'Bản ghi của điều được kiểm tra' });
    await records.getByText('Dòng sổ bán hàng AMIS').first().waitFor();
    expect(Number(await records.getAttribute('aria-rowcount')) - 1).toBeGreaterThanOrEqual(reviewCount);
    await page.getByText(`${reviewCount} bản ghi`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('button', { name: /^Xem cả/ }).click();
    await warning.getByRole('link', { name: 'Xử lý' }).click();
    const grid = page.getByRole('grid', { name: 'Dòng sổ AMIS chờ quyết định' });
    await openFirstRow(grid);
    await page.getByText('Có thể là dòng bán nào của Bravo').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The drawer begins at the first line that the entry may be; the answer is the next stop.
    await focused(openDialog(page).getByRole('checkbox').first());
    await page.keyboard.press('Tab');
    await focused(page.getByRole('button', { name: /^Là dòng này/ }).first());
    await page.keyboard.press('Enter');
    // The time of a toast stops while the pointer is over it.
    await page.getByText(/^Đã quyết định chứng từ/).hover();
    await page.getByText('1 quyết định chưa tính vào hóa đơn').waitFor();
    await page.keyboard.press('Escape');
    expect((await stats(page)).reviewCount).toBe(reviewCount - 1);
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByText(/^Đã bỏ 1 quyết định/).waitFor();
    expect((await stats(page)).reviewCount).toBe(reviewCount);
    expect(accountant.problems).toEqual([]);
  });

  it('finds the sale of an AMIS entry like none by keyboard, and takes the decision back', async () => {
    const { page } = accountant;
    await page.goto(`${product.url}/invoices/reconciliation?tab=entries&state=unmatched`);
    const codes = page.getByRole('grid', { name: 'Sổ bán hàng AMIS' }).locator('[data-open]');
    // One voucher has several entries: it is left for the next one.
    await codes.nth(1).waitFor();
    const vouchers = await codes.allInnerTexts();
    const at = vouchers.findIndex((voucher, index) => index > 0 && voucher !== vouchers[index + 1]);
    await codes.nth(at).click();
    await page.getByText('Máy không thấy dòng bán nào của Bravo khớp').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await focused(openDialog(page).getByRole('searchbox'));
    await page.keyboard.type('HD');
    // The voucher gathers two of the lines that were found.
    const ticks = openDialog(page).getByRole('checkbox');
    for (const line of [0, 1]) await ticks.nth(line).press('Space');
    await page.getByText(/^Gộp 2 dòng bán/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await openDialog(page).getByRole('button', { name: 'Là các dòng này' }).press('Enter');
    await page.getByText(/^Đã quyết định chứng từ/).hover();
    await page.getByRole('heading', { name: `Chứng từ AMIS ${vouchers[at + 1]}` }).waitFor();
    await focused(openDialog(page).getByRole('searchbox'));
    await page.getByText('1 quyết định chưa tính vào hóa đơn').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByText(/^Đã bỏ 1 quyết định/).waitFor();
    await page.getByText('1 quyết định chưa tính vào hóa đơn').waitFor({ state: 'hidden' });
    expect(accountant.problems).toEqual([]);
  });

  it('previews a regeneration, applies it, and undoes it', async () => {
    const { page } = accountant;
    const before = (await stats(page)).tieOut;
    await page.goto(`${product.url}/invoices/reconciliation?tab=parts&place=invoiced`);
    await openFirstRow(page.getByRole('grid', { name: 'Từng phần của sổ' }));
    await page.getByText('Dòng chứng từ').waitFor();
    await page.getByRole('button', { name: 'Loại khỏi kỳ' }).click();
    await openDialog(page).getByLabel('Ghi rõ').fill('Chứng từ nhập trùng');
    await openDialog(page)
      .getByRole('button', { name: /^Loại \d+ dòng/ })
      .click();
    await page.getByRole('button', { name: 'Đưa lại vào kỳ' }).waitFor();
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Sinh lại', exact: true }).click();
    const apply = page.getByRole('button', { name: 'Áp dụng', exact: true });
    await apply.waitFor();
    expect((await stats(page)).tieOut).toEqual(before);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Xem .* hóa đơn thay đổi/ }).click();
    await page.getByRole('grid', { name: 'Hóa đơn sẽ thay đổi' }).getByText('Đổi').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await apply.click();
    const undo = page.getByRole('button', { name: 'Hoàn tác sinh lại' });
    await undo.waitFor();
    expect((await stats(page)).tieOut.excluded).toBeGreaterThan(before.excluded);
    await undo.click();
    await page.getByText('Đã trở về bản trước lần sinh lại gần nhất.').waitFor();
    await undo.waitFor({ state: 'hidden' });
    expect((await stats(page)).tieOut).toEqual(before);
    await generate(page, 'Sinh lại');
    expect(accountant.problems).toEqual([]);
  });

  it('leads from the tie-out to a customer, to the line, to the row of the AMIS file and back', async () => {
    const { page } = accountant;
    const { tieOut } = await stats(page);
    await page.getByRole('link', { name: 'Đối chiếu', exact: true }).last().click();
    await page.getByRole('grid', { name: 'Đối chiếu theo khách hàng' }).waitFor();
    for (const [by, label] of Object.entries(DIMENSIONS)) {
      await page.goto(`${product.url}/invoices/reconciliation?by=${by}`);
      const grid = page.getByRole('grid', { name: `Đối chiếu theo ${label}` });
      for (const figure of Object.values(tieOut)) await grid.getByText(vnd(figure), { exact: true }).last().waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${product.url}/invoices/reconciliation?sort=-alreadyInvoiced`);
    const totals = page.getByRole('grid', { name: 'Đối chiếu theo khách hàng' });
    await totals
      .getByRole('link', { name: /^Đã xuất ở AMIS của/ })
      .first()
      .click();
    const parts = page.getByRole('grid', { name: 'Từng phần của sổ' });
    const toRow = parts.getByRole('link', { name: /, dòng \d+ của SoBanHang\.xlsx$/ }).first();
    const [, voucher, row] = /^(\S+), dòng (\d+) của/.exec(await toRow.innerText())!;
    await toRow.click();
    const entries = page.getByRole('grid', { name: 'Sổ bán hàng AMIS' });
    await entries.getByText(voucher!, { exact: true }).first().waitFor();
    await page.goto(`${product.url}/invoices/reconciliation?tab=entries&state=matched&q=${voucher}`);
    await openFirstRow(entries);
    await page.getByText('của tệp SoBanHang.xlsx').waitFor();
    expect(Number(row)).toBeGreaterThan(4);
    expect(await axeViolations(page)).toEqual([]);
    await openDialog(page).getByRole('link').first().click();
    await page.getByText('Dòng chứng từ').waitFor();
    await page
      .getByText(/· dòng \d+ của SoBanHang\.xlsx/)
      .first()
      .waitFor();
    expect(accountant.problems).toEqual([]);
  });
});
