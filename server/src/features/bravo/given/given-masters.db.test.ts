import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { bravoItem, bravoPartner, memoryBravo } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let api: TestApi;
let bravo: ReturnType<typeof memoryBravo>;
beforeEach(async () => {
  bravo = memoryBravo();
  api = await startTestApi({ bravo });
});
afterEach(() => api.close());

async function sync(path: string): Promise<unknown> {
  const { body } = await api.call<{ runId: string }>('POST', path);
  return (await api.runEnd(body.runId)).result;
}
async function give(layout: LayoutName, rows: readonly Row[], query = ''): Promise<Record<string, unknown>> {
  const address = layout === 'bravo-items' ? '/bravo/items/bulk' : '/bravo/partners/bulk';
  const { body } = await api.upload<{ runId: string }>(`${address}${query}`, await workbookFile(layout, rows), {});
  const run = await api.runEnd(body.runId);
  expect(run, run.message ?? '').toMatchObject({ status: 'succeeded' });
  return run.result as Record<string, unknown>;
}
const get = async (path: string) => (await api.call<Record<string, unknown>>('GET', path)).body;
const item = (code: string, more: Row = {}): Row => ({ code, name: `Hàng ${code}`, unit: 'Cái', ...more });
const partner = (code: string, more: Row = {}): Row => ({ code, name: `Khách ${code}`, address: 'Hà Nội', ...more });

it('a file gives items that Bravo has not, with their units, and changes those that files gave', async () => {
  expect(
    await give('bravo-items', [item('A1', { otherUnit: 'Thùng', otherRate: '24', group: 'Trà' })], '?dryRun=true'),
  ).toMatchObject({
    created: 1,
  });
  expect(await get('/bravo/items')).toMatchObject({ total: 0 });
  expect(
    await give('bravo-items', [item('A1', { otherUnit: 'Thùng', otherRate: '24', group: 'Trà' }), item('A2')]),
  ).toMatchObject({
    created: 2,
    rejected: 0,
  });
  expect(await get('/bravo/items/A1')).toMatchObject({
    ...{ name: 'Hàng A1', unit: 'Cái', group: 'Trà', isActive: true, source: 'given', givenBy: 'ketoan@khop.local' },
    units: [
      { unit: 'Cái', rate: '1' },
      { unit: 'Thùng', rate: '24' },
    ],
  });
  // Codes compare without case, and the record keeps its spelling.
  const again = [item('a1', { name: 'Tên mới', otherUnit: 'Thùng', otherRate: '24', group: 'Trà' }), item('A2')];
  expect(await give('bravo-items', again)).toMatchObject({ created: 0, changed: 1, unchanged: 1 });
  expect(await get('/bravo/items/A1')).toMatchObject({ name: 'Tên mới' });
  expect(await get('/bravo/items?source=given')).toMatchObject({ total: 2 });
});

it('Bravo wins on the same code, now and later, and its sync retires no record that a file gave', async () => {
  bravo.itemRecords = [bravoItem('B1', { name: 'Của Bravo' }), bravoItem('B2'), bravoItem('B3')];
  await sync('/bravo-items-sync/sync');
  const mixed = [item('B1', { name: 'Tên khác' }), item('B2', { name: bravoItem('B2').name }), item('A1'), item('A2')];
  expect(await give('bravo-items', mixed)).toMatchObject({
    ...{ created: 2, changed: 0, unchanged: 2, rejected: 0 },
    warnings: [{ code: 'RECORD_IN_BRAVO', message: expect.stringMatching(/^1 vật tư đã có từ Bravo .*\(B1\)/) }],
  });
  expect(await get('/bravo/items/B1')).toMatchObject({ name: 'Của Bravo', source: 'bravo', givenBy: '' });

  // The newest record is one of a file: what has changed in Bravo meanwhile is found all the same.
  bravo.itemRecords[1] = bravoItem('B2', { name: 'B2 đổi tên', modifiedAt: '2026-09-02T00:00:00.000Z' });
  bravo.itemRecords.push(bravoItem('A2', { name: 'A2 của Bravo' }));
  expect(await sync('/bravo-items-sync/sync-partial')).toMatchObject({ changed: expect.any(Number) });
  expect(await get('/bravo/items/B2')).toMatchObject({ name: 'B2 đổi tên' });

  bravo.itemRecords = bravo.itemRecords.filter(({ code }) => code !== 'B3');
  expect(await sync('/bravo-items-sync/sync')).toMatchObject({ deactivated: 1 });
  expect(await get('/bravo/items/B3')).toMatchObject({ isActive: false, source: 'bravo' });
  expect(await get('/bravo/items/A1')).toMatchObject({ isActive: true, source: 'given' });
  expect(await get('/bravo/items/A2')).toMatchObject({ name: 'A2 của Bravo', source: 'bravo', givenBy: '' });

  // A record that vanished from Bravo may be given again; a file also says what is not in use.
  expect(await give('bravo-items', [item('B3'), item('A1', { isActive: 'false' })])).toMatchObject({ changed: 2 });
  expect(await get('/bravo/items/B3')).toMatchObject({ isActive: true, source: 'given' });
  expect(await get('/bravo/items/A1')).toMatchObject({ isActive: false });
  // A blank says nothing of it.
  expect(await give('bravo-items', [item('A1')])).toMatchObject({ unchanged: 1 });
  expect(await get('/bravo/items/A1')).toMatchObject({ isActive: false });
});

