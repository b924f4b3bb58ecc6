import type { Firm } from '@khop/sample/tax-invoices/test-authority.ts';
import type { Page } from 'playwright-core';
import { openDialog } from './dialog.ts';
import { button, inDialog, inside, type Screen } from './openings.ts';
import { ask } from './sign-in.ts';
import { tampered, taxFilesOf, taxList, taxZip } from './tax-files.ts';

type Listed<T> = { readonly items: readonly T[] };

const invoices = async (page: Page, query = ''): Promise<readonly { id: string }[]> =>
  (await ask<Listed<{ id: string }>>(page, `/tax-invoices${query}`)).body.items;

/** Takes signed invoices of the first profile in, and one that was changed after its signature. */
export async function takeTaxInvoices(page: Page, address: string): Promise<void> {
  if ((await invoices(page)).length > 0) return;
  const own = (await ask<Listed<Firm>>(page, '/amis/profiles?sort=code')).body.items[0]!;
  const files = taxFilesOf(own);
  await page.goto(address);
  await page.getByRole('button', { name: 'Nạp hóa đơn' }).first().click();
  await openDialog(page)
    .getByLabel('Các tệp')
    .setInputFiles(await taxZip('thang-9.zip', [...files, tampered(files[0]!)]));
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
  await openDialog(page).getByText('Hóa đơn mới').waitFor();
  await openDialog(page).getByRole('button', { name: 'Nạp tệp khác' }).click();
  await openDialog(page)
    .getByLabel('Các tệp')
    .setInputFiles(await taxList(own));
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
  await openDialog(page)
    .getByText(/^3 hóa đơn: /)
    .waitFor();
}

/** The list of tax invoices with what opens there, and one that replaces another. */
export async function taxScreens(page: Page): Promise<Screen[]> {
  const earlier = button('Các lần nạp trước');
  const [one] = await invoices(page, '?relation=replaces&evidence=both');
  const [listed] = await invoices(page, '?evidence=list');
  return [
    {
      name: 'kho-hoa-don',
      address: '/tax-invoices',
      opens: [
        ...[button('Nạp hóa đơn'), button('Danh sách đã nạp'), earlier],
        inside(button('Danh sách đã nạp'), inDialog(/^Bỏ danh sách/)),
        ...[inside(earlier, inDialog(/^thang-9/)), inside(earlier, inDialog(/^danh-sach-9/))],
      ],
    },
    { name: 'doi-hoa-don-dien-tu', address: '/tax-invoices/settlements' },
    { name: 'mot-hoa-don-dien-tu', address: `/tax-invoices/${one?.id ?? ''}` },
    { name: 'hoa-don-chi-co-o-danh-sach', address: `/tax-invoices/${listed?.id ?? ''}` },
  ];
}

/** The screens of what comes of purchases: the supplier's items, the goods on their way, and why goods lack. */
export const expectedScreens = (profile: string): readonly Screen[] => [
  { name: 'hang-nha-cung-cap', address: `${profile}/supplier-items`, opens: [button('Nối hàng loạt')] },
  { name: 'hang-dang-ve', address: `${profile}/expected-lots` },
  { name: 'vi-sao-thieu', address: '/invoices/stock-causes' },
];
