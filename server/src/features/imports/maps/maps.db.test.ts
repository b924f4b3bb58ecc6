import type { ImportReport, Run } from '@khop/contract/runs.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRows } from '../../../adapters/workbook/open-rows.ts';
import { storeUpload, withUploadedFile } from '../../../http/request/uploads.ts';
import { sweepUploads } from '../../../jobs/leftovers.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { waitingForLocks } from '../../../testing/locks.ts';
import { sheetFile, sheetsFile } from '../../../testing/workbook-file.ts';
import { HEADER, mapOf, ROWS, reportOf, sheet } from './maps-fixture.ts';

let api: TestApi;
let [profileId, otherId] = ['', ''];

beforeAll(async () => {
  api = await startTestApi();
  const made = async (code: string) =>
    (await api.call<{ id: string }>('POST', '/amis/profiles', { code, name: `Công ty ${code}`, taxCode: '' })).body.id;
  [profileId, otherId] = [await made('AP'), await made('BM')];
});
afterAll(() => api?.close());

type File = Awaited<ReturnType<typeof sheetFile>>;
const send = async (file: File, to = profileId, query = ''): Promise<Run> => {
  const { body } = await api.upload<{ runId: string }>(`/amis/products/bulk${query}`, file, { profileId: to });
  return api.runEnd(body.runId);
};
const products = async (of = profileId) =>
  (
    await api.context.pool.query<{ code: string; quantity: string }>(
      'select code, quantity_on_hand::float::text as quantity from amis_products where profile_id = $1 order by code',
      [of],
    )
  ).rows;
type Kept = { id: string; version: number; name: string; map: ColumnMap };
const kept = async (): Promise<readonly Kept[]> =>
  (await api.call<{ items: Kept[] }>('GET', `/file-maps?layout=amis-products&profileId=${profileId}`)).body.items;

describe('a file with two sheets of one report', () => {
  it('is read by the sheet that a person chooses', async () => {
    const header = ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn'];
    const first = [header, ['S1', 'Nồi', 'Cái', 1], ['S2', 'Chảo', 'Cái', 2]];
    const copy = [header, ['S2', 'Chảo', 'Cái', 2], ['S3', 'Ấm', 'Cái', 3]];
    const refused = await send(await sheetsFile({ 'Tháng 9': first, 'Bản chép': copy }), otherId);
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'SHEETS_UNCLEAR' });
    const { body } = await api.call<{ refusedAs: string; sheets: { name: string }[]; guess: ColumnMap }>(
      'GET',
      `/runs/${refused.id}/file-map`,
    );
    expect(body).toMatchObject({ refusedAs: 'SHEETS_UNCLEAR', sheets: [{ name: 'Tháng 9' }, { name: 'Bản chép' }] });
    const started = await api.call<{ runId: string }>('POST', `/runs/${refused.id}/file-map/import`, {
      map: { ...body.guess, sheet: 'Bản chép' },
      remember: null,
    });
    const { warnings } = reportOf(await api.runEnd(started.body.runId));
    expect(warnings.map(({ code }) => code)).toContain('SHEETS_NOT_READ');
    expect(await products(otherId)).toEqual([
      { code: 'S2', quantity: '2' },
      { code: 'S3', quantity: '3' },
    ]);
  });
});

