import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { unzip } from '../../../testing/unzip.ts';
import { sheetFile } from '../../../testing/workbook-file.ts';

type Layout = { id: string | null; code: string; version: number; usedBy: string[]; document: { columns: object[] } };
type Body = Layout & { error_code?: string; message?: string; details?: { problems: { path: string }[] } };

const chief = { as: 'admin@khop.local', admin: true };
const FORMULA = '=HYPERLINK("http://x";"<b>&</b>")';
const document = {
  sheetName: 'Phiếu bán',
  columns: [
    { header: 'Số phiếu <&> "1"', field: 'voucherNumber' },
    { header: 'Ngày', field: 'documentDate' },
    { header: 'Hàng', field: 'productCode' },
    { header: 'Số lượng', field: 'quantity' },
    { header: 'Tiền', field: 'amount' },
    { header: 'Nguồn', constant: FORMULA },
    { header: 'Tỷ giá', constant: 1 },
    { header: 'Kho', field: 'warehouseCode', whenEmpty: 'KHO-0' },
    { header: 'Trống' },
  ],
};

let month: SampleMonth;
let code: string;
let profileId: string;
beforeAll(async () => {
  month = await startSampleMonth(200);
  [code, profileId] = [...month.profiles][0]!;
});
afterAll(() => month?.api.close());

const layouts = '/invoice-issuance/export-layouts';
const call = (method: string, place: string, body?: object, options = {}) =>
  month.api.call<Body>(method, place, body, options);
const list = async (): Promise<Layout[]> => (await month.api.call<{ items: Layout[] }>('GET', layouts)).body.items;

/** In this order: an installation adds a template, uses it, changes it and cannot take it away from under a profile. */
describe('an export template of the installation’s own', () => {
  let own: Layout;

  it('is added by an admin only, and only when it is sound', async () => {
    const asked = { code: 'phieu-rieng', name: 'Phiếu riêng', document };
    expect(await call('POST', layouts, asked)).toMatchObject({ status: 403, body: { error_code: 'ADMIN_ONLY' } });
    const wrong = { ...document, columns: [...document.columns.slice(1), { header: 'Hàng', field: 'san pham' }] };
    const refused = await call('POST', layouts, { ...asked, document: wrong }, chief);
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'LAYOUT_INVALID' } });
    expect(refused.body.details!.problems.map((one) => one.path)).toEqual([
      'columns[8].header',
      'columns[8].field',
      'columns',
    ]);
    expect(await call('POST', layouts, { ...asked, code: 'amis-sales-voucher' }, chief)).toMatchObject({
      body: { error_code: 'CODE_TAKEN' },
    });
    const { status, body } = await call('POST', layouts, asked, chief);
    expect(status).toBe(201);
    own = body;
    expect((await list()).map((one) => one.code)).toEqual(['amis-sales-voucher', 'amis-sales-voucher-short', own.code]);
  });

  it('can start from a shipped one, whose own columns are sound', async () => {
    for (const shipped of (await list()).filter((one) => one.id === null)) {
      const preview = await call('POST', `${layouts}/preview`, { document: shipped.document });
      expect(preview.body).toMatchObject({ problems: [], rows: [expect.any(Array), expect.any(Array)] });
    }
  });

  it('is made from the header of a sample workbook, by an admin, and nothing is kept of the file', async () => {
    const file = await sheetFile([
      ['CÔNG TY ABC'],
      ['Số CT', 'Ngày CT', 'Mã hàng', 'Số lượng', 'Thành tiền', 'Ca bán'],
      ['BH001', '01/09/2026', 'A', 1, 1000, 'sáng'],
    ]);
    type Made = { document: { columns: { field?: string }[] }; unmatched: string[] };
    const asked = (options = {}) => month.api.upload<Made>(`${layouts}/from-sample`, file, {}, options);
    expect((await asked()).status).toBe(403);
    const { status, body } = await asked(chief);
    expect([status, body.document.columns.map(({ field }) => field)]).toEqual([
      ...[200, ['voucherNumber', 'documentDate', 'productCode', 'quantity', 'amount', undefined]],
    ]);
    expect(body).toMatchObject({ unmatched: ['Ca bán'] });
    const { rows } = await month.api.context.pool.query('select from uploads where file_name = $1', [file.name]);
    expect(rows).toEqual([]);
    expect((await call('POST', `${layouts}/preview`, { document: body.document })).body).toMatchObject({
      problems: [],
    });
  });

  it('writes the profile’s vouchers as it says, text as text', async () => {
    await month.api.context.pool.query('update profiles set export_layout = $1 where id = $2', [own.code, profileId]);
    const { body } = await call('POST', `/invoice-issuance/periods/${month.periodId}/generate-invoices`, {});
    await month.api.runEnd((body as unknown as { runId: string }).runId);
    const seen = await call('POST', `${layouts}/preview`, { document, periodId: month.periodId });
    const { rows: shown } = seen.body as unknown as { rows: string[][] };
    expect(shown[0]![0]).toMatch(/^[A-Z]+202609-\d{5}$/);
    expect(JSON.stringify(shown)).not.toContain('ví dụ');
    const zip = await call('POST', `/invoice-issuance/periods/${month.periodId}/download-excel`, {});
    const files = await unzip(zip.raw);
    const { sheets } = await readXlsx(new Uint8Array(files.get(`${code}/BanHang.xlsx`)!));
    expect(sheets[0]!.name).toBe('Phiếu bán');
    const [header, ...rows] = sheets[0]!.rows;
    expect(header).toEqual(document.columns.map((column) => column.header));
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      expect(row[0]).toMatch(/^KAP202609-\d{5}$/);
      expect(row[1]).toMatch(/^\d\d\/09\/2026$/);
      expect([row[5], row[6]]).toEqual([FORMULA, 1]);
      expect(row[7]).not.toBe('');
    }
    // A constant that begins like a formula stays a text: there is no formula in the sheet.
    const xml = [...(await unzip(files.get(`${code}/BanHang.xlsx`)!))].filter(([name]) => name.includes('sheet1.xml'));
    expect(xml).toHaveLength(1);
    expect(xml[0]![1].toString()).not.toMatch(/<f[ >]/);
    const others = [...files.keys()].filter((name) => name.endsWith('BanHang.xlsx') && !name.startsWith(code));
    const { sheets: standard } = await readXlsx(new Uint8Array(files.get(others[0]!)!));
    expect(standard[0]!.rows[0]).toHaveLength(59);
  });

  it('is changed by version, and not taken away while a profile uses it', async () => {
    const place = `${layouts}/${own.id}`;
    const changed = await call('PATCH', place, { version: own.version, name: 'Phiếu mới' }, chief);
    expect(changed).toMatchObject({ status: 200, body: { name: 'Phiếu mới', version: own.version + 1 } });
    expect(await call('PATCH', place, { version: own.version, name: 'Cũ' }, chief)).toMatchObject({ status: 412 });
    expect((await list()).at(-1)!.usedBy).toEqual([code]);
    expect(await call('DELETE', place, undefined, chief)).toMatchObject({ body: { error_code: 'LAYOUT_IN_USE' } });
    await month.api.context.pool.query("update profiles set export_layout = 'không có' where id = $1", [profileId]);
    expect((await call('DELETE', place, undefined, chief)).status).toBe(204);
    const { body } = await month.api.call<{ problems: object[] }>(
      'GET',
      `/invoice-issuance/periods/${month.periodId}/preflight`,
    );
    expect(body.problems).toContainEqual(
      expect.objectContaining({ code: 'EXPORT_LAYOUT_UNKNOWN', stops: 'export', canOverride: false }),
    );
  });
});
