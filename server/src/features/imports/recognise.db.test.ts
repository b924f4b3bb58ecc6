import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { sheetFile, workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await startTestApi();
  for (const [code, name, taxCode] of [
    ['AP', 'Công ty An Phú', '0101243150'],
    ['BM', 'Công ty Bình Minh', ''],
  ])
    ids.set(code!, (await api.call<{ id: string }>('POST', '/amis/profiles', { code, name, taxCode })).body.id);
});
afterAll(() => api?.close());

type File = Awaited<ReturnType<typeof workbookFile>>;
const ask = async (file: File, path?: string) =>
  (await api.upload<Record<string, unknown>>('/imports/recognise', file, path === undefined ? {} : { path })).body;

const stock = [{ warehouseCode: 'K1', productCode: 'A1', productName: 'Nồi', unit: 'Cái', closingQuantity: '2' }];
const header = ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn'];

describe('asked what a file is', () => {
  it('knows the portal’s list of invoices, which goes into the room for them', async () => {
    const titles = ['Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'Ngày lập', 'MST người bán/MST người xuất hàng'];
    const more = ['Tên người bán/Tên người xuất hàng', 'Tổng tiền chưa thuế', 'Tổng tiền thuế', 'Tổng tiền thanh toán'];
    const row = ['1', 'C26TAA', '75757', '05/10/2026', '0101243150', 'Công ty An Phú', 1000, 80, 1080, 'Hóa đơn mới'];
    const list = await sheetFile([['DANH SÁCH HÓA ĐƠN'], [...titles, ...more, 'Trạng thái hóa đơn'], row]);
    expect(await ask(list)).toMatchObject({ layout: 'tax-invoice-list', title: 'Danh sách hóa đơn', problem: null });
  });

  it('says the layout, the days and the rows, and keeps nothing', async () => {
    const file = await workbookFile('amis-inventory', stock, { fromDate: '2026-09-01', toDate: '2026-09-30' });
    expect(await ask(file)).toMatchObject({
      fileName: file.name,
      size: file.content.length,
      layout: 'amis-inventory',
      title: 'Tổng hợp tồn kho',
      fromDate: '2026-09-01',
      toDate: '2026-09-30',
      hasRows: true,
      profile: null,
      problem: null,
    });
    expect(await api.context.db.selectFrom('uploads').select('id').execute()).toEqual([]);
    expect(await api.context.db.selectFrom('runs').select('id').execute()).toEqual([]);
  });

  it('says whose it is: by its heading before its folder, and not at all when neither tells', async () => {
    const own = await sheetFile([['MST: 0101243150'], header, ['A1', 'Nồi', 'Cái', 1]]);
    expect((await ask(own, 'BM/HangHoa.xlsx')).profile).toEqual({ id: ids.get('AP'), code: 'AP', by: 'heading' });
    const unnamed = await sheetFile([header, ['A1', 'Nồi', 'Cái', 1]]);
    expect((await ask(unnamed, 'tháng 9/BM/HangHoa.xlsx')).profile).toEqual({
      id: ids.get('BM'),
      code: 'BM',
      by: 'path',
    });
    expect((await ask(unnamed, 'HangHoa.xlsx')).profile).toBeNull();
  });

  it.each([
    [
      'a report that is not read',
      'WRONG_REPORT',
      'Sổ chi tiết vật tư hàng hóa',
      () => sheetFile([['SỔ CHI TIẾT VẬT TƯ HÀNG HÓA'], ['Mã hàng', 'Nhập', 'Xuất', 'Tồn'], ['A1', 1, 0, 1]]),
    ],
    ['a sheet of something else', 'UNKNOWN_LAYOUT', 'Không nhận ra', () => sheetFile([['Họ tên'], ['An']])],
    [
      'a list without a column',
      'MISSING_COLUMN',
      'thiếu cột',
      () => sheetFile([header.toSpliced(2, 1), ['A', 'B', 1]]),
    ],
    ['a blank sheet', 'EMPTY_SHEET', 'Trang tính', () => sheetFile([])],
    ['a broken zip', 'FILE_DAMAGED', 'Tệp', () => ({ name: 'hong.xlsx', content: Buffer.from('PK\u0003\u0004rest') })],
  ])('names what is wrong with %s', async (_what, code, words, make) => {
    expect(await ask(await make())).toMatchObject({
      layout: null,
      problem: { code, message: expect.stringContaining(words) },
    });
    expect(await api.context.db.selectFrom('uploads').select('id').execute()).toEqual([]);
  });

  it('says that only a header is there', async () => {
    expect(await ask(await sheetFile([header]))).toMatchObject({ layout: 'amis-products', hasRows: false });
  });
});

describe('a file whose texts do not tell the order of day and month', () => {
  const columns = ['Ngày hạch toán', 'Ngày chứng từ', 'Số chứng từ', 'Mã hàng', 'Tên hàng', 'ĐVT'];
  const ledger = () =>
    sheetFile([
      ['SỔ CHI TIẾT MUA HÀNG'],
      [...columns, 'Tổng số lượng mua', 'Đơn giá', 'Giá trị mua'],
      ['05/09/2026', '05/09/2026', 'NK1', 'A1', 'Nồi', 'Cái', 3, 1000, 3000],
    ]);
  const load = async (query = '') => {
    const { body } = await api.upload<{ runId: string }>(`/amis/products/purchase-ledger${query}`, await ledger(), {
      profileId: ids.get('AP')!,
    });
    return api.runEnd(body.runId);
  };
  const day = async () =>
    (await api.context.pool.query<{ day: string }>('select accounting_date::text as day from amis_purchase_lines'))
      .rows;

  it('is loaded with the order that its sender says, and read again when another one is said', async () => {
    expect(await load()).toMatchObject({
      status: 'failed',
      errorCode: 'DATE_ORDER_UNKNOWN',
      result: { column: 'A', header: 'Ngày hạch toán', value: '05/09/2026' },
    });
    expect(await day()).toEqual([]);
    expect(await load('?dateOrder=dmy&dryRun=true')).toMatchObject({ status: 'succeeded', result: { created: 1 } });
    expect(await day()).toEqual([]);
    expect(await load('?dateOrder=dmy')).toMatchObject({ status: 'succeeded', result: { created: 1 } });
    expect(await day()).toEqual([{ day: '2026-09-05' }]);
    expect(await load('?dateOrder=dmy')).toMatchObject({ result: { sameFile: true } });
    expect(await load('?dateOrder=mdy')).toMatchObject({ status: 'succeeded', result: { sameFile: false } });
    expect(await day()).toContainEqual({ day: '2026-05-09' });
  });

  it('is refused at the door with an order that is none', async () => {
    const answer = await api.upload(`/amis/products/purchase-ledger?dateOrder=ymd`, await ledger(), {
      profileId: ids.get('AP')!,
    });
    expect(answer.status).toBe(400);
  });
});
