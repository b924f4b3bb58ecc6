import { readFileSync } from 'node:fs';
import { CLAUSE_OPS, type Clause, type ClauseOp, whereText } from '@khop/contract/clauses.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/api.ts';

let api: TestApi;
let profileId: string;
let periodId: string;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  const profile = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'A', name: 'A', taxCode: '' });
  profileId = profile.body.id;
  const period = await api.call<{ id: string }>('POST', '/invoice-issuance/periods', {
    name: 'Kỳ 9',
    fromDate: '2026-09-01',
    toDate: '2026-09-30',
    profileIds: [profileId],
    issuers: {},
  });
  periodId = period.body.id;
  await api.context.pool.query(
    `insert into amis_products (id, profile_id, code, name, unit, quantity_on_hand, stock_value, last_purchase_date, is_active, updated_at, search)
     values (gen_random_uuid(), $1, 'A1', 'Giấy A4', 'Ram', 12.5, 1500000, '2026-09-01', true, '2026-09-01 16:59:00Z', ''),
            (gen_random_uuid(), $1, 'A2', 'Bút chì', 'Cái', 0, 0, '2026-09-15', true, '2026-09-01 17:00:00Z', ''),
            (gen_random_uuid(), $1, 'B|1;x:%', 'Băng 100% "dính" ''to''', '', null, null, null, false, '2026-09-03 00:00:00Z', ''),
            (gen_random_uuid(), $1, 'B2', 'Đèn bàn', 'Cái', -3, -20000, '2026-10-01', true, '2026-09-04 00:00:00Z', '')`,
    [profileId],
  );
});
afterAll(() => api.close());

type Page = { items: { code: string }[]; total: number; totals?: { stockValue: number } };
const clause = (field: string, op: ClauseOp, ...values: string[]): Clause => ({ field, op, values });
const found = async (...clauses: Clause[]): Promise<string[]> => {
  const query = new URLSearchParams({ profileId, sort: 'code', totals: 'true', where: whereText(clauses) });
  const { status, body } = await api.call<Page>('GET', `/amis/products?${query}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ code }) => code);
};

it('finds by several values, by a part of a text without marks, by ranges with both ends, and by what is blank', async () => {
  expect(await found(clause('code', 'in', 'A1', 'B2'))).toEqual(['A1', 'B2']);
  expect(await found(clause('code', 'in', 'B|1;x:%'))).toEqual(['B|1;x:%']);
  expect(await found(clause('name', 'has', 'giay'))).toEqual(['A1']);
  expect(await found(clause('name', 'has', '100%'))).toEqual(['B|1;x:%']);
  expect(await found(clause('name', 'has', 'ban den'))).toEqual(['B2']);
  expect(await found(clause('quantityOnHand', 'min', '0'), clause('quantityOnHand', 'max', '12.5'))).toEqual([
    'A1',
    'A2',
  ]);
  expect(await found(clause('stockValue', 'max', '-20000'))).toEqual(['B2']);
  expect(await found(clause('lastPurchaseDate', 'from', '2026-09-15'))).toEqual(['A2', 'B2']);
  expect(await found(clause('lastPurchaseDate', 'to', '2026-09-15'))).toEqual(['A1', 'A2']);
  // 17:00 in London is the next day in Vietnam.
  expect(await found(clause('updatedAt', 'to', '2026-09-01'))).toEqual(['A1']);
  expect(await found(clause('updatedAt', 'from', '2026-09-02'), clause('updatedAt', 'to', '2026-09-02'))).toEqual([
    'A2',
  ]);
  expect(await found(clause('unit', 'blank'))).toEqual(['B|1;x:%']);
  expect(await found(clause('lastPurchaseDate', 'filled'), clause('unit', 'in', 'Cái'))).toEqual(['A2', 'B2']);
  expect(await found(clause('isActive', 'in', 'false'))).toEqual(['B|1;x:%']);
  expect(await found(clause('connectionCount', 'max', '0'))).toHaveLength(4);
});

it('adds up what the conditions leave', async () => {
  const where = whereText([clause('stockValue', 'min', '1')]);
  const { body } = await api.call<Page>('GET', `/amis/products?${new URLSearchParams({ where, totals: 'true' })}`);
  expect(body.totals).toMatchObject({ stockValue: 1_500_000 });
});

it('takes a value for a value, whatever it says', async () => {
  for (const value of ["x' or '1'='1", "'); drop table amis_products; --", '$1', '%', '_', '\\', '"'])
    for (const op of ['in', 'has'] as const) expect(await found(clause('unit', op, value))).toEqual([]);
  expect(await found()).toHaveLength(4);
});

it.each([
  'fingerprint.blank',
  'constructor.blank',
  'code.like:A',
  'code.min:A',
  'code.from:2026-13-01',
  'code.in',
  'code.blank:1',
  "code'.in:A",
  'code.in:%E0%A4%A',
])('refuses «%s» with what is wrong', async (where) => {
  const answer = await api.call('GET', `/amis/products?${new URLSearchParams({ where })}`);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error_code: 'VALIDATION' });
});

/** The values that each condition takes. */
const VALUES: Readonly<Record<ClauseOp, readonly string[]>> = {
  in: ['a', 'true'],
  has: ['giấy 5'],
  min: ['-1.5'],
  max: ['999999999999999999'],
  from: ['2026-09-01'],
  to: ['2026-09-30'],
  blank: [],
  filled: [],
};

type Described = { parameters?: { name: string; schema: { description?: string } }[] };
const openapi = JSON.parse(readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get?: Described }>;
};

const lists = Object.entries(openapi.paths).flatMap(([path, { get }]) => {
  const where = get?.parameters?.find(({ name }) => name === 'where')?.schema.description ?? '';
  const columns = /Cột: (.*)$/.exec(where)?.[1];
  return columns === undefined ? [] : [{ path: path.replace(/^\/v1/, ''), columns: columns.split(', ') }];
});

describe('every list that has columns to filter', () => {
  it('is here', () => expect(lists.length).toBeGreaterThanOrEqual(17));

  it.each(lists)('$path takes every condition on every column', async ({ path, columns }) => {
    const url = path.replace('{id}', periodId);
    for (const field of columns) {
      const where = whereText(CLAUSE_OPS.map((op) => clause(field, op, ...VALUES[op])));
      // Some lists are of a profile; the others do not mind.
      const query = new URLSearchParams({ profileId, where, totals: 'true' });
      const answer = await api.call('GET', `${url}?${query}`, undefined, { as: 'admin@khop.local', admin: true });
      expect([field, answer.status, answer.body.message]).toEqual([field, 200, undefined]);
    }
  });
});
