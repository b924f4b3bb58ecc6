import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { sheetFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;

type Partner = {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly idNumber: string;
  readonly passport: string;
  readonly nationality: string;
  readonly budgetCode: string;
};

beforeAll(async () => {
  api = await startTestApi();
  const profile = { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' };
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
  const file = await sheetFile([
    ['DANH SÁCH KHÁCH HÀNG'],
    ['Mã khách hàng', 'Tên khách hàng', 'Mã số ĐVQHNS', 'Số hộ chiếu', 'Quốc tịch', 'Số CMND', 'Tổ chức/Cá nhân'],
    ['KH1', 'Nguyễn Thị Lan', '', '', '', '79203001234', 'Cá nhân'],
    ['KH2', 'John Smith', '', 'C1234567', 'Anh', '', 'Cá nhân'],
    ['KH3', 'Trường Tiểu học Hoa Mai', '1054321', '', '', '', 'Tổ chức'],
    ['KH4', 'Cụ Bình', '', '', '', '024123456', 'Cá nhân'],
  ]);
  const { body } = await api.upload<{ runId: string }>('/amis/partners/bulk', file, { profileId, type: 'customer' });
  expect(await api.runEnd(body.runId)).toMatchObject({ errorCode: null, result: { created: 4, rejected: 0 } });
});
afterAll(() => api?.close());

const list = (query = '') =>
  api.call<{ items: Partner[]; total: number }>('GET', `/amis/partners?profileId=${profileId}&sort=code${query}`);
const opened = async (code: string): Promise<Partner> => {
  const { id } = (await list()).body.items.find((one) => one.code === code)!;
  return (await api.call<Partner>('GET', `/amis/partners/${id}`)).body;
};

it('is taken in from the headers of real lists, the zero that a spreadsheet dropped put back', async () => {
  expect(await opened('KH1')).toMatchObject({ idNumber: '079203001234', passport: '', budgetCode: '' });
  expect(await opened('KH2')).toMatchObject({ passport: 'C1234567', nationality: 'Anh', idNumber: '' });
  expect(await opened('KH3')).toMatchObject({ budgetCode: '1054321' });
  expect(await opened('KH4')).toMatchObject({ idNumber: '024123456' });
});

it('is masked in the list, which can neither be searched nor asked for it', async () => {
  const { items } = (await list()).body;
  expect(items.map(({ idNumber, passport }) => [idNumber, passport])).toEqual([
    ['••••1234', ''],
    ['', '••••4567'],
    ['', ''],
    ['••••3456', ''],
  ]);
  expect((await list('&q=079203001234')).body.total).toBe(0);
  expect((await list('&where=idNumber.has:0792')).status).toBe(400);
  expect((await list('&where=passport.has:C12')).status).toBe(400);
  expect((await list('&where=budgetCode.has:1054')).body.total).toBe(1);
});

it('is changed in the form that it fits, and the log masks it', async () => {
  const { id, version } = await opened('KH1');
  const change = (body: object) => api.call<Partner>('PATCH', `/amis/partners/${id}`, { version, ...body });
  expect((await change({ idNumber: '079203' })).status).toBe(400);
  expect((await change({ idNumber: 'A79203001234' })).status).toBe(400);
  expect((await change({ budgetCode: '105432' })).status).toBe(400);
  expect((await change({ passport: 'C'.repeat(21) })).status).toBe(400);
  const changed = await change({ idNumber: '001203001234', passport: 'B7654321' });
  expect(changed).toMatchObject({ status: 200, body: { idNumber: '001203001234', passport: 'B7654321' } });
  const history = await api.call<{ items: unknown[] }>('GET', `/history/amis-partner/${id}`);
  expect(history.body.items[0]).toMatchObject({
    before: { idNumber: '••••1234', passport: '' },
    after: { idNumber: '••••1234 (số khác)', passport: '••••4321' },
  });
  const { rows } = await api.context.pool.query(`select before::text || after::text as text from audit_events`);
  for (const { text } of rows) expect(text ?? '').not.toMatch(/[07]\d{7,}1234|B7654321/);
});
