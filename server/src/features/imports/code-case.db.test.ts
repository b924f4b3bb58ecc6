import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpAll, IMPORT_KINDS, type ImportWorld, kindOf, makeImportWorld, take } from '../../testing/import-world.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
});
afterAll(() => world?.api.close());

const CODES = ['code', 'productCode', 'partnerCode', 'itemCode', 'amisCode', 'bravoCode', 'customerCode'];
const inSmallLetters = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      CODES.includes(field) && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
const load = async (name: string, rows: readonly Row[]) => {
  const kind = kindOf(name);
  return take(world, kind, await workbookFile(kind.layout, rows, kind.meta));
};
const sql = async <T = Row>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await world.api.context.pool.query(text, values as unknown[])).rows;

/** The company's data, but for when it was loaded and in which spelling the last file wrote it. */
async function data() {
  const { period_loads: _, shared_inventory_periods: __, ...tables } = await dumpAll(world);
  const said = (row: string): string => row.replace(/"(fingerprint|stored_at)": "[^"]*"/g, '');
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(said)]));
}

describe.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
  'codes in another case in a second file of %s',
  (name, kind) => {
    it('are the same records, in the spelling that was there first', async () => {
      const rows = (variant: 0 | 1) => [1, 2, 3].map((n) => kind.row(n, variant));
      const first = await load(name, rows(0));
      const before = await data();
      const again = await load(name, rows(0).map(inSmallLetters));
      expect(again).toMatchObject({ sameFile: false, created: 0, changed: 0, unchanged: 3, rejected: 0, warnings: [] });
      // Nothing is told to be missing that is there in another case.
      expect(again.differences?.missing).toBe(first.differences?.missing);
      expect(await data()).toEqual(before);
    });
  },
);

it('records that are there twice already stay two: each is meant by its own spelling, another one means the older', async () => {
  for (const [code, day] of [
    ['tw1', '2020-01-02'],
    ['TW1', '2020-01-01'],
  ])
    await sql(
      `insert into amis_products (id, profile_id, code, name, created_at) values (gen_random_uuid(), $1, $2, $2, $3)`,
      [world.profileId, code, day],
    );
  const names = async () =>
    Object.fromEntries(
      (await sql<{ code: string; name: string }>("select code, name from amis_products where lower(code) = 'tw1'")).map(
        ({ code, name }) => [code, name],
      ),
    );
  const product = (code: string, name: string) => load('products', [{ code, name, unit: 'Cái' }]);
  expect(await product('tw1', 'nhỏ')).toMatchObject({ created: 0, changed: 1 });
  expect(await product('TW1', 'lớn')).toMatchObject({ created: 0, changed: 1 });
  expect(await product('Tw1', 'khác')).toMatchObject({ created: 0, changed: 1 });
  expect(await names()).toEqual({ tw1: 'nhỏ', TW1: 'khác' });
  const { row } = kindOf('stock of a period');
  await load('stock of a period', [
    { ...row(1, 0), productCode: 'Tw1' },
    { ...row(1, 0), productCode: 'tw1' },
  ]);
  expect(await sql('select product_code as code from period_inventory_rows')).toEqual([{ code: 'TW1' }]);
});

it('lines of a file whose own keys differ in case stay two, of which one is the line that was there', async () => {
  const given = (...ids: string[]) => {
    const header = 'rowId,branchCode,docNo,docDate,partnerCode,itemCode,unit,quantity,amount';
    const lines = ids.map((id) => `${id},CN01,HAI,2026-09-05,KH1,VT1,Cái,2,100000`);
    return take(world, kindOf('given sales'), { name: 'ban.csv', content: Buffer.from([header, ...lines].join('\n')) });
  };
  await given('r1');
  expect(await given('r1', 'R1')).toMatchObject({ created: 1, unchanged: 1, rejected: 0 });
  await given('r1', 'R1', 'r01');
  expect(await sql("select source_key as key from sales_ledger_lines where doc_no = 'HAI' order by 1")).toEqual(
    ['given/R1', 'given/r01', 'given/r1'].map((key) => ({ key })),
  );
});
