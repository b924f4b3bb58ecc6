import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewCompany, startReviewCompany } from '../../testing/review-company.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

type Connection = { id: string; version: number; amisCode: string; bravoCode: string; bravoName: string };

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(12);
});
afterAll(() => company?.api.close());

const call: ReviewCompany['api']['call'] = (...given) => company.api.call(...given);

describe.each([
  ['product', 'SP', 'VT'],
  ['partner', 'KH', 'DT'],
] as const)('%s connections', (kind, amis, bravo) => {
  const path = `/${kind}-connections`;
  const codes = async (query: string): Promise<string[]> =>
    (await call<{ items: Connection[] }>('GET', `${path}?profileId=${company.profileId}&${query}`)).body.items.map(
      ({ amisCode, bravoCode }) => `${amisCode} ${bravoCode}`,
    );
  const create = (n: number) =>
    call<Connection>('POST', path, {
      profileId: company.profileId,
      amisCode: `${amis}00${n}`,
      bravoCode: `${bravo}00${n}`,
    });

  it('are found by what either side is called, in the order asked for, also when Bravo has forgotten the code', async () => {
    for (const n of [3, 1, 2]) expect((await create(n)).status).toBe(201);
    const all = [1, 2, 3].map((n) => `${amis}00${n} ${bravo}00${n}`);
    expect(await codes('')).toEqual(all);
    expect(await codes('sort=-bravoCode')).toEqual([...all].reverse());
    expect(await codes('q=00')).toHaveLength(3);
    expect(await codes(`bravoCode=${bravo}002`)).toEqual([all[1]]);
    expect(await codes(`q=${bravo.toLowerCase()}001`)).toEqual([all[0]]);
    expect(await codes('origin=upload')).toEqual([]);
    const table = kind === 'product' ? 'bravo_items' : 'bravo_partners';
    await company.api.context.pool.query(`delete from ${table} where code = $1`, [`${bravo}003`]);
    expect(await codes('')).toEqual(all);
    expect(await codes(`amisCode=${amis}003`)).toEqual([all[2]]);
  });

  it('close the open suggestion of their pair, and open it again when they go', async () => {
    const pending = async () =>
      (
        await call<{ total: number }>(
          'GET',
          `${path}/suggestions?profileId=${company.profileId}&amisCode=${amis}005&bravoCode=${bravo}005`,
        )
      ).body.total;
    expect(await pending()).toBe(1);
    const { body } = await create(5);
    expect(await pending()).toBe(0);
    expect((await create(5)).body).toMatchObject({ error_code: 'CONNECTION_EXISTS' });
    await call('DELETE', `${path}/${body.id}`);
    expect(await pending()).toBe(1);
  });
});

it('distinguishes products without a factor', async () => {
  const path = `/product-connections?profileId=${company.profileId}&factorMissing=`;
  const total = async (missing: boolean) => (await call<{ total: number }>('GET', path + missing)).body.total;
  const [missing, known] = [await total(true), await total(false)];
  await call('POST', '/product-connections', {
    profileId: company.profileId,
    amisCode: 'SP009',
    bravoCode: 'VT008',
    factor: null,
  });
  expect([await total(true), await total(false)]).toEqual([missing + 1, known]);
});

describe('a factor that no two units can have', () => {
  const slip = { profileId: '', amisCode: 'SP010', bravoCode: 'VT010', factor: '0.0000001' };
  const refused = {
    status: 400,
    body: { error_code: 'VALIDATION', message: expect.stringMatching(/Hệ số phải từ 1\/1000000 đến 1000000/) },
  };

  it('is refused where it is typed', async () => {
    const body = { ...slip, profileId: company.profileId };
    expect(await call('POST', '/product-connections', body)).toMatchObject(refused);
    const right = await call<Connection>('POST', '/product-connections', { ...body, factor: '0.000001' });
    expect(right.status).toBe(201);
    const { id, version } = right.body;
    const edit = { version, factor: '1000001' };
    expect(await call('PATCH', `/product-connections/${id}`, edit)).toMatchObject(refused);
  });

  it('is refused in the row of a file that states it, and its neighbour is taken', async () => {
    const rows = [
      { amisCode: 'SP008', bravoCode: 'VT008', factor: '1/10000000' },
      { amisCode: 'SP009', bravoCode: 'VT009', factor: '1/24' },
    ];
    const path = `/product-connections/bulk-upload?profileId=${company.profileId}`;
    const sent = await company.api.upload<{ runId: string }>(path, await workbookFile('product-connections', rows));
    const { result } = await company.api.runEnd(sent.body.runId);
    const told = {
      created: 1,
      rejected: 1,
      rejectedRows: [{ value: '1/10000000', message: expect.stringMatching(/Hệ số phải từ/) }],
    };
    expect(result).toMatchObject(told);
  });
});
