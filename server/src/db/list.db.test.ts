import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/api.ts';

const PRODUCTS = 1250;

let api: TestApi;
let profileId: string;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  const created = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'A', name: 'A', taxCode: '' });
  profileId = created.body.id;
  await api.context.pool.query(
    `insert into amis_products (id, profile_id, code, name, stock_value, search)
     select gen_random_uuid(), $1, 'SP' || lpad(n::text, 5, '0'), (array['Đèn', 'dao', 'Ấm', 'bếp'])[1 + n % 4],
            nullif(n % 7, 0) * 1000, 'sp ' || n
     from generate_series(1, $2::int) as n`,
    [profileId, PRODUCTS],
  );
});
afterAll(() => api.close());

type Page = { items: { id: string; name: string; stockValue: number | null }[]; total: number; totals?: unknown };
const page = async (query: string): Promise<Page> =>
  (await api.call<Page>('GET', `/amis/products?profileId=${profileId}&${query}`)).body;

it.each(['code', '-code', 'name', '-name', 'stockValue', '-stockValue', 'updatedAt'])(
  'shows every row once over the pages, shallow and deep, sorted by %s',
  async (sort) => {
    const rows: Page['items'] = [];
    for (let offset = 0; offset < PRODUCTS + 100; offset += 130) {
      const { items, total } = await page(`sort=${sort}&limit=130&offset=${offset}`);
      expect(total).toBe(PRODUCTS);
      rows.push(...items);
    }
    expect(new Set(rows.map((row) => row.id)).size).toBe(PRODUCTS);
    const inOnePiece = [0, 500, 1000].map((offset) => page(`sort=${sort}&limit=500&offset=${offset}`));
    const expected = (await Promise.all(inOnePiece)).flatMap((one) => one.items);
    expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id));
  },
);

it('sorts names the Vietnamese way and puts what is empty last, whichever way it sorts', async () => {
  const namesOf = ({ items }: Page) => [...new Set(items.map((row) => row.name))];
  expect(namesOf(await page('sort=name&limit=500'))).toEqual(['Ấm', 'bếp']);
  expect(namesOf(await page('sort=-name&limit=500'))).toEqual(['Đèn', 'dao']);
  for (const sort of ['stockValue', '-stockValue']) {
    const { items } = await page(`sort=${sort}&limit=500&offset=1000`);
    expect(items.at(-1)!.stockValue).toBeNull();
  }
});

it('adds up the whole filter, not the page', async () => {
  const { rows } = await api.context.pool.query<{ sum: number }>(
    'select sum(stock_value)::bigint as sum from amis_products',
  );
  expect((await page('limit=1&offset=1200&totals=true')).totals).toMatchObject({ stockValue: rows[0]!.sum });
});
