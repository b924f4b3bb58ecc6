import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepUploads } from '../../../jobs/leftovers.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { sheetFile } from '../../../testing/workbook-file.ts';
import { mapOf, reportOf, sheet } from './maps-fixture.ts';

let api: TestApi;
let profileId = '';

beforeAll(async () => {
  api = await startTestApi();
  const profile = { code: 'AP', name: 'Công ty AP', taxCode: '' };
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
});
afterAll(() => api?.close());

type File = Awaited<ReturnType<typeof sheetFile>>;
const send = async (file: File, query = ''): Promise<Run> => {
  const { body } = await api.upload<{ runId: string }>(`/amis/products/bulk${query}`, file, { profileId });
  return api.runEnd(body.runId);
};
const products = async () =>
  (
    await api.context.pool.query<{ code: string; quantity: string }>(
      'select code, quantity_on_hand::float::text as quantity from amis_products order by code',
    )
  ).rows;

describe('the file of a run', () => {
  it('is shown to the person who sent it, to an administrator, and to others not', async () => {
    const { id } = await send(await sheet([['D1', 'Dao', 'Cái', 1]]));
    const path = `/runs/${id}/file-map`;
    expect((await api.call('GET', path, undefined, { as: 'khac@khop.local' })).body).toMatchObject({
      error_code: 'ADMIN_ONLY',
    });
    expect((await api.call('POST', `${path}/try`, { map: mapOf() }, { as: 'khac@khop.local' })).status).toBe(403);
    expect(
      (await api.call('POST', `${path}/import`, { map: mapOf(), remember: null }, { as: 'khac@khop.local' })).status,
    ).toBe(403);
    expect((await api.call('GET', path, undefined, { as: 'admin@khop.local', admin: true })).status).toBe(200);
  });

  it('is gone after a day', async () => {
    const { id } = await send(await sheet([['E1', 'Ê ke', 'Cái', 1]]));
    const dayAfter = new Date(Date.now() + 25 * 3_600_000);
    expect((await api.call('GET', `/runs/${id}/file-map`)).status).toBe(200);
    expect(await sweepUploads(api.context.pool, dayAfter)).toBeGreaterThan(0);
    const answer = await api.call('GET', `/runs/${id}/file-map`);
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'Tệp của lượt này không còn được giữ. Hãy tải tệp lên lại.' },
    });
  });

  it('is gone at once where no map would help, and when three later ones wait', async () => {
    expect(await send({ name: 'hong.xlsx', content: Buffer.from('PK\u0003\u0004rest') })).toMatchObject({
      errorCode: 'FILE_DAMAGED',
    });
    const runs: Run[] = [];
    for (const code of ['F1', 'F2', 'F3', 'F4']) runs.push(await send(await sheet([[code, 'Phích', 'Cái', 1]])));
    await sweepUploads(api.context.pool, new Date());
    const { rows } = await api.context.pool.query<{ name: string; n: number }>(
      `select file_name as name, count(*)::int as n from uploads u
       where not exists (select from import_batches b where b.upload_id = u.id) group by 1`,
    );
    expect(rows).toEqual([{ name: 'tep.xlsx', n: 3 }]);
    const statuses = await Promise.all(
      runs.map(async ({ id }) => (await api.call('GET', `/runs/${id}/file-map`)).status),
    );
    expect(statuses).toEqual([404, 200, 200, 200]);
  });
});

describe('a recognised file whose texts have two readings', () => {
  const own = () =>
    sheetFile([
      ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn'],
      ['S1', 'Sổ', 'Quyển', '1.250'],
    ]);

  it('is asked about its column, and read as it is answered', async () => {
    const asked = await send(await own());
    expect(asked).toMatchObject({ errorCode: 'DECIMAL_SIGN_UNKNOWN', result: { column: 'D', value: '1.250' } });
    expect(reportOf(await send(await own(), '?notations=D:comma'))).toMatchObject({ created: 1 });
    expect(await products()).toContainEqual({ code: 'S1', quantity: '1250' });
    expect(reportOf(await send(await own(), '?notations=D:point'))).toMatchObject({
      changed: 1,
      sameFile: false,
    });
    expect(await products()).toContainEqual({ code: 'S1', quantity: '1.25' });
    expect((await api.upload('/amis/products/bulk?notations=D:khac', await own(), { profileId })).status).toBe(400);
  });
});