describe('a file with headers of its own', () => {
  let refused: Run;
  let report: ImportReport;

  it('is refused, and its file is kept for the person who maps it', async () => {
    refused = await send(await sheet());
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'UNKNOWN_LAYOUT' });
    expect(await sweepUploads(api.context.pool, new Date())).toBe(0);
    const { status, body } = await api.call('GET', `/runs/${refused.id}/file-map`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ fileName: 'tep.xlsx', layout: 'amis-products', profileId, near: null, suggestedName: 'tep' },
      sheets: [
        {
          name: 'Sheet1',
          rows: [
            ['Sổ tay của kho'],
            HEADER,
            ['A1', 'Nồi cơm', 'Cái', '5'],
            ['A2', '', 'Cái', '2'],
            ['A3', 'Ấm', 'Chiếc', '1.234'],
          ],
        },
      ],
      guess: { headerRow: 2, headerRows: 1 },
    });
  });

  const tried = async (map: ColumnMap) => (await api.call('POST', `/runs/${refused.id}/file-map/try`, { map })).body;

  it('shows the effect of a map before anything is written', async () => {
    expect(await tried(mapOf())).toEqual({
      problem: null,
      ...{ read: 2, rejected: 1, warnings: [] },
      rejections: [
        {
          row: 4,
          column: 'B',
          value: '',
          code: 'REQUIRED',
          message: expect.stringContaining('Dòng 4, cột B «Gọi là»'),
        },
      ],
      sums: [{ field: 'quantityOnHand', label: 'Số lượng tồn', read: '1239', file: null }],
    });
    expect(await products()).toEqual([]);
  });

  it('is told what the map lacks, and what the texts leave open', async () => {
    const [code, name, unit, quantity] = mapOf().columns;
    expect(await tried(mapOf({ columns: [code!, name!] }))).toMatchObject({
      problem: { code: 'MAP_INVALID', message: 'Chưa chọn cột nào là «Đơn vị tính chính».' },
    });
    const open = { field: 'quantityOnHand', column: 'D', header: 'Còn lại' };
    expect(await tried(mapOf({ columns: [code!, name!, unit!, open] }))).toMatchObject({
      problem: { code: 'DECIMAL_SIGN_UNKNOWN', details: { column: 'D', value: '1.234' } },
    });
    const answer = await api.call('POST', `/runs/${refused.id}/file-map/import`, {
      map: mapOf({ columns: [code!, quantity!] }),
      remember: 'Thiếu',
    });
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'MAP_INVALID' } });
    expect(await kept()).toEqual([]);
  });

  it('is imported by its map, which is remembered under a name', async () => {
    const started = await api.call<{ runId: string }>('POST', `/runs/${refused.id}/file-map/import`, {
      map: mapOf(),
      remember: 'Sổ tay kho',
    });
    expect(started.status).toBe(202);
    report = reportOf(await api.runEnd(started.body.runId));
    const [map] = await kept();
    expect(report).toMatchObject({ created: 2, rejected: 1, mappedBy: { id: map!.id, name: 'Sổ tay kho' } });
    expect(await products()).toEqual([
      { code: 'A1', quantity: '5' },
      { code: 'A3', quantity: '1234' },
    ]);
    expect(map).toMatchObject({ name: 'Sổ tay kho', version: 1, map: mapOf() });
  });

  it('comes back with the reasons at its own rows, and once mended is read without a hand', async () => {
    const errors = await api.call('GET', `/imports/${report.importId}/errors.xlsx`);
    const file = { name: 'sua.xlsx', content: errors.raw };
    const rows = await cellsOf(file);
    expect(rows.map((row) => row.at(-1))).toEqual(
      [null, 'Lỗi', null, expect.stringContaining('«Gọi là»'), null].map((one) => one ?? expect.anything()),
    );
    const mended = rows.slice(1).map((row) => row.map((cell, at) => (at === 1 && cell === null ? 'Chảo' : cell)));
    const again = reportOf(await send(await sheetFile([['Sổ tay của kho'], ...mended])));
    expect(again).toMatchObject({ created: 1, unchanged: 2, rejected: 0, mappedBy: { name: 'Sổ tay kho' } });
    const undone = await api.call('POST', `/imports/${again.importId}/undo`);
    expect(undone.status).toBe(200);
    expect(await products()).toEqual([
      { code: 'A1', quantity: '5' },
      { code: 'A3', quantity: '1234' },
    ]);
  });

  it('is known again with its columns moved among others, and when it is only looked at', async () => {
    const moved = await sheet(
      [['Mới', 'Cái', 'A9', 7, 'Bàn']],
      ['Ghi thêm', 'Đếm bằng', 'Ký hiệu riêng', 'Còn lại', 'Gọi là'],
    );
    const seen = await api.upload('/imports/recognise', moved, { path: 'AP/so.xlsx' });
    expect(seen.body).toMatchObject({ layout: 'amis-products', mappedBy: 'Sổ tay kho', hasRows: true, problem: null });
    expect(reportOf(await send(moved))).toMatchObject({ created: 1, mappedBy: { name: 'Sổ tay kho' } });
    expect(await products()).toContainEqual({ code: 'A9', quantity: '7' });
  });

  it('is not known with another name of one column: the map is offered, and what it lacks is said', async () => {
    const other = await send(await sheet(ROWS, ['Ký hiệu riêng', 'Tên gọi mới', 'Đếm bằng', 'Còn lại']));
    expect(other).toMatchObject({ status: 'failed', errorCode: 'UNKNOWN_LAYOUT' });
    const { body } = await api.call('GET', `/runs/${other.id}/file-map`);
    expect(body).toMatchObject({
      near: { name: 'Sổ tay kho', missing: ['Gọi là'] },
      guess: { columns: [{ field: 'code' }, { field: 'unit' }, { field: 'quantityOnHand' }] },
      suggestedName: 'Sổ tay kho',
    });
  });

  it('is a stranger in another profile', async () => {
    expect(await send(await sheet(), otherId)).toMatchObject({ errorCode: 'UNKNOWN_LAYOUT' });
  });
});

