import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

/** VT1 is sold at 50.000 đồng/lon; its factor says that a lon is 24 of the product's units. */
it.each([
  ['last_purchase_price', 45_000, 1],
  ['average_purchase_price', 45_000, 1],
  ['sale_price', 45_000, 1],
  ['sale_price', 2_000, 0],
  ['sale_price', null, 0],
])('a factor is judged by the %s of the catalogue (%s)', async (column, price, count) => {
  const { api, periodId, rows, work } = company;
  await rows("update product_connections set factor = '24'");
  await rows('update amis_products set last_purchase_price = null, average_purchase_price = null, sale_price = null');
  await rows(`update amis_products set ${column} = $1`, [price]);
  await work('load-bravo-sales');
  await work('generate-invoices', {});
  const { body } = await api.call<{ problems: { code: string; message: string }[] }>(
    'GET',
    `/invoice-issuance/periods/${periodId}/preflight`,
  );
  const told = body.problems.filter(({ code }) => code === 'FACTOR_IMPLAUSIBLE');
  expect(told).toHaveLength(count);
  if (count > 0)
    expect(told[0]!.message).toContain('Theo hệ số 24, giá bán là 2.083 đồng/Lon, còn giá ở AMIS là 45.000');
});

it('a factor that no two units can have, stored before it was refused, is as good as none, and stops no generation', async () => {
  const { api, periodId, rows, work } = company;
  await rows("update product_connections set factor = '1000000000000000000'");
  await work('generate-invoices', {});
  for (const list of ['purchase-needs', 'stock-causes'])
    expect((await api.call('GET', `/invoice-issuance/periods/${periodId}/${list}`)).status).toBe(200);
  const { body } = await api.call<{ items: { reason: string }[] }>(
    'GET',
    `/invoice-issuance/periods/${periodId}/shortages?limit=50`,
  );
  expect(body.items.map(({ reason }) => reason)).toContain('FACTOR_MISSING');
});
