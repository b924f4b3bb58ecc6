import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stageRows } from '../../../db/staging.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type ImportWorld, kindOf, makeImportWorld, take } from '../../../testing/import-world.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { sheetFile, workbookFile } from '../../../testing/workbook-file.ts';
import { adoptSpelling } from './adopt-spelling.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
  await load('products', [{ code: '00024', name: 'Ốc vít', unit: 'Cái' }]);
  await load('customers', [{ code: '0031', name: 'Khách số' }]);
  await load('items of Bravo', [{ code: '00042', name: 'Ốc vít', unit: 'Cái' }]);
  await load('partners of Bravo', [{ code: '0053', name: 'Khách số' }]);
});
afterAll(() => world?.api.close());
beforeEach(async () => {
  await sql("delete from sales_ledger_lines where source = 'given'");
});

const load = async (name: string, rows: readonly Row[]) => {
  const kind = kindOf(name);
  return take(world, kind, await workbookFile(kind.layout, rows, kind.meta));
};
const sql = async <T = Row>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await world.api.context.pool.query(text, values as unknown[])).rows;
const column = async (text: string): Promise<unknown[]> => (await sql(text)).map((row) => Object.values(row)[0]);
const row = (name: string, more: Row): Row => ({ ...kindOf(name).row(1, 0), ...more });
const told = (...named: string[]) => ({
  code: 'CODE_ZEROS_DIFFER',
  message: `${named.length} mã chỉ khác mã đã có ở số 0 đầu mã, được coi là một: ${named.join('; ')}.`,
});

const REFERENCES: readonly (readonly [name: string, Row, stored: string, expected: string[], told: string[]])[] = [
  [
    'purchase ledger',
    { productCode: '24' },
    "select product_code from amis_purchase_lines where voucher_number = 'NK1'",
    ['00024'],
    ['mã hàng «24» là «00024»'],
  ],
  [
    'stock of a period',
    { productCode: '24' },
    'select product_code from period_inventory_rows',
    ['00024'],
    ['mã hàng «24» là «00024»'],
  ],
  [
    'sales ledger of a period',
    { productCode: '24', customerCode: '31' },
    "select product_code || ' ' || customer_code from period_amis_sales",
    ['00024 0031'],
    ['mã hàng «24» là «00024»', 'mã khách «31» là «0031»'],
  ],
  [
    'shared inventory',
    { productCode: '000024' },
    'select product_code from shared_inventory_amis_rows',
    ['00024'],
    ['mã hàng «000024» là «00024»'],
  ],
  [
    'invoice requirements',
    { partnerCode: '53' },
    "select code from bravo_partners where invoice_requirement = 'required'",
    ['0053'],
    ['mã khách Bravo «53» là «0053»'],
  ],
  [
    'given sales',
    { itemCode: '42', partnerCode: '53' },
    "select item_code || ' ' || partner_code from sales_ledger_lines where source = 'given'",
    ['00042 0053'],
    ['mã hàng Bravo «42» là «00042»', 'mã khách Bravo «53» là «0053»'],
  ],
  [
    'product connections',
    { amisCode: '24', bravoCode: '42' },
    "select p.code || ' ' || c.bravo_code from product_connections c join amis_products p on p.id = c.amis_product_id",
    ['00024 00042'],
    ['mã hàng «24» là «00024»', 'mã hàng Bravo «42» là «00042»'],
  ],
  [
    'partner connections',
    { amisCode: '31', bravoCode: '53' },
    "select p.code || ' ' || c.bravo_code from partner_connections c join amis_partners p on p.id = c.amis_partner_id",
    ['0031 0053'],
    ['mã khách «31» là «0031»', 'mã khách Bravo «53» là «0053»'],
  ],
];

describe.each(REFERENCES)('codes without their zeros in a file of %s', (name, more, stored, expected, named) => {
  it('are the only known ones with these digits, and are told', async () => {
    const report = await load(name, [row(name, more)]);
    expect(report).toMatchObject({ rejected: 0, warnings: [told(...named)] });
    expect(await column(stored)).toEqual(expected);
  });
});

