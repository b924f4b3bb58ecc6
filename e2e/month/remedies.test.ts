import { readFile } from 'node:fs/promises';
import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../stage/accessibility.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { generate, openFirstRow } from '../stage/month-actions.ts';
import { ask, signIn } from '../stage/sign-in.ts';

type Listed<T> = { items: T[] };
type Sale = Record<'amount' | 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded', number> & { id: string };

const product = openProduct();
let page: Page;

/** The sample company with its invoices. */
beforeAll(async () => {
  ({ page } = await product.visit({ acceptDownloads: true }));
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await generate(page, 'Sinh hóa đơn');
});

const dialog = () => openDialog(page);

async function lists<T>(rest: string): Promise<T[]> {
  const [period] = (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods')).body.items;
  return (await ask<Listed<T>>(page, `/invoice-issuance/periods/${period!.id}/${rest}`)).body.items;
}

it('a shortage leads to the form that connects its item, with the item filled in', async () => {
  const [shortage] = await lists<{ itemCode: string }>('shortages?reason=ITEM_NOT_CONNECTED&sort=-amount&limit=1');
  await page.goto(`${product.url}/?tab=shortages&reason=ITEM_NOT_CONNECTED`);
  await openFirstRow(page.getByRole('grid', { name: 'Phần chưa xuất hóa đơn' }));
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: shortage!.itemCode }) });
  await line.getByText('Mặt hàng chưa nối mã').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await line
    .getByRole('link', { name: /^Nối với mã hàng của/ })
    .first()
    .click();
  await dialog().getByText(shortage!.itemCode).first().waitFor();
  await dialog().getByRole('button', { name: 'Hủy', exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).search).not.toMatch(/bravo|new/);
});

it('the figures of a document add up on its page, returns included', async () => {
  const sales = await lists<Sale>('invoice-bravo-sales?limit=500');
  const netted = (sale: Sale) => sale.amount - sale.invoiced - sale.alreadyInvoiced - sale.unallocated - sale.excluded;
  const sale = sales.find((one) => netted(one) !== 0)!;
  await page.goto(`${product.url}/invoices/bravo-sales/${sale.id}`);
  const figure = page.getByText('Bù trừ trả hàng', { exact: true }).first().locator('..');
  await expect.poll(() => figure.innerText()).toContain(netted(sale).toLocaleString('vi-VN'));
});

