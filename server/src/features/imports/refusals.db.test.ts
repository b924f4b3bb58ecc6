import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { sheetFile, workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;

beforeAll(async () => {
  api = await startTestApi();
  const created = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' });
  profileId = created.body.id;
  const file = await workbookFile('amis-products', [{ code: 'A1', name: 'Nồi', unit: 'Cái', isActive: true }]);
  const upload = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId });
  expect((await api.runEnd(upload.body.runId)).status).toBe('succeeded');
});
afterAll(() => api?.close());

const everything = async () => ({
  products: await api.context.db.selectFrom('amisProducts').selectAll().execute(),
  imports: await api.context.db.selectFrom('importBatches').select('id').execute(),
});
let before: Awaited<ReturnType<typeof everything>>;
beforeEach(async () => {
  before = await everything();
});

const header = ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn'];

describe('a file that cannot be taken in says why and changes nothing', () => {
  it.each([
    ['a broken zip', 'FILE_DAMAGED', () => ({ name: 'hong.xlsx', content: Buffer.from('PK\u0003\u0004rest') })],
    [
      'a web page without a table',
      'FILE_TYPE_NOT_SUPPORTED',
      () => ({ name: 'so.xls', content: Buffer.from('<html><p>Phiên đã hết</p></html>') }),
    ],
    [
      'a sheet of something else',
      'UNKNOWN_LAYOUT',
      () =>
        sheetFile([
          ['Họ tên', 'Ngày sinh'],
          ['An', '01/01/2000'],
        ]),
    ],
    ['a list of customers', 'WRONG_LAYOUT', () => workbookFile('amis-customers', [{ code: 'KH1', name: 'Hoa' }])],
    [
      'a list without units',
      'MISSING_COLUMN',
      () =>
        sheetFile([
          ['Mã', 'Tên', 'Tính chất', 'Số lượng tồn', 'Giá trị tồn'],
          ['A2', 'Ấm', 'Hàng hóa', 1, 2],
        ]),
    ],
    ['a blank sheet', 'EMPTY_SHEET', () => sheetFile([])],
    ['a header and no row', 'EMPTY_SHEET', () => sheetFile([header])],
  ])('%s: %s', async (_what, code, make) => {
    const upload = await api.upload<{ runId: string }>('/amis/products/bulk', await make(), { profileId });
    expect(upload.status).toBe(202);
    const run = await api.runEnd(upload.body.runId);
    expect(run).toMatchObject({ status: 'failed', errorCode: code });
    // A Vietnamese sentence, not a name of an exception.
    expect(run.message).toMatch(/[àáảãạăâđêôơưế ]{1}/i);
    expect(await everything()).toEqual(before);
  });

  it('is refused at the door when it is missing, empty, or for no profile', async () => {
    const file = await sheetFile([header]);
    const url = '/amis/products/bulk';
    expect(await api.upload(url, undefined, { profileId })).toMatchObject({
      status: 400,
      body: { error_code: 'FILE_REQUIRED' },
    });
    expect(await api.upload(url, { name: 'a.xlsx', content: Buffer.alloc(0) }, { profileId })).toMatchObject({
      status: 400,
      body: { error_code: 'FILE_REQUIRED', message: expect.stringContaining('«a.xlsx» trống') },
    });
    expect(await api.upload(url, file, {})).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
    const unknownId = '01980000-0000-7000-8000-000000000000';
    expect(await api.upload(url, file, { profileId: unknownId })).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
    expect(await api.call('POST', url, { profileId })).toMatchObject({
      status: 400,
      body: { error_code: 'FILE_REQUIRED' },
    });
  });

  it.each([
    ['a picture', 'anh.xlsx', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 1])],
    ['an archived web page named .xls', 'so.xls', Buffer.from('MIME-Version: 1.0\r\n\r\n<html><table></table></html>')],
    ['a PDF named .csv', 'so.csv', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a spreadsheet in a .zip', 'so.zip', Buffer.from('PK\u0003\u0004rest')],
  ])('is refused at the door when it is %s', async (_what, name, content) => {
    const uploads = async () => (await api.context.pool.query('select id from uploads')).rowCount;
    const stored = await uploads();
    const upload = await api.upload('/amis/products/bulk', { name, content }, { profileId });
    expect(upload).toMatchObject({ status: 422, body: { error_code: 'FILE_TYPE_NOT_SUPPORTED' } });
    expect(upload.body.message).toMatch(/Hãy|Chỉ nhận/);
    expect(await uploads()).toBe(stored);
    expect(await everything()).toEqual(before);
  });

  it('starts once per idempotency key', async () => {
    const file = await workbookFile('amis-products', [{ code: 'A1', name: 'Nồi to', unit: 'Cái', isActive: true }]);
    const send = (name: string) =>
      api.upload<{ runId: string }>(
        '/amis/products/bulk',
        { ...file, name },
        { profileId },
        { idempotencyKey: 'up-1' },
      );
    const [one, two] = [await send('a.xlsx'), await send('a.xlsx')];
    expect(two.body).toEqual(one.body);
    await api.runEnd(one.body.runId);
    const other = await workbookFile('amis-products', [{ code: 'A7', name: 'Khác', unit: 'Cái', isActive: true }]);
    const mismatch = await api.upload('/amis/products/bulk', other, { profileId }, { idempotencyKey: 'up-1' });
    expect(mismatch).toMatchObject({ status: 422, body: { error_code: 'IDEMPOTENCY_MISMATCH' } });
  });
});

it('takes a file with signs that no database holds, without them', async () => {
  const file = await sheetFile([
    ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn'],
    ['Z\ud8001', 'Nồ\0i', 'Cái', 1],
    ['Z2', `${'x'.repeat(900)}\ud800\0`, 'Cái', '\udfff\0'],
  ]);
  const upload = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId });
  const run = await api.runEnd(upload.body.runId);
  expect(run, JSON.stringify(run)).toMatchObject({ status: 'succeeded', result: { created: 1, rejected: 1 } });
  const codes = await api.context.db.selectFrom('amisProducts').select(['code', 'name']).execute();
  expect(codes).toContainEqual({ code: 'Z\ufffd1', name: 'Nồ i' });
});
