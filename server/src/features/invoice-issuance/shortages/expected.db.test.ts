import { parseQuantity } from '@khop/engine/quantity.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purchase, takeInvoices, xmlOf } from '../../../testing/good-calls/tax-company.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { loadInput } from '../load/load-input.ts';
import { readPeriod } from '../period-rows.ts';

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.done('generate-invoices');
});
afterAll(() => month?.api.close());

type Goods = { product: string; quantity: string; text: string; day: string; profileCode?: string };
type Need = { profileId: string; profileCode: string; product: string; unit: string; expected: Goods[] };

const read = async <T>(path: string): Promise<T> =>
  (await month.api.call<T>('GET', `/invoice-issuance/periods/${month.periodId}/${path}`)).body;
const needs = async (): Promise<Need[]> => (await read<{ needs: Need[] }>('purchase-needs')).needs;
const groups = async () =>
  (await read<{ items: { key: string; expected: Goods[] }[] }>('shortages/groups?by=item&limit=500')).items;
const input = async () => {
  const { db } = month.api.context;
  return loadInput(db, await readPeriod(db, month.periodId));
};

it('goods on their way into the books are told beside the lack that they would cure, and change no invoice', async () => {
  const { api } = month;
  const [need] = await needs();
  expect(need!.expected).toEqual([]);
  const before = await input();

  const { rows } = await api.context.pool.query(
    `select p.tax_code as "taxCode", p.name, (select a.id from amis_products a where a.profile_id = p.id and a.code = $2) as product,
       (select c.bravo_code from product_connections c join amis_products a on a.id = c.amis_product_id
        where c.profile_id = p.id and a.code = $2 order by 1 limit 1) as item
     from profiles p where p.id = $1`,
    [need!.profileId, need!.product],
  );
  const { taxCode, name, product, item } = rows[0];
  const line = {
    kind: '1',
    code: 'HM-1',
    name: 'Hàng Hoa Mai',
    unit: 'Thùng',
    quantity: '40',
    unitPrice: '1000',
    amount: '40000',
    rate: 'KCT',
  };
  const sums = { beforeVat: '40000', vat: '0', total: '40000', rates: [{ rate: 'KCT', amount: '40000', vat: '0' }] };
  const bought = purchase(123, {
    buyer: { taxCode, name },
    lines: [line],
    symbol: 'C26TAA',
    date: '2026-10-12',
    ...sums,
  });
  await takeInvoices(api, 'mua.xml', xmlOf(bought));
  // Until an accountant says which product it is, it cures nothing.
  expect((await needs())[0]!.expected).toEqual([]);
  const listed = await api.call<{ items: Record<string, string>[] }>(
    'GET',
    `/supplier-items?profileId=${need!.profileId}`,
  );
  const { supplierTaxCode, itemKey, unitKey } = listed.body.items[0]!;
  const decision = { supplierTaxCode, itemKey, unitKey, productId: product, factor: '24' };
  const connected = await api.call('POST', '/supplier-items/connections', {
    profileId: need!.profileId,
    choice: { items: [decision] },
  });
  expect(connected.status, JSON.stringify(connected.body)).toBe(200);

  const text = expect.stringMatching(
    /^đã mua 12\/10\/2026 \(hóa đơn C26TAA 123, 40 thùng\), chưa nhập kho AMIS(, quá một tháng)?$/,
  );
  const goods = { product: need!.product, quantity: '960', text, day: '2026-10-12' };
  const after = await needs();
  expect(after[0]!.expected).toMatchObject([goods]);
  expect(after.slice(1).every(({ expected }) => expected.length === 0)).toBe(true);
  const told = (await groups()).filter(({ expected }) => expected.length > 0);
  expect(told).toMatchObject([{ key: item, expected: [{ ...goods, profileCode: need!.profileCode }] }]);
  expect((await read<{ items: { expected: Goods[] }[] }>('shortages/groups?by=reason')).items[0]!.expected).toEqual([]);

  // A plan is a function of this, and of nothing else.
  expect(await input()).toEqual(before);
  const planned = await month.done('regenerate-invoices', { preview: true });
  expect(planned.result).toMatchObject({ change: { added: 0, changed: 0, removed: 0 } });
  expect(await read('regeneration')).toMatchObject({ proposal: null });
});

it('a purchase is net of what was sent back of it, and says how much that was', async () => {
  const { rows } = await month.api.context.pool.query<{ line: string; code: string; left: string }>(
    `update amis_purchase_lines l set returned_quantity = 1.5 from profiles p where p.id = l.profile_id and (l.profile_id, l.line_key) in (
       select profile_id, line_key from amis_purchase_lines where quantity > 2 and returned_quantity = 0
         and accounting_date between '2026-09-01' and '2026-09-30' order by 1, 2 limit 1)
     returning l.line_key as line, p.code, (l.quantity - 1.5)::text as left`,
  );
  const { line, code, left } = rows[0]!;
  const { purchases } = (await input()).profiles.find(({ terms }) => terms.code === code)!;
  expect(purchases.find(({ id }) => id === line)).toMatchObject({
    ...{ quantity: parseQuantity(left), returned: parseQuantity('1.5') },
  });
  expect(purchases.filter(({ returned }) => returned !== undefined)).toHaveLength(1);
});

it.each([
  ['shortages', ['docDate', '-docDate', 'amount', 'itemCode']],
  ['reconciliation/parts', ['docDate', '-amount', 'document']],
])('the parts of one sale are each once over the pages of %s', async (list, sorts) => {
  const { pool } = month.api.context;
  // As many parts of one line as make pages; all of them lack the same amount.
  await pool.query(
    `insert into period_shortages (period_id, source_key, position, reason, base_quantity, amount, message, remedy)
     select $1, (select min(source_key) from period_sales_lines where period_id = $1), 3000 - n,
       (array['NO_STOCK', 'TAKEN_BY_OTHERS', 'NEEDS_REVIEW'])[1 + n % 3], 1, 1, 'Phần ' || (n * 7919 % 301), ''
     from generate_series(1, 300) n on conflict do nothing`,
    [month.periodId],
  );
  type Part = { line: string; message?: string; why?: string };
  const page = async (sort: string, limit: number, offset: number) =>
    (await read<{ items: Part[] }>(`${list}?sort=${sort}&limit=${limit}&offset=${offset}`)).items;
  for (const sort of sorts) {
    const whole = await page(sort, 500, 0);
    const turned: Part[] = [];
    for (let offset = 0; offset < whole.length; offset += 37) turned.push(...(await page(sort, 37, offset)));
    expect(turned.slice(0, whole.length), sort).toEqual(whole);
  }
});
