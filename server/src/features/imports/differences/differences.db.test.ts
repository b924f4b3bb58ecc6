import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportDifference, ImportReport } from '@khop/contract/runs.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRows } from '../../../adapters/workbook/open-rows.ts';
import { IMPORT_KINDS, type ImportWorld, kindOf, makeImportWorld, send, take } from '../../../testing/import-world.ts';
import { sheetFile, workbookFile } from '../../../testing/workbook-file.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
});
afterAll(() => world?.api.close());

type Listed = { readonly items: readonly ImportDifference[]; readonly total: number };

const differencesOf = async ({ runId }: ImportReport, query = ''): Promise<Listed> =>
  (await world.api.call<Listed>('GET', `/runs/${runId}/differences?limit=500${query}`)).body;

/** Only checks a file: what it would do, in the words of the answer. */
async function check(kind: string, rows: readonly Row[]) {
  const report = await take(
    world,
    kindOf(kind),
    await workbookFile(kindOf(kind).layout, rows, kindOf(kind).meta),
    true,
  );
  return { report, ...(await differencesOf(report)) };
}

const load = async (kind: string, rows: readonly Row[]) =>
  take(world, kindOf(kind), await workbookFile(kindOf(kind).layout, rows, kindOf(kind).meta));

async function cellsOf(workbook: Buffer): Promise<(readonly Cell[])[]> {
  const path = join(world.api.environment.KHOP_DATA_DIR!, 'differences.xlsx');
  await writeFile(path, workbook);
  const source = await openRows(path);
  const rows: (readonly Cell[])[] = [];
  await source.read(source.sheets[0]!, (cells) => {
    rows.push(cells);
  });
  return rows;
}

const sku = (n: number, more: Row = {}): Row => ({ code: `XEM${n}`, name: `Hàng xem ${n}`, unit: 'Cái', ...more });

