import { readFile } from 'node:fs/promises';
import type { InvoiceToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { madeUpInvoice } from '@khop/sample/tax-invoices/made-up-invoice.ts';
import { type Firm, newTestAuthority } from '@khop/sample/tax-invoices/test-authority.ts';
import { PLAIN_STYLE, writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import { readXlsx } from 'hucre';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { lookAtBothSizes } from '../stage/look.ts';
import { generate } from '../stage/month-actions.ts';
import { inDialog, inside, row } from '../stage/openings.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { taxZip } from '../stage/tax-files.ts';

type Need = { profileId: string; product: string; name: string; unit: string; firstDay: string };
type Listed<T> = { readonly items: readonly T[] };

const SUPPLIER: Firm = { taxCode: '0107777776', name: 'Công ty TNHH Vật tư Hồng Hà' };
const NUMBER = 4711;

const product = openProduct({ sample: 400 });
let visitor: Visit;
let periodId: string;
let lacked: readonly Need[];

/** Two goods of one profile that were sold and are in no stock, and the signed invoice that shows them bought. */
beforeAll(async () => {
  visitor = await product.visit();
  const { page } = visitor;
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await generate(page, 'Sinh hóa đơn');
  periodId = (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods')).body.items[0]!.id;
  const { needs } = (await ask<{ needs: Need[] }>(page, `/invoice-issuance/periods/${periodId}/purchase-needs`)).body;
  const byProfile = Map.groupBy(needs, ({ profileId }) => profileId);
  lacked = [...byProfile.values()].find((own) => own.length >= 2)!.slice(0, 2);
  expect(lacked.length).toBe(2);
});

async function purchase(): Promise<InvoiceToWrite> {
  const { name, taxCode } = (await ask<Firm>(visitor.page, `/amis/profiles/${lacked[0]!.profileId}`)).body;
  const made = madeUpInvoice({
    ...{ seed: 7, seller: SUPPLIER, buyer: { name, taxCode }, number: NUMBER, date: lacked[0]!.firstDay, lines: 2 },
  });
  // In the supplier's own hand.
  const lines = made.lines.map((line, at) => ({ ...line, code: `HH-${at}`, name: `${lacked[at]!.name} (Hồng Hà)` }));
  return { ...made, lines };
}

it('a zip of a purchase comes in, its goods are connected, and the shortage names the purchase', async () => {
  const { page, problems } = visitor;
  const signer = newTestAuthority().signerOf(SUPPLIER);
  const bytes = writeTaxInvoice(await purchase(), { seller: signer }, PLAIN_STYLE);
  await page.goto(`${product.url}/tax-invoices`);
  await page.getByRole('button', { name: 'Nạp hóa đơn' }).first().click();
  await openDialog(page)
    .getByLabel('Các tệp')
    .setInputFiles(await taxZip('hong-ha.zip', [{ name: 'mua.xml', bytes }]));
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
  await openDialog(page).getByText('Trong số vừa nhận: 1 hóa đơn mua vào, 0 hóa đơn bán ra.').waitFor();
  await openDialog(page).getByRole('button', { name: 'Đóng', exact: true }).last().click();
  await page.getByRole('grid', { name: 'Kho hóa đơn' }).getByText(SUPPLIER.name).first().waitFor();

  await page.goto(`${product.url}/amis/profiles/${lacked[0]!.profileId}/supplier-items`);
  for (let left = lacked.length; left > 0; left -= 1) {
    const article = page.getByRole('article', { name: 'Mặt hàng đang xem' });
    await article
      .getByText(/\(Hồng Hà\)/)
      .first()
      .waitFor();
    const shown = await article.innerText();
    const at = shown.includes('HH-0') ? 0 : 1;
    const own = lacked[at]!;
    await article.getByRole('combobox', { name: 'Mã hàng AMIS khác' }).click();
    await page.keyboard.type(own.product);
    await page.getByRole('option', { name: own.product }).first().click();
    await article.getByRole('textbox', { name: /^Hệ số quy đổi/ }).fill('1');
    await page.getByRole('button', { name: /^Nối Enter$|^Nối$/ }).click();
    await page
      .getByText(/^Đã nối .*\(Hồng Hà\)\.$/)
      .first()
      .waitFor();
    await article.getByText(`HH-${at}`, { exact: true }).first().waitFor({ state: 'detached' });
  }

  await page.goto(`${product.url}/?tab=shortages&by=item&reason=NO_STOCK,TAKEN_BY_OTHERS`);
  const shortages = page.getByRole('grid', { name: /^Phần chưa xuất theo/ });
  await shortages
    .getByText(new RegExp(`C\\d\\dTAA ${NUMBER}`))
    .first()
    .waitFor();
  expect(problems).toEqual([]);
});

it('three sides say that the purchase is in no books, which is explained and saved as a workbook', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/invoices/three-sides`);
  await page.getByRole('button', { name: 'Đối chiếu', exact: true }).click();
  await page.getByText(/^Đối chiếu lúc/).waitFor();
  const grid = page.getByRole('grid', { name: 'Từng hóa đơn theo ba bên' });
  await page.getByPlaceholder('Tìm số, chứng từ, tên, MST').fill(String(NUMBER));
  const line = grid.getByRole('row').filter({ hasText: String(NUMBER) });
  await line.getByText('Có hóa đơn, chưa ghi sổ mua').waitFor();
  await line.locator('[data-open]').click();
  const drawer = openDialog(page);
  await drawer.getByText('Theo hóa đơn điện tử').first().waitFor();
  await drawer.getByRole('button', { name: 'Giải thích…' }).click();
  // By keyboard from here.
  await openDialog(page)
    .getByRole('combobox', { name: /^Lý do/ })
    .press('Enter');
  await page.getByRole('option', { name: 'Đã hỏi bên kia, chờ trả lời' }).click();
  await openDialog(page)
    .getByLabel(/^Chứng cứ/)
    .fill('Thư gửi Hồng Hà ngày 05/10, chờ phiếu giao hàng');
  await page.keyboard.press('Tab');
  await openDialog(page).getByRole('button', { name: 'Ghi lời giải thích' }).press('Enter');
  await page.getByText('Đã ghi lời giải thích cho 1 dòng.').first().waitFor();
  await line.getByText('Đã giải thích').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Sổ đối chiếu' }).click();
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await (await download).path())));
  const told = sheets.at(-1)!.rows.find((cells) => cells.includes(String(NUMBER)))!;
  expect(told).toContain('Có hóa đơn, chưa ghi sổ mua');
  expect(told).toContain('Thư gửi Hồng Hà ngày 05/10, chờ phiếu giao hàng');
  expect(problems).toEqual([]);
});

it('its screens are without axe violations and fit a phone, in light and dark', async () => {
  const screens = [
    {
      name: 'ba-ben',
      address: '/invoices/three-sides?explained=false&sort=-atStake',
      opens: [row, inside(row, inDialog('Giải thích…'))],
    },
    { name: 'ba-ben-tong-hop', address: '/invoices/three-sides?tab=sums' },
  ];
  expect(await lookAtBothSizes(visitor.page, screens)).toEqual({});
}, 300_000);
