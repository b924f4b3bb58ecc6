/** Runs in the copy that `new-field.db.test.ts` makes: the service knows the field «Vùng» of AMIS customers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api.ts';
import { sheetFile } from '../workbook-file.ts';

let api: TestApi;
let profileId: string;

type Partner = { id: string; code: string; version: number; region: string };
type Partners = { items: Partner[] };

beforeAll(async () => {
  api = await startTestApi();
  const profile = { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' };
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
});
afterAll(() => api?.close());

const importCustomers = async (rows: readonly (readonly string[])[]) => {
  const file = await sheetFile([['DANH SÁCH KHÁCH HÀNG'], ...rows]);
  const { body } = await api.upload<{ runId: string }>('/amis/partners/bulk', file, { profileId, type: 'customer' });
  return api.runEnd(body.runId);
};
const listed = async (query: string): Promise<string[][]> => {
  const { body } = await api.call<Partners>('GET', `/amis/partners?profileId=${profileId}&type=customer&${query}`);
  return body.items.map(({ code, region }) => [code, region]);
};

const HEADER = ['Mã khách hàng', 'Tên khách hàng', 'Địa chỉ'];

it('takes the field in from a workbook, lists it and filters by it', async () => {
  const rows = [
    [...HEADER, 'Vùng'],
    ['KH1', 'Hoa Mai', 'Hà Nội', 'Miền Bắc'],
    ['KH2', 'Hoa Lan', 'Huế', 'Miền Trung'],
    ['KH3', 'Hoa Sen', 'Cần Thơ', ''],
  ];
  expect(await importCustomers(rows)).toMatchObject({ errorCode: null, result: { created: 3, rejected: 0 } });
  const all = [
    ['KH1', 'Miền Bắc'],
    ['KH2', 'Miền Trung'],
    ['KH3', ''],
  ];
  expect(await listed('')).toEqual(all);
  expect(await listed(`region=${encodeURIComponent('Miền Trung')}`)).toEqual([all[1]]);
  expect(await listed(`where=${encodeURIComponent('region.has:bắc')}`)).toEqual([all[0]]);
  const held = await api.call('GET', `/amis/partner-filters?profileId=${profileId}&type=customer`);
  expect(held.body).toMatchObject({ region: expect.arrayContaining([{ value: 'Miền Bắc', count: 1 }]) });
});

it('keeps the field where a workbook does not have it, and empties it where its cell is blank', async () => {
  expect(await importCustomers([HEADER, ['KH1', 'Hoa Mai', 'Hải Phòng']])).toMatchObject({
    errorCode: null,
    result: { changed: 1 },
  });
  expect(await listed('q=KH1')).toEqual([['KH1', 'Miền Bắc']]);
  expect(
    await importCustomers([
      [...HEADER, 'Vùng'],
      ['KH2', 'Hoa Lan', 'Huế', ''],
    ]),
  ).toMatchObject({ errorCode: null, result: { changed: 1 } });
  expect(await listed('q=KH2')).toEqual([['KH2', '']]);
});

it('takes a change by hand and writes it into the history', async () => {
  const { body } = await api.call<Partners>('GET', `/amis/partners?profileId=${profileId}&q=KH1`);
  const { id, version } = body.items[0]!;
  const changed = await api.call<Partner>('PATCH', `/amis/partners/${id}`, { region: ' Miền Nam ', version });
  expect(changed).toMatchObject({ status: 200, body: { region: 'Miền Nam' } });
  const tooLong = { region: 'a'.repeat(101), version: changed.body.version };
  expect((await api.call('PATCH', `/amis/partners/${id}`, tooLong)).status).toBe(400);
  const history = await api.call<{ items: unknown[] }>('GET', `/history/amis-partner/${id}`);
  expect(history.body.items[0]).toMatchObject({ before: { region: 'Miền Bắc' }, after: { region: 'Miền Nam' } });
});
