import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api?.close());

const put = (id: string, body: unknown, as?: string) =>
  api.call('PUT', `/auth/me/preferences/${id}`, body, as ? { as } : {});
const valuesOf = async (as?: string) =>
  (await api.call<{ values: Record<string, unknown> }>('GET', '/auth/me/preferences', undefined, as ? { as } : {})).body
    .values;

it('keeps the settings of each person apart, takes the last one written, and forgets what is set to null', async () => {
  const layout = { hidden: ['unit'], widths: { name: 320 } };
  expect((await put('grid.bravo-items', { value: layout })).status).toBe(204);
  expect((await put('views.bravo-items', { value: [{ name: 'Chưa nối' }] })).status).toBe(204);
  expect(await valuesOf()).toEqual({ 'grid.bravo-items': layout, 'views.bravo-items': [{ name: 'Chưa nối' }] });
  expect(await valuesOf('khac@khop.local')).toEqual({});

  await put('grid.bravo-items', { value: { hidden: [] } }, 'khac@khop.local');
  await put('grid.bravo-items', { value: false });
  await put('views.bravo-items', { value: null });
  expect(await valuesOf()).toEqual({ 'grid.bravo-items': false });
  expect(await valuesOf('khac@khop.local')).toEqual({ 'grid.bravo-items': { hidden: [] } });
});

it('refuses a value that is missing or too long, a name that is no name, and one setting too many', async () => {
  const refusal = { status: 400, body: { error_code: 'VALIDATION' } };
  const before = await valuesOf();
  expect(await put('grid.x', {})).toMatchObject(refusal);
  expect(await put('grid.x', { value: 'x'.repeat(100_000) })).toMatchObject(refusal);
  expect(await put('Grid X', { value: 1 })).toMatchObject(refusal);
  expect(await valuesOf()).toEqual(before);

  const as = 'nhieu@khop.local';
  await api.call('GET', '/auth/me', undefined, { as });
  await api.context.pool.query(
    `insert into user_preferences (user_id, name, value)
     select id, 'grid.' || n, '1' from users, generate_series(1, 200) n where email = $1`,
    [as],
  );
  expect(await put('grid.one-more', { value: 1 }, as)).toMatchObject(refusal);
  expect((await put('grid.7', { value: 2 }, as)).status).toBe(204);
  expect((await valuesOf(as))['grid.7']).toBe(2);
});