describe('codes of digits stay as they are written', () => {
  const products = async (rows: readonly Row[]) => {
    const report = await load(
      'stock of a period',
      rows.map((more) => row('stock of a period', more)),
    );
    expect(report.warnings).toEqual([]);
    return column('select product_code from period_inventory_rows order by 1');
  };

  it('where several known codes have these digits', async () => {
    for (const code of ['0077', '00077']) await load('products', [{ code, name: `Hàng ${code}`, unit: 'Cái' }]);
    expect(await products([{ productCode: '77' }])).toEqual(['77']);
  });
  it('where one is known as it is written', async () => {
    await load('products', [{ code: '088', name: 'Hàng 088', unit: 'Cái' }]);
    await load('products', [{ code: '88', name: 'Hàng 88', unit: 'Cái' }]);
    expect(await products([{ productCode: '88' }, { productCode: '088' }])).toEqual(['088', '88']);
  });
  it('where the file has both', async () => {
    expect(await products([{ productCode: '24' }, { productCode: '00024' }])).toEqual(['00024', '24']);
    expect(await products([{ productCode: '24' }, { productCode: '024' }])).toEqual(['024', '24']);
  });
  it('where there is more than digits, or nothing but zeros', async () => {
    for (const code of ['0P5', '000']) await load('products', [{ code, name: `Hàng ${code}`, unit: 'Cái' }]);
    expect(await products([{ productCode: 'P5' }, { productCode: '0' }])).toEqual(['0', 'P5']);
  });
});

describe.each([
  ['products', '24', '00024', 'mã hàng', 'amis_products'],
  ['customers', '31', '0031', 'mã khách', 'amis_partners'],
  ['items of Bravo', '42', '00042', 'mã hàng Bravo', 'bravo_items'],
  ['partners of Bravo', '53', '0053', 'mã khách Bravo', 'bravo_partners'],
])('a list of %s that has lost its zeros', (name, written, code, what, table) => {
  const rowOf = (own: string): Row => ({ ...kindOf(name).row(1, 0), code: own, name: 'Tên khác' });

  it('brings records of their own, and is told', async () => {
    const report = await load(name, [rowOf(written)]);
    expect(report).toMatchObject({ created: 1, changed: 0, rejected: 0 });
    expect(report.warnings).toEqual([
      {
        code: 'CODE_ZEROS_DIFFER',
        message: `1 ${what} của tệp chỉ khác mã đã có ở số 0 đầu mã: «${written}» bên «${code}». Khớp coi là bản ghi mới. Nếu tệp đã được mở bằng Excel rồi lưu lại, hãy hoàn tác lần tải này rồi tải tệp gốc.`,
      },
    ]);
    await sql(`delete from ${table} where code = $1`, [written]);
  });
  it('is no such list where it has both', async () => {
    const report = await load(name, [rowOf(written), rowOf(code)]);
    expect(report).toMatchObject({ created: 1, rejected: 0, warnings: [] });
    await sql(`delete from ${table} where code = $1`, [written]);
  });
});

it('a purchase ledger that comes again without its zeros has the same lines', async () => {
  const bought = (productCode: string): Row => row('purchase ledger', { productCode, voucherNumber: '0012' });
  await load('purchase ledger', [bought('00024')]);
  const again = await load('purchase ledger', [{ ...bought('24'), voucherNumber: '12' }]);
  expect(again).toMatchObject({ created: 0, changed: 1, warnings: [told('mã hàng «24» là «00024»')] });
  expect(await column('select voucher_number from amis_purchase_lines')).toEqual(['12']);
});

describe('given sales that come again without their zeros', () => {
  const sale = (more: Row): Row => row('given sales', { docNo: '0000123', itemCode: '00042', ...more });
  const lines = () =>
    sql("select doc_no as doc, item_code as item, amount from sales_ledger_lines where source = 'given'");

  it('are the same lines', async () => {
    await load('given sales', [sale({}), sale({ amount: 250_000 })]);
    const before = await lines();
    const again = await load('given sales', [sale({ itemCode: '42' }), sale({ itemCode: '42', amount: 250_000 })]);
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 2, rejected: 0 });
    expect(await lines()).toEqual(before);
  });
  it('are the same lines where their document has lost them, and keep its number', async () => {
    await load('given sales', [sale({}), sale({ amount: 250_000 })]);
    const before = await lines();
    const lost = { docNo: '123', itemCode: '42' };
    const again = await load('given sales', [sale({ ...lost, amount: 250_000 }), sale(lost)]);
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    expect(await lines()).toEqual(before);
    expect(await load('given sales', [sale({ ...lost, amount: 9000 }), sale(lost)])).toMatchObject({ changed: 1 });
    expect((await lines()).map(({ doc }) => doc)).toEqual(['0000123', '0000123']);
  });
  it('take the zeros that the stored line lacks', async () => {
    await load('given sales', [sale({ docNo: '456' })]);
    expect(await load('given sales', [sale({ docNo: '0456' })])).toMatchObject({ created: 0, changed: 1 });
    expect(await lines()).toMatchObject([{ doc: '0456' }]);
  });
  it('are other lines where both documents are in the file, or other digits', async () => {
    await load('given sales', [sale({})]);
    const both = await load('given sales', [sale({}), sale({ docNo: '123' }), sale({ docNo: '1230' })]);
    expect(both).toMatchObject({ created: 2, changed: 0, unchanged: 1 });
  });
});