describe('a remembered map', () => {
  it('is changed, with the version that its person saw; the same bytes are then read anew', async () => {
    const file = await sheet([['B1', 'Bếp', 'Cái', '2.500']]);
    expect(reportOf(await send(file))).toMatchObject({ created: 1 });
    expect(reportOf(await send(file))).toMatchObject({ sameFile: true });
    const [map] = await kept();
    const columns = map!.map.columns.map((one) => (one.decimal ? { ...one, decimal: '.' } : one));
    const change = { version: map!.version, name: 'Sổ tay mới', columns };
    const path = `/file-maps/${map!.id}`;
    expect(await api.call('PATCH', path, { ...change, columns: columns.slice(1) })).toMatchObject({
      status: 422,
      body: { error_code: 'MAP_INVALID', message: 'Chưa chọn cột nào là «Mã».' },
    });
    expect(await api.call('PATCH', path, change)).toMatchObject({
      status: 200,
      body: { name: 'Sổ tay mới', version: map!.version + 1 },
    });
    expect(await api.call('PATCH', path, change)).toMatchObject({ status: 412, body: { error_code: 'STALE_VERSION' } });
    expect(reportOf(await send(file))).toMatchObject({ sameFile: false, changed: 1, mappedBy: { name: 'Sổ tay mới' } });
    expect(await products()).toContainEqual({ code: 'B1', quantity: '2.5' });
  });

  it('is said anew of the same headers, and stays one', async () => {
    const refused = await send(await sheet(ROWS, ['Ký hiệu riêng', 'Tên gọi mới', 'Đếm bằng', 'Còn lại']));
    const headers = HEADER.with(1, 'Tên gọi mới');
    const map = mapOf({ headers, columns: mapOf().columns.map((one, at) => ({ ...one, header: headers[at]! })) });
    for (const remember of ['Lần một', 'Lần hai']) {
      const { body } = await api.call<{ runId: string }>('POST', `/runs/${refused.id}/file-map/import`, {
        map,
        remember,
      });
      await api.runEnd(body.runId);
    }
    expect((await kept()).map(({ name }) => name)).toEqual(['Lần hai', 'Sổ tay mới']);
  });

  it('is said by a second person at the very moment of the first, and stays one', async () => {
    const headers = HEADER.with(1, 'Cùng lúc');
    const map = mapOf({ headers, columns: mapOf().columns.map((one, at) => ({ ...one, header: headers[at]! })) });
    const file = await send(await sheet(ROWS, headers));
    const say = async (remember: string) => {
      const answer = await api.call<{ runId: string }>('POST', `/runs/${file.id}/file-map/import`, { map, remember });
      if (answer.status === 202) await api.runEnd(answer.body.runId);
      return answer.status;
    };
    expect(await say('Của người thứ nhất')).toBe(202);
    const { pool } = api.context;
    const [row] = (
      await pool.query("delete from file_maps where name = 'Của người thứ nhất' returning to_jsonb(file_maps)")
    ).rows;
    const first = await pool.connect();
    try {
      await first.query('begin');
      await first.query('insert into file_maps select * from jsonb_populate_record(null::file_maps, $1)', [
        row.to_jsonb,
      ]);
      const second = say('Của người thứ hai');
      while ((await waitingForLocks(api)) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await first.query('commit');
      expect(await second).toBe(202);
    } finally {
      first.release();
    }
    const told = (await kept()).filter(({ map: { headers } }) => headers?.includes('Cùng lúc'));
    expect(told).toMatchObject([{ id: row.to_jsonb.id, name: 'Của người thứ hai', version: 2 }]);
    await pool.query('delete from file_maps where id = $1', [row.to_jsonb.id]);
  });

  it('is listed page by page, in the order of its name, and found by it', async () => {
    const page = async (query: string) => {
      const { body } = await api.call<{ items: Kept[]; total: number }>('GET', `/file-maps?${query}`);
      return [body.total, ...body.items.map(({ name }) => name)];
    };
    expect(await page('limit=1')).toEqual([2, 'Lần hai']);
    expect(await page('limit=1&offset=1')).toEqual([2, 'Sổ tay mới']);
    expect(await page('sort=-name')).toEqual([2, 'Sổ tay mới', 'Lần hai']);
    expect(await page('q=so moi')).toEqual([1, 'Sổ tay mới']);
    expect(await page('layout=amis-suppliers')).toEqual([0]);
  });

  it('is removed, and files of its headers are strangers again', async () => {
    for (const { id, version } of await kept()) {
      expect((await api.call('DELETE', `/file-maps/${id}?version=${version + 1}`)).status).toBe(412);
      expect((await api.call('DELETE', `/file-maps/${id}?version=${version}`)).status).toBe(204);
    }
    expect(await send(await sheet([['C1', 'Chén', 'Cái', 1]]))).toMatchObject({ errorCode: 'UNKNOWN_LAYOUT' });
    const { rows } = await api.context.pool.query<{ action: string; n: number }>(
      `select action, count(*)::int as n from audit_events where entity = 'file-map' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { action: 'file-map.create', n: 3 },
      { action: 'file-map.delete', n: 2 },
      { action: 'file-map.update', n: 3 },
    ]);
  });
});

/** All cells of a workbook's first sheet. */
async function cellsOf({ content, name }: File): Promise<Cell[][]> {
  const { uploadId } = await storeUpload(
    api.context,
    name,
    (async function* () {
      yield content;
    })(),
    'thu@khop.local',
  );
  return withUploadedFile(api.context, uploadId, name, async (path) => {
    const source = await openRows(path);
    const rows: Cell[][] = [];
    await source.read(source.sheets[0]!, (cells) => {
      rows.push(cells.slice());
      return true;
    });
    source.close();
    return rows;
  });
}
