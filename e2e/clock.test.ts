import { expect, it } from 'vitest';
import { openProduct } from './stage/journey.ts';
import { signIn } from './stage/sign-in.ts';

const product = openProduct();

it('says on every page that this machine’s clock is wrong, and by how much', async () => {
  const { page } = await product.visit();
  await page.clock.setSystemTime(Date.now() + 7 * 60_000);
  await page.goto(`${product.url}/sign-in`);
  const said = page.getByText(/^Đồng hồ máy tính lệch 7 phút \(nhanh hơn máy chủ\)/);
  await said.waitFor();
  await signIn(page, product.url, 'ketoan@khop.local');
  await said.waitFor();
  expect(await said.count()).toBe(1);
});

it('says nothing of a clock that is right', async () => {
  const { page } = await product.visit();
  await signIn(page, product.url, 'ketoan@khop.local');
  await page.getByText('Các bước của kỳ').waitFor();
  expect(await page.getByText(/^Đồng hồ máy tính/).count()).toBe(0);
});