it('a sync that brings the very same record takes it over all the same', async () => {
  const record = bravoPartner('K1', {
    name: 'Khách K1',
    address: 'Hà Nội',
    taxCode: '',
    phone: '',
    email: '',
    type: '',
  });
  await give('bravo-partners', [partner('K1')]);
  bravo.partnerRecords = [record];
  await sync('/bravo-partners-sync/sync');
  expect(await get('/bravo/partners/K1')).toMatchObject({ source: 'bravo', givenBy: '' });
});

it('a file gives partners, whose invoice requirement is kept, and a missing column changes nothing', async () => {
  expect(await give('bravo-partners', [partner('K1', { taxCode: '0101243150' })])).toMatchObject({ created: 1 });
  await api.call('POST', '/bravo/partners/bulk-update-selected-invoice-requirement', {
    partnerCodes: ['K1'],
    invoiceRequirement: 'required',
  });
  const short = {
    name: 'doi-tuong.csv',
    content: Buffer.from('\uFEFFMã đối tượng;Tên đối tượng;Địa chỉ\r\nK1;Khách đổi tên;Huế\r\n'),
  };
  const { body } = await api.upload<{ runId: string }>('/bravo/partners/bulk', short, {});
  expect(await api.runEnd(body.runId)).toMatchObject({ status: 'succeeded', result: { changed: 1 } });
  expect(await get('/bravo/partners/K1')).toMatchObject({
    ...{ name: 'Khách đổi tên', address: 'Huế', taxCode: '0101243150', invoiceRequirement: 'required' },
    source: 'given',
  });
});

it('a file says in any of its words that a record is in use', async () => {
  const inUse = (code: string, isActive: boolean | null) => item(code, { isActive });
  expect(await give('bravo-items', [inUse('A1', true), inUse('A2', false), inUse('A3', null)])).toMatchObject({
    created: 3,
  });
  const active = async (code: string) => (await get(`/bravo/items/${code}`)).isActive;
  expect([await active('A1'), await active('A2'), await active('A3')]).toEqual([true, false, true]);
  // As the query of `khop issue` writes it.
  const file = {
    name: 'partners.csv',
    content: Buffer.from('code,name,address,isActive\nK1,Khách 1,Hà Nội,true\nK2,Khách 2,Huế,Ngừng dùng\n'),
  };
  const { body } = await api.upload<{ runId: string }>('/bravo/partners/bulk', file, {});
  expect(await api.runEnd(body.runId)).toMatchObject({ status: 'succeeded' });
  expect(await get('/bravo/partners?isActive=true')).toMatchObject({ total: 1, items: [{ code: 'K1' }] });
});

it('a report with stock or debts is no list of items or partners', async () => {
  const answer = async (content: string) => {
    const file = { name: 'tep.csv', content: Buffer.from(`\uFEFF${content}`) };
    return (await api.upload<Record<string, unknown>>('/imports/recognise', file, {})).body.layout;
  };
  expect(await answer('Mã vật tư;Tên vật tư;Đvt\r\nA1;Nồi;Cái\r\n')).toBe('bravo-items');
  expect(await answer('Mã vật tư;Tên vật tư;Đvt;Tồn cuối\r\nA1;Nồi;Cái;3\r\n')).not.toBe('bravo-items');
  expect(await answer('Mã đối tượng;Tên đối tượng;Địa chỉ\r\nK1;Hoa;Huế\r\n')).toBe('bravo-partners');
  expect(await answer('Mã đối tượng;Tên đối tượng;Địa chỉ;Dư nợ\r\nK1;Hoa;Huế;3\r\n')).not.toBe('bravo-partners');
});
