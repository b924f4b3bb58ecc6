import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openProduct } from '../stage/journey.ts';
import { generate } from '../stage/month-actions.ts';
import { signIn } from '../stage/sign-in.ts';

const product = openProduct();
let visitor: Visit;

beforeAll(async () => {
  visitor = await product.visit();
  await signIn(visitor.page, product.url);
  await generate(visitor.page, 'Sinh hóa đơn');
});

const where = () => new URL(visitor.page.url()).searchParams;

it.each([
  ['/?where=total.min:1000000&sort=-total', ['Chưa xuất', 'Hóa đơn']],
  ['/?tab=shortages&where=quantity.min:2&sort=docDate', ['Hóa đơn', 'Chưa xuất']],
  ['/invoices/reconciliation?tab=parts&where=quantity.min:2&sort=-itemCode', ['Sổ AMIS', 'Thuế GTGT', 'Từng phần']],
  ['/bravo/sales?tab=live&where=quantity.min:2', ['Đưa thêm', 'Xem thẳng Bravo']],
])('lists that take turns at %s are each asked with their own filters, and find them again', async (address, tabs) => {
  const { page, problems } = visitor;
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 400) refused.push(answer.url());
  });
  await page.goto(product.url + address);
  const given = new URL(product.url + address).searchParams;
  await page.getByRole('grid').last().locator('[data-r="0"]').waitFor();
  for (const tab of tabs) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await page.locator('[role="grid"]:not([aria-busy])').last().waitFor();
    if (tab !== tabs.at(-1)) expect(where().get('where')).toBeNull();
  }
  for (const name of ['where', 'sort']) expect(where().get(name)).toBe(given.get(name));
  expect(refused).toEqual([]);
  expect(problems).toEqual([]);
});

it('the shortages keep filters of their own for each way to add them up; the reason that is asked for stays', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/?tab=shortages&reason=NO_STOCK&where=quantity.min:2&sort=docDate`);
  const by = async (name: string) => {
    await page.getByRole('combobox', { name: 'Xem theo' }).click();
    await page.getByRole('option', { name }).click();
    await page.locator('[role="grid"][aria-label^="Phần chưa xuất"]:not([aria-busy])').waitFor();
  };
  await by('Theo vật tư Bravo');
  expect([where().get('where'), where().get('reason')]).toEqual([null, 'NO_STOCK']);
  await page.getByRole('columnheader', { name: 'Số phần' }).locator('[data-label]').click();
  await expect.poll(() => where().get('sort')).toBe('parts');
  await by('Theo từng phần');
  expect([where().get('where'), where().get('sort')]).toEqual(['quantity.min:2', 'docDate']);
  await by('Theo vật tư Bravo');
  expect(where().get('sort')).toBe('parts');
  expect(problems).toEqual([]);
});