it('an invoice that cannot be read again stays on screen and says so', async () => {
  const [invoice] = await lists<{ id: string }>('amis-invoices?limit=1');
  await page.goto(`${product.url}/invoices/${invoice!.id}`);
  const document = page.getByText('HÓA ĐƠN GIÁ TRỊ GIA TĂNG');
  await document.waitFor();
  await page.route(`**/amis-invoices/${invoice!.id}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Ghim', exact: true }).click();
  const notice = page.getByText('Chưa tải lại được nên đang hiện số liệu đã tải trước đó.');
  await notice.waitFor();
  expect(await document.isVisible()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await page.getByText('Đã ghim', { exact: true }).waitFor();
  await notice.waitFor({ state: 'hidden' });
});

it('invoices are found by number and amount, gone through by J and K, and printed with every line', async () => {
  type Invoice = { id: string; voucherNumber: string; total: number; buyer: { taxCode: string } };
  const inOrder = await lists<Invoice>('amis-invoices?limit=500&sort=-total');
  const largest = inOrder[0]!;
  const found = async (q: string) => (await lists<Invoice>(`amis-invoices?limit=500&q=${q}`)).map(({ id }) => id);
  expect(await found(largest.voucherNumber)).toContain(largest.id);
  const amount = largest.total.toLocaleString('vi-VN');
  const alike = inOrder.filter(({ total }) => total === largest.total);
  expect((await found(amount)).sort()).toEqual(alike.map(({ id }) => id).sort());
  const taxed = inOrder.find(({ buyer }) => buyer.taxCode !== '')!;
  expect(await found(taxed.buyer.taxCode)).toContain(taxed.id);

  // The order is that of the list which the invoice was opened from.
  await page.goto(`${product.url}/invoices?sort=-total`);
  await page.getByRole('link', { name: largest.voucherNumber, exact: true }).click();
  const heading = (invoice: Invoice) => page.getByRole('heading', { name: `Hóa đơn ${invoice.voucherNumber}` });
  await heading(largest).waitFor();
  await page.getByText(/^1 \/ [\d.]+$/).waitFor();
  await page.keyboard.press('j');
  await heading(inOrder[1]!).waitFor();
  await page.getByText(/^2 \/ /).waitFor();
  await page.keyboard.press('k');
  await heading(largest).waitFor();
  await page.getByText(/^1 \/ /).waitFor();

  const { body } = await ask<{ items: { name: string }[] }>(page, `/invoice-issuance/amis-invoices/${largest.id}`);
  await page.emulateMedia({ media: 'print' });
  const lines = page.getByRole('table').filter({ hasText: 'Thành tiền' }).locator('tbody tr');
  await expect.poll(() => lines.count()).toBe(body.items.length);
  expect(await lines.last().isVisible()).toBe(true);
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Ghim', exact: true }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
});

it('says when the network is away, and reads again when it is back', async () => {
  const bar = page.getByText(/^Mất kết nối mạng/);
  await page.context().setOffline(true);
  await bar.waitFor();
  const again = page.waitForResponse((response) => response.url().includes('/v1/') && response.status() === 200);
  await page.context().setOffline(false);
  await bar.waitFor({ state: 'hidden' });
  await again;
});

it('a period that cannot be saved says what it lacks', async () => {
  await page.goto(`${product.url}/?settings=true`);
  await dialog().getByLabel('Tên kỳ').fill(' ');
  const chosen = dialog().getByRole('checkbox', { name: / · /, checked: true });
  await chosen.first().waitFor();
  while ((await chosen.count()) > 0) await chosen.first().uncheck();
  await dialog().getByRole('button', { name: 'Lưu' }).click();
  await dialog().getByText('Đặt tên cho kỳ.').waitFor();
  await dialog().getByText('Chọn ít nhất một hồ sơ AMIS.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).searchParams.has('settings')).toBe(false);
});

it('a stock report older than its sales ledger may be stated to contain it, once it was said what that means', async () => {
  const own = async () =>
    (await ask<PeriodStats>(page, `/invoice-issuance/periods/${(await current()).id}/stats`)).body.byProfile.find(
      (one) => one.stockMadeAt! < one.salesLedgerMadeAt!,
    )!;
  const current = async () => (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods')).body.items[0]!;
  const { code, salesLedgerMadeAt } = await own();
  await page.goto(product.url);
  const row = page.getByRole('listitem').filter({ hasText: `«${code}»: Báo cáo tồn kho cũ hơn sổ bán hàng` });
  const all = page.getByRole('button', { name: /^Xem cả/ });
  await row.or(all).first().waitFor();
  if (await all.isVisible()) await all.click();
  const state = row.getByRole('button', { name: 'Hai báo cáo lấy cùng lúc' });
  await state.click();
  await dialog().getByText(`báo cáo tồn kho của ${code}`).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Hủy', exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
  expect((await own()).stockContainsLedgerAt).toBeNull();
  await state.click();
  await dialog().getByRole('button', { name: 'Xác nhận lấy cùng lúc' }).click();
  await page.getByText(/^Đã ghi nhận\./).waitFor();
  await row.waitFor({ state: 'hidden' });
  expect((await own()).stockContainsLedgerAt).toBe(salesLedgerMadeAt);
});

it('the settings of the period keep an incident, the choice for discounts, and a delegation with its contract', async () => {
  type Terms = {
    id: string;
    rules: { incidents?: object[]; discountsOnNextPurchase?: boolean };
    bases: { kind: string; contractFile?: { id: string; fileName: string } }[];
  };
  const terms = async () => (await ask<Listed<Terms>>(page, '/invoice-issuance/periods')).body.items[0]!;
  await page.goto(`${product.url}/?settings=true`);
  const settings = dialog();
  // The form still holds the words of the test before; without them it begins anew.
  await settings.getByRole('button', { name: 'Bỏ nội dung nhập dở' }).click();
  await settings.waitFor({ state: 'hidden' });
  await page.goto(`${product.url}/?settings=true`);
  await settings.getByRole('checkbox', { name: /^Ghi chiết khấu riêng vào lần mua sau/ }).check();
  await settings.getByRole('button', { name: 'Thêm sự cố' }).click();
  const incident = settings.getByRole('group', { name: 'Sự cố 1' });
  await incident.getByLabel(/^Xảy ra từ ngày/).fill('28/09/2026');
  await incident.getByLabel(/^Khắc phục xong ngày/).fill('29/09/2026');
  await incident.getByLabel(/^Bằng chứng/).fill('Biên bản 01/2026 ngày 29/09/2026');

  const issuer = settings.getByRole('group', { name: /^Căn cứ của AP cho chi nhánh/ }).first();
  await issuer.getByRole('button', { name: 'Thêm căn cứ' }).click();
  await issuer.getByRole('combobox', { name: 'Loại căn cứ' }).click();
  await page.getByRole('option', { name: 'Ủy nhiệm lập hóa đơn' }).click();
  await issuer.getByText('Chưa đủ nội dung luật yêu cầu').waitFor();
  const content = Buffer.from('%PDF-1.7 hợp đồng ủy nhiệm');
  await issuer
    .locator('input[type=file]')
    .setInputFiles({ name: 'hợp đồng.pdf', mimeType: 'application/pdf', buffer: content });
  const file = issuer.getByRole('button', { name: 'hợp đồng.pdf' });
  await file.waitFor();
  for (const [label, text] of [
    ['Số hợp đồng', '12/UN'],
    ['Ngày hợp đồng', '02/01/2026'],
    ['Từ ngày', '02/01/2026'],
    ['Tên (bên nhận ủy nhiệm)', 'Công ty Lập Hộ'],
    ['Mã số thuế (bên nhận ủy nhiệm)', '0314409058'],
    ['Địa chỉ (bên nhận ủy nhiệm)', '5 Hùng Vương, Huế'],
    ['Nơi công khai', 'www.lap-ho.vn'],
  ] as const)
    await issuer.getByLabel(label).first().fill(text);
  expect(await axeViolations(page)).toEqual([]);
  await issuer.getByRole('button', { name: 'Ghi căn cứ' }).click();
  await issuer.getByText(/^Ủy nhiệm lập hóa đơn · hợp đồng 12\/UN/).waitFor();
  await settings.getByRole('button', { name: 'Lưu', exact: true }).click();
  await settings.waitFor({ state: 'hidden' });

  const { rules, bases } = await terms();
  expect(rules).toMatchObject({
    discountsOnNextPurchase: true,
    incidents: [{ kind: 'seller', fromDate: '2026-09-28', endedOn: '2026-09-29' }],
  });
  const kept = bases.find(({ kind }) => kind === 'delegation')!.contractFile!;
  expect(kept.fileName).toBe('hợp đồng.pdf');

  // The contract comes back as it was sent.
  await page.goto(`${product.url}/?settings=true`);
  const row = dialog()
    .getByRole('group', { name: /^Căn cứ của AP cho chi nhánh/ })
    .first();
  await row.getByText(/^Thiếu \d+ mục$/).waitFor();
  await row.getByRole('button', { name: 'Sửa' }).last().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'hợp đồng.pdf' }).click(),
  ]);
  expect((await readFile(await download.path())).equals(content)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
});