describe('what a file changes is shown before it is taken in', () => {
  it('says which cells of a product change, from what to what, which are new and which the file leaves out', async () => {
    await load('products', [sku(1, { salePrice: '1500' }), sku(2), sku(3)]);
    const file = [sku(1, { salePrice: '1750.5', revenueAccount: '5111' }), sku(3), sku(4)];
    const { report, items } = await check('products', file);
    const own = items.filter(({ code }) => code.startsWith('XEM'));
    expect(own).toEqual([
      {
        kind: 'changed',
        code: 'XEM1',
        title: 'Hàng xem 1',
        cells: [
          { label: 'Giá bán', kind: 'number', before: '1500', after: '1750.5' },
          { label: 'TK Doanh thu', kind: 'text', before: '', after: '5111' },
        ],
      },
      { kind: 'created', code: 'XEM4', title: 'Hàng xem 4', cells: [] },
      { kind: 'missing', code: 'XEM2', title: 'Hàng xem 2', cells: [] },
    ]);
    // The products of the world are not in the file either.
    expect(report.differences).toEqual({
      changed: 1,
      removed: 0,
      missing: 13,
      columns: [
        { label: 'Giá bán', rows: 1 },
        { label: 'Tài khoản', rows: 1 },
      ],
    });
    // It was only asked: the price is as it was.
    const { rows } = await world.api.context.pool.query("select sale_price from amis_products where code = 'XEM1'");
    expect(rows).toEqual([{ sale_price: '1500' }]);
  });

  it('shows a stock list row by row: what moved, what is gone', async () => {
    const stock = kindOf('stock of a period');
    const first = await load('stock of a period', [stock.row(1, 0), stock.row(2, 0), stock.row(3, 0)]);
    expect((await differencesOf(first)).items.map(({ kind, code }) => [kind, code])).toEqual([
      ['created', 'P1'],
      ['created', 'P2'],
      ['created', 'P3'],
    ]);
    const { report, items } = await check('stock of a period', [stock.row(1, 0), stock.row(2, 1)]);
    expect(report).toMatchObject({ created: 0, changed: 1, unchanged: 1, differences: { changed: 1, removed: 1 } });
    expect(items).toEqual([
      {
        kind: 'changed',
        code: 'P2',
        title: 'Hàng 2 · K1',
        cells: [
          { label: 'Đầu kỳ – Số lượng', kind: 'number', before: '10', after: '11' },
          { label: 'Cuối kỳ – Số lượng', kind: 'number', before: '10', after: '11' },
        ],
      },
      { kind: 'removed', code: 'P3', title: 'Hàng 3 · K1', cells: [] },
    ]);
  });

  it('masks personal numbers, and says that they differ', async () => {
    const headers = ['Mã khách hàng', 'Tên khách hàng', 'Địa chỉ', 'Mã số thuế', 'Số CMND/CCCD', 'Số hộ chiếu'];
    const buyer = (idNumber: string, passport: string) =>
      sheetFile([headers, ['CN1', 'Nguyễn Văn An', 'Huế', '', idNumber, passport]]);
    const customers = kindOf('customers');
    await take(world, customers, await buyer('001099000011', 'B7654321'));
    const { items } = await differencesOf(await take(world, customers, await buyer('001099000022', 'C1114321'), true));
    expect(items.find(({ code }) => code === 'CN1')?.cells).toEqual([
      { label: 'Số CCCD/giấy tờ', kind: 'text', before: '••••0011', after: '••••0022' },
      { label: 'Số hộ chiếu', kind: 'text', before: '••••4321', after: '••••4321 (số khác)' },
    ]);
    expect(JSON.stringify(items)).not.toContain('001099');
  });

  it('is found by name without marks, by kind, page by page, and as a workbook', async () => {
    const { report } = await check('products', [sku(1, { name: 'Đường trắng' }), sku(8), sku(9)]);
    expect((await differencesOf(report, '&q=duong trang')).items.map(({ code }) => code)).toEqual(['XEM1']);
    expect((await differencesOf(report, '&kind=created')).items.map(({ code }) => code)).toEqual(['XEM8', 'XEM9']);
    const page = await differencesOf(report, '&kind=created&offset=1');
    expect([page.total, page.items.map(({ code }) => code)]).toEqual([2, ['XEM9']]);
    const answer = await world.api.call('GET', `/runs/${report.runId}/differences.xlsx`);
    expect(answer.headers['content-disposition']).toContain('thay%20doi.xlsx');
    const rows = await cellsOf(answer.raw);
    expect(rows[0]).toEqual(['Loại', 'Mã', 'Tên', 'Cột', 'Trước', 'Sau']);
    expect(rows[1]).toEqual(['Thay đổi', 'XEM1', 'Đường trắng', 'Tên hàng', 'Hàng xem 1', 'Đường trắng']);
    expect(rows).toContainEqual(expect.arrayContaining(['Mới', 'XEM8', 'Hàng xem 8']));
  });

  it('is shown of a file that is mapped by hand, which remembers nothing and can then be taken in', async () => {
    await load('products', [sku(21, { salePrice: '10' })]);
    const own = await sheetFile([
      ['Ký hiệu', 'Gọi là', 'Đếm bằng', 'Bán giá'],
      ['XEM21', 'Hàng xem 21', 'Cái', 20],
    ]);
    const refused = await send(world, kindOf('products'), own);
    expect(refused.errorCode).toBe('UNKNOWN_LAYOUT');
    const columns = [
      { field: 'code', column: 'A', header: 'Ký hiệu' },
      { field: 'name', column: 'B', header: 'Gọi là' },
      { field: 'unit', column: 'C', header: 'Đếm bằng' },
      { field: 'salePrice', column: 'D', header: 'Bán giá' },
    ];
    const map = { layout: 'amis-products', sheet: 'Sheet1', headerRow: 1, headerRows: 1, columns };
    const by = async (dryRun: boolean) => {
      const body = { map, remember: 'Sổ riêng', dryRun };
      const sent = await world.api.call<{ runId: string }>('POST', `/runs/${refused.id}/file-map/import`, body);
      return (await world.api.runEnd(sent.body.runId)).result as ImportReport;
    };
    const stored = async () => {
      const { rows } = await world.api.context.pool.query(
        "select (select sale_price from amis_products where code = 'XEM21') as price, (select count(*)::int from file_maps) as maps",
      );
      return rows[0];
    };
    const checked = await by(true);
    expect(checked).toMatchObject({ dryRun: true, importId: null, changed: 1 });
    expect((await differencesOf(checked, '&kind=changed')).items.map(({ cells }) => cells)).toEqual([
      [{ label: 'Giá bán', kind: 'number', before: '10', after: '20' }],
    ]);
    expect(await stored()).toEqual({ price: '10', maps: 0 });
    expect(await by(false)).toMatchObject({ dryRun: false, changed: 1 });
    expect(await stored()).toEqual({ price: '20', maps: 1 });
  });

  it('is refused for a run that is not there', async () => {
    const answer = await world.api.call('GET', `/runs/${crypto.randomUUID()}/differences`);
    expect([answer.status, answer.body]).toMatchObject([404, { error_code: 'NOT_FOUND' }]);
  });
});

describe.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))('of %s', (_, kind) => {
  it('a check and the real run tell the same, one entry for each row that the report counts', async () => {
    const rows = (variant: 0 | 1, numbers: readonly number[]) =>
      workbookFile(
        kind.layout,
        numbers.map((n) => kind.row(n, variant)),
        kind.meta,
      );
    await send(world, kind, await rows(0, [1, 2, 3]));
    const file = await rows(1, [2, 3, 4]);
    const checked = await take(world, kind, file, true);
    const told = await differencesOf(checked);
    const real = await take(world, kind, file);
    expect(await differencesOf(real)).toEqual(told);
    expect(real.differences).toEqual(checked.differences);
    const count = (name: ImportDifference['kind']) => told.items.filter((one) => one.kind === name).length;
    expect([count('created'), count('changed')]).toEqual([real.created, real.changed]);
    expect([count('changed'), count('removed'), count('missing')]).toEqual([
      real.differences?.changed,
      real.differences?.removed,
      real.differences?.missing,
    ]);
    expect(real.created + real.changed).toBeGreaterThan(0);
    for (const { kind: one, cells } of told.items) expect(cells.length > 0).toBe(one === 'changed');
    for (const { code, title } of told.items) expect(`${code}${title}`).not.toBe('');
  });
});
