import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpAll, type ImportWorld, kindOf, makeImportWorld, take } from '../../../testing/import-world.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let world: ImportWorld;
beforeEach(async () => {
  world = await makeImportWorld();
});
afterEach(() => world?.api.close());

const sql = (text: string) => world.api.context.pool.query(text);
const undo = (id: string) => world.api.call<{ message: string }>('POST', `/imports/${id}/undo`);
const PLACES = [
  ['stock of a period', 'period_inventory_rows', 'closing = closing + 1'],
  ['sales ledger of a period', 'period_amis_sales', 'amount = amount + 1'],
  ['shared inventory', 'shared_inventory_amis_rows', 'quantity = quantity + 1'],
] as const;

/** Loads records of a kind into its place, in the variants given. */
async function load(name: string, records: readonly (readonly [n: number, variant: 0 | 1])[]): Promise<string> {
  const kind = kindOf(name);
  const rows = records.map(([n, variant]) => kind.row(n, variant));
  return (await take(world, kind, await workbookFile(kind.layout, rows, kind.meta))).importId!;
}

describe.each(PLACES)('a file that fills an empty place with %s', (name, table, change) => {
  const kept = async (importId: string) =>
    (await sql(`select operation from import_changes where table_name = '${table}' and import_id = '${importId}'`))
      .rows;

  it('is kept as one change, and taken back whole', async () => {
    const before = await dumpAll(world);
    const id = await load(name, [
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(await kept(id)).toEqual([{ operation: 'FILL' }]);
    const { rows } = await sql(`select undo from import_batches where id = '${id}'`);
    expect(rows[0].undo).toEqual({ removes: 3, restores: 0, returns: 0 });
    expect((await undo(id)).status).toBe(200);
    expect(await dumpAll(world)).toEqual(before);
  });

  it.each([
    ['changed', `update ${table} set ${change} where product_code = 'P1'`],
    ['gone', `delete from ${table} where product_code = 'P1'`],
  ])('is not taken back once one of its rows is %s', async (_what, statement) => {
    const id = await load(name, [
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect((await sql(statement)).rowCount).toBe(1);
    const before = await dumpAll(world);
    const answer = await undo(id);
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'IMPORT_IN_USE' } });
    expect(answer.body.message).toContain('Dữ liệu đã được sửa hoặc bỏ sau lần tải này');
    expect(await dumpAll(world)).toEqual(before);
  });

  it('leaves what the next file changes to that one, and is as it was once that is taken back', async () => {
    const first = await load(name, [
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    const before = await dumpAll(world);
    const second = await load(name, [
      [0, 0],
      [1, 1],
      [3, 0],
    ]);
    expect(await kept(second)).not.toContainEqual({ operation: 'FILL' });
    expect((await undo(second)).status).toBe(200);
    expect(await dumpAll(world)).toEqual(before);
    expect((await undo(first)).status).toBe(200);
  });
});