it('numbers of documents that have lost their zeros are Bravo’s own, which then stay alone', async () => {
  const sale = (docNo: string): Row =>
    row('given sales', { docNo, docDate: '2026-09-05', itemCode: '00042', partnerCode: '0053' });
  const given = () => column('select doc_no from period_sales_lines where period_id is not null order by 1');
  const loadPeriod = async () => {
    const { body } = await world.api.call<{ runId: string }>(
      'POST',
      `/invoice-issuance/periods/${world.periodId}/load-bravo-sales`,
    );
    expect((await world.api.runEnd(body.runId)).status).toBe('succeeded');
  };
  await load('given sales', ['77', '770', '0A7'].map(sale));
  world.bravo.salesLines = ['0000077', 'A7'].map((docNo) => bravoSale(`B${docNo}`, { docNo, docDate: '2026-09-06' }));
  await loadPeriod();
  expect(await given()).toEqual(['0000077', '0A7', '770', 'A7']);
  const again = await load('given sales', ['77', '077'].map(sale));
  expect(again.rejectedRows.map(({ code, value }) => [code, value])).toEqual([
    ['SALE_IN_BRAVO', '77'],
    ['SALE_IN_BRAVO', '077'],
  ]);
});

describe('a branch that has lost its zeros', () => {
  const HEADER = ['Ngày ct', 'Mã ct', 'Số ct', 'Mã chi nhánh', 'Mã khách', 'Mã vật tư', 'Số lượng', 'Tiền hàng'];
  const give = async (docNo: string, ...branches: string[]) => {
    const rows = branches.map((code) => [{ day: '2026-09-05' }, 'HD', docNo, code, '0053', '00042', 2, 100_000]);
    return take(world, kindOf('given sales'), await sheetFile([HEADER, ...rows]));
  };

  it('is the one that a period has issuers for, and told', async () => {
    await sql(`update invoice_periods set issuers = '{"01": []}'`);
    expect(await give('S8', '1')).toMatchObject({ created: 1, warnings: [told('mã chi nhánh «1» là «01»')] });
    expect(await column("select branch_code from sales_ledger_lines where source = 'given'")).toEqual(['01']);
    expect(await give('S8', '01')).toMatchObject({ created: 0, unchanged: 1, warnings: [] });
    await sql(`update invoice_periods set issuers = '{}'`);
  });
  it('is Bravo’s own: its documents are not sold a second time', async () => {
    await sql(`insert into sales_ledger_lines (id, source, source_key, branch_code, doc_code, doc_no, doc_date, partner_code, item_code,
        quantity, base_quantity, amount, kind)
      values (gen_random_uuid(), 'bravo', 'B9', '01', 'HD', '0000009', '2026-09-05', '0053', '00042', 2, 2, 100000, 'goods')`);
    const report = await give('9', '1', '10', '001');
    expect(report.rejectedRows.map(({ code, row: at }) => [code, at])).toEqual([
      ['SALE_IN_BRAVO', 2],
      ['SALE_IN_BRAVO', 4],
    ]);
    await sql("delete from sales_ledger_lines where source_key = 'B9'");
  });
});

it('a person’s decision on an entry of a sales ledger is kept by another export of it without zeros', async () => {
  const keys = () => column('select entry_key from period_amis_sales');
  await load('sales ledger of a period', [row('sales ledger of a period', { productCode: '00024' })]);
  const before = await keys();
  await load('sales ledger of a period', [row('sales ledger of a period', { productCode: '24' })]);
  expect(await keys()).toEqual(before);
});

it('tells of zeros also when the attempt that read them was killed', async () => {
  const runId = '00000000-0000-7000-8000-000000000001';
  const target = { codes: { product_code: 'product' } } as const;
  const { pool } = world.api.context;
  await inTransaction(pool, (tx) =>
    stageRows(tx, runId, [{ key: 'a', rowNumber: 2, fingerprint: '', data: { product_code: '24' } }]),
  );
  const adopt = () => adoptSpelling(pool, runId, { profileId: world.profileId }, target);
  expect(await adopt()).toEqual([told('mã hàng «24» là «00024»')]);
  expect(await adopt()).toEqual([told('mã hàng «24» là «00024»')]);
  await sql('delete from staged_rows where run_id = $1', [runId]);
});
