import { madeUpInvoice } from '@khop/sample/tax-invoices/made-up-invoice.ts';
import { newTestAuthority } from '@khop/sample/tax-invoices/test-authority.ts';
import { PLAIN_STYLE, writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { lookAtBothSizes } from '../stage/look.ts';
import { generate } from '../stage/month-actions.ts';
import { row } from '../stage/openings.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { taxZip } from '../stage/tax-files.ts';

type Firm = { readonly name: string; readonly taxCode: string };
type Ours = {
  readonly id: string;
  readonly voucherNumber: string;
  readonly date: string;
  readonly total: number;
  readonly seller: Firm;
  readonly buyer: Firm;
  readonly status: string;
  readonly invoiceNumber: string | null;
};
type Listed<T> = { readonly items: readonly T[]; readonly total: number };

const product = openProduct();
const waiting = '/tax-invoices/settlements?status=review,disagrees';
let visitor: Visit;
let ours: Ours[];

/** An invoice of the tax authority's format that names one of ours; what else it says is made up. */
function fileOf(invoice: Ours, number: number, isSigned: boolean) {
  const { seller, buyer, date } = invoice;
  const made = madeUpInvoice({ seed: 9, seller, buyer, number, date, lines: 2 });
  const lookup = [{ name: 'Số chứng từ', value: invoice.voucherNumber }];
  const signers = isSigned ? { seller: newTestAuthority().signerOf(seller) } : {};
  const style = { ...PLAIN_STYLE, signedAt: `${date}T09:30:00` };
  return { name: `${number}.xml`, bytes: writeTaxInvoice({ ...made, lookup }, signers, style) };
}

/** Hands the invoices of the sample's month over to AMIS. */
async function handOver(page: Page): Promise<void> {
  const [period] = (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods')).body.items;
  const path = `/invoice-issuance/periods/${period!.id}`;
  await page.getByRole('button', { name: 'Tải bộ tệp', exact: true }).and(page.locator(':enabled')).click();
  await Promise.all([
    page.waitForEvent('download'),
    openDialog(page).getByRole('button', { name: 'Xuất và tải bộ tệp' }).click(),
  ]);
  await openDialog(page).waitFor({ state: 'hidden' });
  const { items } = (
    await ask<Listed<{ id: string }>>(page, `${path}/amis-invoices?status=exported&limit=20&sort=voucherNumber`)
  ).body;
  ours = await Promise.all(
    items.map(async ({ id }) => (await ask<Ours>(page, `/invoice-issuance/amis-invoices/${id}`)).body),
  );
}

beforeAll(async () => {
  visitor = await product.visit();
  const { page } = visitor;
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await generate(page, 'Sinh hóa đơn');
  await handOver(page);
  const [first, second, ...rest] = ours.filter(({ seller }) => seller.taxCode === ours[0]!.seller.taxCode);
  const signed = [fileOf(first!, 901, true), fileOf(second!, 902, true)];
  const files = [...signed, ...rest.slice(0, 11).map((one, at) => fileOf(one, 910 + at, false))];
  await page.goto(`${product.url}/tax-invoices`);
  await page.getByRole('button', { name: 'Nạp hóa đơn' }).first().click();
  await openDialog(page)
    .getByLabel('Các tệp')
    .setInputFiles(await taxZip('ban-ra.zip', files));
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
  await openDialog(page).getByText('Hóa đơn mới').waitFor();
  await openDialog(page).getByRole('button', { name: 'Đóng', exact: true }).last().click();
}, 240_000);

const count = async (page: Page, status: string): Promise<number> =>
  (await ask<Listed<object>>(page, `/tax-settlements?limit=1&status=${status}`)).body.total;

it('a signed invoice of ours is on its page with everything that differs', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/invoices/${ours[0]!.id}`);
  await page.getByText('Số hóa đơn 901', { exact: false }).waitFor();
  await page.getByText('ghi số chứng từ của Khớp').waitFor();
  const differences = page.getByRole('region', { name: 'Khác hóa đơn của Khớp' });
  await differences.getByText('Tổng thanh toán', { exact: true }).waitFor();
  await page.getByRole('link', { name: /số 901$/ }).click();
  await page.getByRole('link', { name: `Là hóa đơn ${ours[0]!.voucherNumber}` }).waitFor();
  expect(problems).toEqual([]);
});

it('the list, a choice and the page of an invoice are without axe violations, on both sizes and in both themes', async () => {
  const { page } = visitor;
  await page.goto(`${product.url}${waiting}`);
  const screens = [
    { name: 'doi-hoa-don-dien-tu', address: waiting, opens: [row] },
    { name: 'hoa-don-co-hoa-don-dien-tu', address: `/invoices/${ours[0]!.id}` },
  ];
  expect(await lookAtBothSizes(page, screens)).toEqual({});
});

it('ten that wait are decided without a mouse, one after the other', async () => {
  const { page, problems } = visitor;
  const before = await count(page, 'review');
  expect(before).toBeGreaterThanOrEqual(11);
  await page.goto(`${product.url}/tax-invoices`);
  await page.getByRole('button', { name: 'Đối với hóa đơn của Khớp' }).focus();
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid', { name: 'Đối với hóa đơn của Khớp' });
  await grid.getByText('Chờ chọn hóa đơn').first().waitFor();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const title = () => openDialog(page).getByRole('heading').first().innerText();
  for (let decided = 0; decided < 10; decided++) {
    await openDialog(page).getByLabel('Lý do').and(page.locator(':focus')).waitFor();
    const name = await title();
    if (decided === 0) await page.keyboard.type('Đã xem bản giấy');
    for (let tabs = 0; tabs < 8; tabs++) {
      await page.keyboard.press('Tab');
      if (
        await openDialog(page)
          .getByRole('button', { name: /^Là hóa đơn này/ })
          .first()
          .and(page.locator(':focus'))
          .count()
      )
        break;
    }
    await page.keyboard.press('Enter');
    await expect.poll(title).not.toBe(name);
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => count(page, 'review')).toBe(before - 10);
  const { items } = (
    await ask<Listed<{ decidedBy: string | null; invoice: Ours }>>(page, '/tax-settlements?status=settled&limit=50')
  ).body;
  const chosen = items.filter(({ decidedBy }) => decidedBy !== null);
  expect(chosen).toHaveLength(10);
  expect(new Set(chosen.map(({ invoice }) => invoice.id)).size).toBe(10);
  for (const { invoice } of chosen)
    expect(invoice).toMatchObject({ status: 'issued', invoiceNumber: expect.stringMatching(/^9\d\d$/) });
  expect(problems).toEqual([]);
});
